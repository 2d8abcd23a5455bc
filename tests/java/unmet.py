#!/usr/bin/env python3
"""What a check says, when a limit ends it, that no run has reached: on random programs, of which a search of all states
knows which accesses were next to each other, and whose text says what conflicts and which locks are nested.

unmet.py --waymark BINARY --build DIR [--random SEED] [--count N]
- Every step a state, and all states but the last: exactly the conflicting accesses that never met are listed, and
  exactly the locks that are nested in one order.
- Reduced: no accesses beyond those, and the same locks. Two workers say what one says.
- A search of all states lists nothing.
"""
import argparse
import itertools
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, ROOT, java, waymark  # noqa: E402

FIELDS = ["x", "y"]
LOCKS = ["a", "b", "c"]
LEAST = 10  # that --states takes


class Program:
    """One class. Each access has a line of its own."""

    def __init__(self, name, dice):
        self.name, self.lines, self.accesses, self.orders = name, [], [], set()
        self.lines += [f"public class {name} {{", "    static volatile boolean go;"]
        self.lines += [f"    static int {field};" for field in FIELDS]
        self.lines += [f"    static final Object {lock} = new Object();" for lock in LOCKS]
        threads = dice.choice([2, 2, 3])
        for thread in range(threads):
            self.lines.append(f"    static void t{thread}() {{")
            last = dice.randrange(1, 4)
            turn = dice.randrange(last) if thread == 0 or dice.random() < 0.6 else None  # of `go`, that the first one sets
            for at in range(last):
                if at == turn:
                    self.lines.append("        go = true;" if thread == 0 else "        while (!go) Thread.onSpinWait();")
                self.statement(thread, dice, (), 2)
            self.lines.append("    }")
        self.lines.append("    public static void main(String[] args) throws Exception {")
        all_threads = range(threads)
        self.lines += [f'        Thread u{i} = new Thread({name}::t{i}, "t{i}");' for i in all_threads]
        self.lines += [f"        u{i}.start();" for i in all_threads]
        self.lines += [f"        u{i}.join();" for i in all_threads]
        self.lines += ["    }", "}"]

    def statement(self, thread, dice, held, deeper):
        indent = "        " + "    " * len(held)
        if deeper and dice.random() < 0.5:
            lock = dice.choice(LOCKS)
            self.orders |= {(outer, lock) for outer in held if lock not in held}
            self.lines.append(f"{indent}synchronized ({lock}) {{")
            self.statement(thread, dice, (*held, lock), deeper - 1)
            self.lines.append(indent + "}")
            return
        field, writes = dice.choice(FIELDS), dice.random() < 0.6
        self.lines.append(indent + (f"{field} = {len(self.lines)};" if writes else f"if ({field} == -1) return;"))
        self.accesses.append((thread, field, len(self.lines), writes, frozenset(held)))

    def place(self, line, writes):
        return f"{self.name}.java:{line}", writes

    def conflicts(self):
        """Pairs of two threads that no lock keeps apart."""
        return {frozenset([self.place(one[2], one[3]), self.place(other[2], other[3])])
                for one, other in itertools.combinations(self.accesses, 2)
                if one[0] != other[0] and one[1] == other[1] and (one[3] or other[3]) and not one[4] & other[4]}

    def one_order(self):
        return {(f"{self.name}.{inner}", f"{self.name}.{outer}") for outer, inner in self.orders if (inner, outer) not in self.orders}


def listed(answer):
    unmet = answer.said["known"]["unmet"]
    accesses = {frozenset((one["location"], one["writes"]) for one in each["pair"])
                for each in unmet["accesses"] if not each["variable"].endswith(".go")}
    return accesses, {(each["outer"], each["inner"]) for each in unmet["lock_orders"]}, unmet["more"]


def examine(program, ask):
    """What is wrong, a line for each, and how many pairs never met."""
    whole = ask("--por", "off")
    if "known" in whole.said:
        return [f"{program.name}: the search of all states is {whole.verdict}, and lists what was not reached"], 0
    met = {frozenset((one["location"], one["writes"]) for one in pair) for pair in whole.said["races"]}
    never, orders = program.conflicts() - met, program.one_order()
    faults = []

    def compare(words, accesses_fit, *options):
        accesses, locks, more = listed(ask(*options))
        if not accesses_fit(accesses) or locks != orders or more:
            faults.append(f"{program.name}: {words} lists {sorted(map(sorted, accesses))} and {sorted(locks)}, "
                          f"but {sorted(map(sorted, never))} and {sorted(orders)} were not reached")

    limit = ["--states", str(whole.said["states"] - 1)]
    compare("every step a state", lambda accesses: accesses == never, "--por", "off", *limit)
    compare("with two workers", lambda accesses: accesses == never, "--por", "off", "--jobs", "2", *limit)
    states = ask().said["states"]
    if states > LEAST:
        compare("reduced", lambda accesses: accesses <= never, "--states", str(states - 1))
    return faults, len(never)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "java-unmet")
    parser.add_argument("--random", type=int, default=1)
    parser.add_argument("--count", type=int, default=8)
    options = parser.parse_args()
    java.require()
    dice = random.Random(options.random)
    programs = [Program(f"P{i}", dice) for i in range(options.count)]
    options.build.mkdir(parents=True, exist_ok=True)
    sources = [options.build / f"{program.name}.java" for program in programs]
    for program, source in zip(programs, sources):
        source.write_text("\n".join(program.lines) + "\n")
    java.compile(sources, options.build / "classes", "-g", "-nowarn")
    faults, never, orders = [], 0, 0
    for program in programs:
        ask = lambda *words: waymark.demand(options.waymark, "check", "--classpath", options.build / "classes", program.name,
                                            "--property", "assertion", *words, limit=HANGS)
        wrong, pairs = examine(program, ask)
        faults += wrong
        never += pairs
        orders += len(program.one_order())
    print("\n".join(faults + [f"{len(programs)} programs, {never} pairs of accesses that never met, {orders} orders of locks, "
                              f"{len(faults)} wrong"]))
    sys.exit(bool(faults) or not never or not orders)


if __name__ == "__main__":
    main()
