#!/usr/bin/env python3
"""Weak references that may be cleared: programs of tests/java/weak, and random ones against a collector that comes at any moment.

weak.py --waymark BINARY --build DIR [--random SEED] [--count N]. A random program is run by an interpreter below, which explores all
schedules and lets a collector clear references whenever they may be; Waymark has to find exactly the same outcomes.
"""
import argparse
import concurrent.futures
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, ROOT, files, java, processes, waymark  # noqa: E402

SOURCES = ROOT / "tests" / "java" / "weak"
CLEARED, RACE = "java.lang.IllegalStateException: cleared", "cleared in between"
# Options, word, exit code, and what has to be said.
QUESTIONS = [
    *[("--weak cleared", word, 1, CLEARED) for word in ("dead", "soft", "own", "maker", "stream", "refers", "cycle", "nested", "thread-had")],
    *[("--weak cleared", word, 0, "reachable state of Weak") for word in ("held", "field", "twice", "once", "together", "chain", "thread-has", "cache")],
    *[("", word, 0, "with weak references that are never cleared (--weak cleared explores that)") for word in ("dead", "chain-back", "queue", "map", "cleaner", "phantom")],
    ("--weak cleared", "chain-back", 1, "the end of it lives on"),
    ("--weak cleared", "cache-twice", 1, "java.lang.NullPointerException"),
    ("--weak cleared --jobs 2", "cache-twice", 1, "java.lang.NullPointerException"),
    ("--weak cleared --search bfs --shortest", "dead", 1, "finds WeakReference"),
    ("", "cache-twice", 0, "never cleared"),
    ("", "clear", 1, RACE),
    ("--por off", "clear", 1, RACE),
    ("--weak cleared", "clear", 1, RACE),
    ("--weak cleared", "queue", 2, "a ReferenceQueue with --weak cleared"),
    ("--weak cleared", "map", 2, "WeakHashMap with --weak cleared"),
    ("--weak cleared", "cleaner", 2, "Cleaner with --weak cleared"),
    ("--weak cleared", "phantom", 2, "PhantomReference with --weak cleared"),
    ("--weak cleared --por on", "dead", 2, "--weak cleared"),
]
NAMES, FIELDS = ("a", "b"), ("s", "t")


