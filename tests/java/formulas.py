#!/usr/bin/env python3
"""Formulas of Java programs with reduction and without: the verdict has to be the same.

Programs are random: two or three threads that write, read and copy static fields and fields of an object, some of them
under a lock, so that the reduction has something to presume. The first one is not: its threads show x == 1 only inside a
lock, which a reduction that looked at no formula would leave out.

  formulas.py --waymark build/release/waymark --build build/java-formulas --random 1 --count 6
"""
import argparse
import pathlib
import random
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, comparing, java, waymark  # noqa: E402

PULSE = """public class Pulse {
  static int x, y, n; static final Object l = new Object();
  static boolean up() { return x == 1; }
  static boolean above() { return x > y; }
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { synchronized (l) { x = 1; n = n + 1; x = 0; } });
    Thread u = new Thread(() -> { synchronized (l) { x = 1; n = n + 1; x = 0; } y = 1; });
    t.start(); u.start(); t.join(); u.join();
  }
}
"""


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.name = f"Random{seed}"

    def one(self, *of):
        return self.random.choice(of)

    def statement(self, depth):
        kind = self.random.randrange(10)
        if kind == 0 and depth > 0:
            return f"synchronized ({self.one('l', 'm')}) {{ {self.body(depth - 1)} }}"
        if kind == 1 and depth > 0:
            return f"if ({self.one('x', 'y', 'v', 'box.a')} {self.one('==', '!=')} {self.one(0, 1)}) {{ {self.body(depth - 1)} }}"
        if kind == 2:
            return f"k = {self.one('x', 'y', 'v', 'n', 'box.a')};"
        where = self.one("x", "y", "v", "n", "n", "box.a", "box.b")
        return f"{where} = {self.one('0', '1', '1 - ' + where, 'k', where + ' + 1 & 1')};"

    def body(self, depth):
        return " ".join(self.statement(depth) for _ in range(self.random.randint(1, 3)))

    def text(self):
        count = self.random.randint(2, 3)
        guard = self.random.random() < 0.5  # all of it under one lock
        runs = []
        for i in range(count):
            body = "int k = 0; " + self.body(1)
            runs.append(f"    Thread t{i} = new Thread(() -> {{ {'synchronized (l) { ' + body + ' }' if guard else body} }});")
        all_of = lambda what: " ".join(f"t{i}.{what}();" for i in range(count))
        return "\n".join([
            f"public class {self.name} {{", "  static final class Box { int a, b; }",
            "  static int x, y, n; static volatile int v; static final Object l = new Object(), m = new Object();",
            "  static final Box box = new Box();", "  static boolean up() { return x == 1; }",
            "  static boolean above() { return box.a > y; }", "  public static void main(String[] args) throws Exception {",
            *runs, f"    {all_of('start')} {all_of('join')}", "  }", "}", ""])

    def formula(self):
        atoms = [f"{self.name}.{it}" for it in ("up", "above", "x == 1", "y == 0", "v == 1", f"x <= {self.name}.y")]
        p, q = (self.random.choice(atoms) for _ in range(2))
        p, q = f"({p})", f"({q})"
        return self.one(f"[] {p}", f"<> {p}", f"[] ({p} -> <> {q})", f"<> [] {p}", f"[] <> {p}", f"{p} U {q}",
                        f"[] (!{p} || {q})", f"<> ({p} && {q})", f"({p} -> {q}) W {q}")


def check(options, name, formula, por):
    return waymark.demand(options.waymark, "check", "--classpath", options.build / "classes", name, "--property", "none",
                          "--ltl", formula, "--por", por, codes=(0, 1), limit=HANGS).said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--random", type=int, default=1, metavar="SEED")
    parser.add_argument("--count", type=int, default=6)
    options = parser.parse_args()
    java.require()
    shutil.rmtree(options.build, ignore_errors=True)
    options.build.mkdir(parents=True)
    (options.build / "Pulse.java").write_text(PULSE)
    asked = [("Pulse", formula, verdict) for formula, verdict in
             (("[] !Pulse.up", "violation"), ("<> Pulse.above", "holds"), ("[] (Pulse.n <= 2)", "holds"),
              ("(!Pulse.up) U (Pulse.y == 1)", "violation"))]
    for seed in range(options.random, options.random + options.count):
        program = Program(seed)
        (options.build / f"{program.name}.java").write_text(program.text())
        asked += [(program.name, program.formula(), None) for _ in range(3)]
    java.compile(sorted(options.build.glob("*.java")), options.build / "classes")
    wrong = violated = whole = left = searched = 0
    for name, formula, expected in asked:
        off, on = (check(options, name, formula, por) for por in ("off", "on"))
        something = on["liveness"][0]["states"] > 0  # else it is a tautology
        reduced = on["reduced"] or not something
        searched += something
        if not reduced or on["verdict"] != off["verdict"] or (expected and on["verdict"] != expected):
            wrong += 1
            print(f"{name}, {formula}: {on['verdict']}{'' if reduced else ', not reduced'}, "
                  f"without reduction {off['verdict']}{', should be ' + expected if expected else ''}")
        violated += off["verdict"] == "violation"
        if off["verdict"] == "holds":
            whole, left = whole + off["states"], left + on["states"]
    print(f"{len(asked)} formulas, {violated} violated, {wrong} wrong; where they hold {whole} states, {left} with reduction")
    enough = comparing.enough(searched, len(asked), "formulas have something to search")
    sys.exit(0 if enough and not wrong and 0 < violated < len(asked) else 1)


if __name__ == "__main__":
    main()