class Program:
    """Two threads of a few statements over two local variables each. At first s leads to t, and weak references to both."""

    def __init__(self, dice, number):
        self.name = f"Random{number}"
        self.threads = [[self.statement(dice) for _ in range(dice.randint(3, 6))] for _ in range(2)]

    @staticmethod
    def statement(dice):
        kind = dice.choice(["new", "load", "store", "drop", "forget", "forget", "link", "follow", "weaken", "get", "get", "get"])
        return (kind, dice.choice(NAMES), dice.choice(NAMES), dice.choice(FIELDS), dice.randrange(2))

    def java(self):
        lines = {"new": "{0} = new Node();", "load": "{0} = {2};", "store": "{2} = {0};", "drop": "{0} = null;", "forget": "{2} = null;",
                 "link": "if ({0} != null) {0}.next = {1};", "follow": "{0} = {1} == null ? null : {1}.next;",
                 "weaken": "w{3} = {0} == null ? null : new WeakReference<>({0});",
                 "get": "r = w{3}; if (r == null) {0} = null; else {{ {0} = r.get(); log += {0} == null ? \"n\" : \"y\"; }}"}
        body = ["\n".join("      " + lines[kind].format(*rest) for kind, *rest in thread) for thread in self.threads]
        runs = "\n".join(f"""  static void run{i}() {{
    Node a = null, b = null;
    WeakReference<Node> r;
    String log = "";
{body[i]}
    log{i} = log;
  }}""" for i in range(2))
        return f"""import java.lang.ref.WeakReference;
public class {self.name} {{
  static class Node {{ volatile Node next; }}
  static volatile Node s, t;
  static volatile WeakReference<Node> w0, w1;
  static volatile String log0, log1;
{runs}
  public static void main(String[] args) throws Exception {{
    t = new Node();
    s = new Node();
    s.next = t;
    w0 = new WeakReference<>(s);
    w1 = new WeakReference<>(t);
    Thread other = new Thread({self.name}::run1);
    other.start();
    run0();
    other.join();
    boolean listed = java.util.Arrays.asList(args).contains(log0 + "," + log1);
    if (listed == args[0].equals("these")) throw new IllegalStateException("outcome " + log0 + "," + log1);
  }}
}}
"""

    def steps(self, thread):
        """Its statements as single operations: a get is a read of the field, and then the get; a reference is made, and then written."""
        for kind, *rest in self.threads[thread]:
            if kind == "get":
                yield ("field", *rest)
            yield (kind, *rest)
            if kind == "weaken":
                yield ("publish", *rest)

    def outcomes(self):
        """By an exploration of all schedules, with a collector that may clear any reference before any operation."""
        code = [list(self.steps(thread)) for thread in range(2)]
        live = [self.live(steps) for steps in code]
        threads = [[0, {"a": None, "b": None, "r": None, "q": None}, ""] for _ in range(2)]
        first = State(threads, {"s": 0, "t": 1, 0: 2, 1: 3}, {0: 1, 1: None}, {2: 0, 3: 1})
        seen, open_, found = {first.key(live)}, [first], set()
        while open_:
            state = open_.pop()
            followers = [state.cleared(node) for node in state.weakly_reached(live)]
            for thread in range(2):
                if state.threads[thread][0] < len(code[thread]):
                    followers.append(state.after(thread, code[thread][state.threads[thread][0]]))
            if all(state.threads[i][0] == len(code[i]) for i in range(2)):
                found.add(f"{state.threads[0][2]},{state.threads[1][2]}")
            for follower in followers:
                key = follower.key(live)
                if key not in seen:
                    seen.add(key)
                    open_.append(follower)
        return found

    @staticmethod
    def live(steps):
        """Before each step, which local variables are read later."""
        rows, now = [set()], set()
        for kind, one, other, _field, _w in reversed(steps):
            written = {"new": one, "load": one, "drop": one, "follow": one, "field": "r", "get": one, "weaken": "q"}.get(kind)
            read = {"store": {one}, "link": {one, other}, "follow": {other}, "weaken": {one}, "publish": {"q"}, "get": {"r"}}.get(kind, set())
            now = (now - {written}) | read
            rows.append(now)
        return rows[::-1]


class State:
    """Objects are numbers; `next` leads on from one, and a reference is a number in `weak`, which has its referent."""

    def __init__(self, threads, statics, next_, weak):
        self.threads, self.statics, self.next, self.weak = threads, statics, next_, weak

    def copy(self):
        return State([[pc, dict(names), log] for pc, names, log in self.threads], dict(self.statics), dict(self.next), dict(self.weak))

    def key(self, live):
        """Dead variables and what nothing leads to do not tell states apart; objects are numbered as they are met."""
        numbers, order = {}, []

        def number(it):
            if it is not None and it not in numbers:
                numbers[it] = len(numbers)
                order.append(it)
            return -1 if it is None else numbers[it]

        parts = [(pc, log, *[number(names[name]) if name in live[i][pc] else -2 for name in ("a", "b", "r", "q")])
                 for i, (pc, names, log) in enumerate(self.threads)]
        parts.append(tuple(number(it) for it in self.statics.values()))
        parts += [(it in self.weak, number(self.weak[it] if it in self.weak else self.next[it])) for it in order]
        return tuple(parts)

    def reached(self, roots):
        reached, open_ = set(), [it for it in roots if it is not None]
        while open_:
            it = open_.pop()
            if it not in reached:
                reached.add(it)
                if it not in self.weak and self.next[it] is not None:
                    open_.append(self.next[it])
        return reached

    def weakly_reached(self, live):
        roots = list(self.statics.values())
        for i, (pc, names, _log) in enumerate(self.threads):
            roots += [names[name] for name in live[i][pc]]
        strong = self.reached(roots)
        return {it for it in self.weak.values() if it is not None} - strong

    def cleared(self, node):
        after = self.copy()
        for reference, referent in self.weak.items():
            if referent is not None and node in self.reached([referent]):
                after.weak[reference] = None
        return after

    def after(self, thread, step):
        kind, one, other, field, w = step
        after = self.copy()
        here = after.threads[thread]
        here[0] += 1
        names = here[1]
        if kind in ("new", "weaken") and (kind == "new" or names[one] is not None):
            made = max([-1, *after.next, *after.weak]) + 1
        if kind == "new":
            after.next[made] = None
            names[one] = made
        elif kind == "load":
            names[one] = after.statics[field]
        elif kind == "store":
            after.statics[field] = names[one]
        elif kind == "drop":
            names[one] = None
        elif kind == "forget":
            after.statics[field] = None
        elif kind == "link" and names[one] is not None:
            after.next[names[one]] = names[other]
        elif kind == "follow":
            names[one] = None if names[other] is None else after.next[names[other]]
        elif kind == "weaken":
            names["q"] = None
            if names[one] is not None:
                after.weak[made] = names[one]
                names["q"] = made
        elif kind == "publish":
            after.statics[w] = names["q"]
        elif kind == "field":
            names["r"] = after.statics[w]
        elif kind == "get":
            reference = names["r"]
            names[one] = None if reference is None else after.weak[reference]
            if reference is not None:
                here[2] += "n" if names[one] is None else "y"
        return after


def compare(binary, classes, program):
    """(how many outcomes, what is wrong)"""
    wanted = sorted(program.outcomes())
    command = [binary, "check", "--classpath", classes, "--weak", "cleared", program.name]
    others = processes.run([*command, "others", *wanted], limit=HANGS)
    if others.code != 0:
        return len(wanted), f"{program.name}: has another outcome than {wanted}: {others.last_words()[:300]}"
    lost = [it for it in wanted if processes.run([*command, "these", it], limit=HANGS).code != 1]
    return len(wanted), f"{program.name}: never has {lost}" if lost else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "java-weak")
    parser.add_argument("--random", metavar="SEED", default="1")
    parser.add_argument("--count", type=int, default=12)
    options = parser.parse_args()
    java.require("javac")
    dice = random.Random(options.random)
    programs = [Program(dice, number) for number in range(options.count)]
    texts = options.build / "sources"
    sources = sorted(SOURCES.glob("*.java"))

    def make():
        texts.mkdir(parents=True, exist_ok=True)
        for program in programs:
            (texts / f"{program.name}.java").write_text(program.java())
        java.compile([*sources, *(texts / f"{program.name}.java" for program in programs)], options.build / "classes", "-g", "-nowarn")

    files.made(options.build, [*sources, pathlib.Path(__file__)], make, options.random, str(options.count))
    classes = options.build / "classes"

    def ask(question):
        words, word, code, said = question
        ran = processes.run([options.waymark, "check", "--classpath", classes, *words.split(), "Weak", word], limit=HANGS)
        if ran.code == code and said in ran.out + ran.err:
            return []
        return [f"Weak {words} {word}: exit code {ran.code} instead of {code}, or it does not say '{said}': {(ran.out + ran.err).strip()[:300]}"]

    faults = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for found in pool.map(ask, QUESTIONS):
            faults += found
        compared = list(pool.map(lambda program: compare(options.waymark, classes, program), programs))
    faults += [fault for _count, fault in compared if fault]
    script = options.build / "w.way"
    weak = ["--classpath", classes, "--weak", "cleared", "Weak"]
    for word in ("together", "thread-has"):
        processes.run([options.waymark, "check", *weak, "--script", script, word], limit=HANGS)
        for words, code in ((weak, 0), ([*weak[:2], "Weak"], 4)):
            ran = processes.run([options.waymark, "certify", "--script", script, *words, word], limit=HANGS)
            if ran.code != code:
                faults.append(f"certify {word}: exit code {ran.code} instead of {code}: {ran.last_words()[:300]}")
    several = sum(count > 1 for count, _fault in compared)
    if several * 3 < len(programs):
        faults.append(f"only {several} of {len(programs)} random programs have several outcomes")
    print("\n".join(faults + [f"{len(QUESTIONS)} questions, {len(programs)} random programs, {len(faults)} wrong"]))
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
