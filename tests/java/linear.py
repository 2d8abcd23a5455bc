#!/usr/bin/env python3
"""Scenarios of `waymark check --linearizable`: known classes, and random ones against an enumeration of all interleavings.

linear.py --waymark BINARY --build DIR [--all] [--count N] [--seed N]. Each known scenario has its verdict, and the number of operations
of the smallest scenario within it that is violated. --all: all of them instead of
a share, and every way to search.
"""
import argparse
import itertools
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, ROOT, files, java, waymark  # noqa: E402

SOURCES = ROOT / "tests" / "java" / "linear"
JUC = "java.util.concurrent."
SHARE = 8  # of the known scenarios, unless all are wanted
HOLD = [  # the quick ones first
    "linear.Right$Counter: increment() reset() | increment() both()",
    "linear.Right$Stack = linear.Right$SequentialStack: push(1) pop() | push(2) pop()",
    "linear.Right$LockedQueue = java.util.ArrayDeque: offer(1) remove() | remove() offer(2); remove()",
    "linear.Right$Overloaded: of(1) of(1L) of(1.5) of('c') | of(\"s; | )\\\"\") of(null) of(true) of(7, true)",
    JUC + "atomic.AtomicInteger: incrementAndGet() compareAndSet(1, 5) | getAndAdd(2); get()",
    JUC + "ConcurrentLinkedQueue = java.util.ArrayDeque: offer(1) poll() | offer(2) poll()",
    JUC + "ArrayBlockingQueue(1): offer(1) poll() | offer(2) poll()",
    JUC + "ConcurrentHashMap = java.util.HashMap: put(1, 1) remove(1) | putIfAbsent(1, 2) get(1)",
    "linear.Wrong$BlockingCell = linear.Wrong$SequentialCell: put(1) | take()",
    "linear.Right$Interrupting: interrupt() interrupted() | interrupted() interrupt(); interrupted()",
    JUC + "ConcurrentHashMap = java.util.HashMap: keySet() put(1, 1) | put(2, 2)",
]
HOLD_SLOWLY = [
    JUC + "LinkedBlockingQueue = java.util.ArrayDeque: offer(1) poll() | offer(2) poll()",
    JUC + "ConcurrentSkipListMap = java.util.TreeMap: put(1, 1) firstEntry() | put(2, 2) remove(1)",
    JUC + "ConcurrentLinkedQueue = java.util.ArrayDeque: offer(1) | offer(2) | poll() poll()",
    JUC + "LinkedBlockingDeque = java.util.ArrayDeque: offerFirst(1) pollLast() | offerLast(2) pollFirst()",
    JUC + "CopyOnWriteArrayList = java.util.ArrayList: add(1) remove(0) | add(2) toArray()",
    JUC + "ConcurrentHashMap = java.util.HashMap: put(1, 1) | remove(1) | get(1) containsKey(1)",
    JUC + "atomic.AtomicInteger: incrementAndGet() get() | getAndAdd(2) | compareAndSet(1, 5)",
    "linear.Right$Stack = linear.Right$SequentialStack: push(1) | push(2) | pop() pop()",
]
VIOLATED = [  # with the operations of the smallest scenario
    ("linear.Wrong$Counter: increment() get() | increment() get()", 2),
    ("linear.Wrong$LostOfferQueue = java.util.ArrayDeque: offer(1) poll() | offer(2) poll()", 4),
    ("linear.Wrong$CheckThenTakeQueue = java.util.ArrayDeque: offer(1); poll() offer(2) | poll() poll()", 2),
    ("linear.Wrong$EarlyTopStack = linear.Right$SequentialStack: push(1) pop() | pop() push(2)", 3),
    ("linear.Wrong$UnmarkedList = linear.Wrong$IntSet: add(1); remove(1) contains(2) | add(2) contains(1)", 3),
    ("linear.Wrong$LateSizeSet = java.util.HashSet: add(1) size() | contains(1) size()", 3),
    ("linear.Wrong$CheckThenPutCache: number(\"a\") | number(\"a\") number(\"b\")", 2),
    ("linear.Wrong$PutIfAbsentMap = java.util.HashMap: putIfAbsent(1, 1) get(1) | putIfAbsent(1, 2)", 2),
    ("linear.Wrong$CachedRegister: write(1) read() | read() read()", 3),
    ("linear.Wrong$TornPair: write(1) read() | read() write(2)", 2),
    ("linear.Wrong$Accounts: transfer(0, 1) transfer(1, 0) | sum() sum()", 2),
    ("linear.Wrong$ShortLock: add(1) add(2) | add(4)", 2),
    ("linear.Wrong$OptimisticBuffer: reserve(); reserve() reserve() | reserve() release() reserve()", 4),
    ("linear.Wrong$SnapshotArray: set(0, 1) set(1, 1) | snapshot()", 3),
    (JUC + "ConcurrentLinkedDeque = java.util.ArrayDeque: addLast(1); pollFirst() | addFirst(2) peekLast()", 3),
    (JUC + "ConcurrentHashMap = java.util.HashMap: put(1, 1) | get(1) size()", 3),
]
VIOLATED_SLOWLY = [
    ("linear.Wrong$ReusingStack = linear.Right$SequentialStack: push(1) push(2); pop() | pop() pop() push(3); pop() pop()", 5),
]
# Scenario or options, and what the refusal says.
REFUSED = [
    (["linear.Wrong$Counter"], "':' and operations"),
    (["linear.Wrong$Counter: "], "an operation is expected"),
    (["linear.Wrong$Counter: increment"], "'(' and the arguments of increment"),
    (["linear.Wrong$Counter: increment(x)"], "'x': a number"),
    (["linear.Wrong$Counter: increment(\"x)"], "a closing \""),
    (["linear.Wrong$Counter: increment(1) | get()"], "linear.Wrong$Counter has no increment(1)"),
    (["linear.Wrong$Counter = java.util.ArrayList: increment()"], "java.util.ArrayList has no increment()"),
    (["linear.Wrong$Nothing: f()"], "class linear.Wrong$Nothing is not found"),
    (["linear.Wrong$Counter: get() | get() | get() | get() | get()"], "at most 4 threads"),
    (["linear.Wrong$Counter: " + " | ".join(["get() " * 8] * 3)], "orders; leave out some"),
    (["linear.Wrong$Counter: ; get() ; ; get()"], "at most two ';'"),
    (["linear.Wrong$Counter: get() | get(); get() | get()"], "'|' separates threads"),
    (["java.util.concurrent.locks.Lock: lock()"], "java.util.concurrent.locks.Lock has no Lock()"),
    (["java.util.ArrayList: iterator() | add(1)"], "which has no method equals"),
    (["linear.Wrong$Coin: toss()", "--random", "2"], "a sequential twin with a choice"),
    (["linear.Wrong$Coin: start()"], "a sequential twin that starts a thread"),
    (["linear.Wrong$Coin: narrow(300)"], "linear.Wrong$Coin has no narrow(300)"),
    (["linear.Wrong$Coin: letter('\U0001f600')"], "a number"),
    (["linear.Wrong$Counter: get()", "--test", "linear.T"], "does not go with"),
    (["linear.Wrong$Counter: get()", "linear.Main"], "does not go with"),
]


def size(scenario):
    """The operations of threads and after them."""
    parts = scenario.split(":", 1)[1].split(";")
    return sum(part.count("(") for part in (parts if len(parts) == 1 else parts[1:]))


class Test:
    def __init__(self, binary, build):
        self.binary, self.build, self.wrong, self.asked = binary, build, [], 0

    def ask(self, command, scenario, *options, classes="classes"):
        return waymark.ask(self.binary, command, "--classpath", self.build / classes, "--linearizable", scenario, *options, limit=HANGS)

    def judge(self, scenario, kind, least=None, options=(), classes="classes"):
        self.asked += 1
        answer = self.ask("check", scenario, *options, classes=classes)
        found = answer.said.get("kind") if answer.verdict == "violation" else answer.verdict
        if found != kind:
            self.wrong.append(f"{scenario} {' '.join(options)}: {found} instead of {kind}: {answer.detail}")
        elif least is not None and size(answer.said["program"]) != least:
            self.wrong.append(f"{scenario} {' '.join(options)}: {answer.said['program']} is not of {least} operations")
        return answer

    def certify(self, scenario, options=(), classes="classes"):
        script = self.build / "scenario.way"
        self.judge(scenario, "holds", None, ("--script", str(script), *options), classes)
        answer = self.ask("certify", scenario, "--script", script, classes=classes)
        if answer.verdict != "certified":
            self.wrong.append(f"{scenario} {' '.join(options)}: its script is {answer.verdict}: {answer.detail}")
        return script

    def refuse(self, words, why):
        self.asked += 1
        answer = self.ask("check", *words)
        if answer.done.code != 2 or why not in answer.done.out + answer.done.err:
            self.wrong.append(f"{words}: exit code {answer.done.code} without '{why}': {answer.done.last_words()}")


# --- random classes ---

def random_method(dice):
    """(synchronized?, statements, result): ('read', field), ('write', field, number or None: the last read plus one)."""
    body, read = [], False
    if dice.random() < 0.5:
        body, read = [("read", "x"), ("write", "x", None)], True
    for _ in range(dice.randint(1, 3)):
        if dice.random() < 0.5:
            body.append(("read", dice.choice("xxxy")))
            read = True
        else:
            body.append(("write", dice.choice("xxxy"), None if read and dice.random() < 0.6 else dice.randint(1, 3)))
    return dice.random() < 0.4, body, "t" if read and dice.random() < 0.9 else str(dice.randint(0, 1))


def java_of(name, methods, volatile):
    lines = [f"public class {name} {{", f"    {'volatile ' if volatile else ''}int x, y;"]
    for number, (locked, body, result) in enumerate(methods):
        lines.append(f"    {'synchronized ' if locked else ''}int m{number}() {{ int t = 0;")
        for statement in body:
            if statement[0] == "read":
                lines.append(f"        t = {statement[1]};")
            else:
                lines.append(f"        {statement[1]} = {'t + 1' if statement[2] is None else statement[2]};")
        lines.append(f"        return {result}; }}")
    return "\n".join([*lines, "}", ""])


def step(statement, memory, t):
    if statement[0] == "read":
        return memory, memory["xy".index(statement[1])]
    value = t + 1 if statement[2] is None else statement[2]
    return ((value, memory[1]) if statement[1] == "x" else (memory[0], value)), t


def alone(methods, order):
    """The results of operations one after another."""
    memory, out = (0, 0), []
    for method in order:
        _, body, result = methods[method]
        t = 0
        for statement in body:
            memory, t = step(statement, memory, t)
        out.append(t if result == "t" else int(result))
    return out


def explained(methods, threads, history):
    """history: {(thread, index): (result, the operations that had ended before it began)}."""
    every = [(thread, index) for thread, ops in enumerate(threads) for index in range(len(ops))]
    for order in itertools.permutations(every):
        place = {op: at for at, op in enumerate(order)}
        kept = all(place[before] < place[op] for op in every for before in history[op][1])
        if kept and alone(methods, [threads[t][i] for t, i in order]) == [history[op][0] for op in order]:
            return True
    return False


def is_linearizable(methods, threads):
    """All interleavings of beginnings, accesses, monitors and ends."""
    start = ((0, 0), None, tuple((0, -2, 0) for _ in threads), frozenset())
    seen, stack, judged = {start}, [start], {}
    while stack:
        memory, lock, places, history = stack.pop()
        moved = False
        for thread, (index, at, t) in enumerate(places):
            if index == len(threads[thread]):
                continue
            locked, body, result = methods[threads[thread][index]]
            new_memory, new_lock, new_history, new = memory, lock, history, (index, at + 1, t)
            if at == -2:  # begins
                ended = frozenset(op for op, value, _ in history if value is not None)
                new_history = history | {((thread, index), None, ended)}
            elif at == -1:
                if locked and lock is not None:
                    moved = True  # later
                    continue
                new_lock = thread if locked else lock
            elif at < len(body):
                new_memory, t = step(body[at], memory, t)
                new = (index, at + 1, t)
            elif at == len(body):
                new_lock = None if locked else lock
            else:
                mine = next(it for it in history if it[0] == (thread, index))
                new_history = history - {mine} | {(mine[0], t if result == "t" else int(result), mine[2])}
                new = (index + 1, -2, 0)
            moved = True
            state = (new_memory, new_lock, places[:thread] + (new,) + places[thread + 1:], new_history)
            if state not in seen:
                seen.add(state)
                stack.append(state)
        if not moved and history not in judged:
            judged[history] = explained(methods, threads, {op: (value, ended) for op, value, ended in history})
            if not judged[history]:
                return False
    return True


def least_violated(methods, threads):
    """The operations of the smallest violated scenario; None: it holds."""
    choices = itertools.product(*(range(len(ops) + 1) for ops in threads))
    for lengths in sorted(choices, key=sum):
        if sum(lengths) and not is_linearizable(methods, [ops[:length] for ops, length in zip(threads, lengths) if length]):
            return sum(lengths)
    return None


def random_scenarios(test, seed, count, every_way):
    dice = random.Random(seed)
    made = []
    folder = test.build / "random"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        methods = [random_method(dice) for _ in range(3)]
        lengths = dice.choice([(1, 1), (2, 1), (2, 2), (2, 2), (1, 1, 1), (2, 1, 1)])
        threads = [[dice.randrange(3) for _ in range(length)] for length in lengths]
        (folder / f"R{number}.java").write_text(java_of(f"R{number}", methods, dice.random() < 0.5))
        made.append((f"R{number}: " + " | ".join(" ".join(f"m{op}()" for op in ops) for ops in threads), methods, threads))
    java.compile([folder / f"R{number}.java" for number in range(count)], folder / "classes", "-g", "-nowarn")
    violated = 0
    for number, (scenario, methods, threads) in enumerate(made):
        least = least_violated(methods, threads)
        violated += least is not None
        kind = "holds" if least is None else "linearizability"
        test.judge(scenario, kind, least, classes="random/classes")
        ways = [("--por", "off"), ("--jobs", "2"), ("--library", "steps"), ("--search", "dfs")]
        for way in ways if every_way else [ways[number % len(ways)]]:
            test.judge(scenario, kind, least, way, classes="random/classes")
        if kind == "holds" and (every_way or number % 4 == 0):
            test.certify(scenario, classes="random/classes")
    print(f"{count} random scenarios, {violated} violated")


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    waymark.add_option(options)
    options.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release" / "java-linear")
    options.add_argument("--all", action="store_true")
    options.add_argument("--count", type=int, default=2)
    options.add_argument("--seed", type=int, default=1)
    args = options.parse_args()
    java.require()
    sources = sorted(SOURCES.glob("*.java"))
    files.made(args.build, sources, lambda: java.compile(sources, args.build / "classes", "-g", "-nowarn"))
    test = Test(args.waymark, args.build)
    for scenario, least in VIOLATED + VIOLATED_SLOWLY if args.all else VIOLATED[::SHARE]:
        test.judge(scenario, "linearizability", least)
        for way in ([("--por", "off"), ("--jobs", "2"), ("--preemptions", "3")] if args.all else []):
            test.judge(scenario, "linearizability", None if "--preemptions" in way else least, way)
        if args.all:
            test.judge(scenario, "linearizability", None, ("--hunt", "--time", "30s"))
    for scenario in HOLD + HOLD_SLOWLY if args.all else HOLD[SHARE::SHARE]:
        test.certify(scenario)
        if args.all:
            test.judge(scenario, "holds", None, ("--jobs", "2"))
    script = test.certify(HOLD[0])
    other = test.ask("certify", HOLD[0].replace("both()", "get()"), "--script", script)
    if other.done.code != 4:
        test.wrong.append(f"a script of another scenario is {other.verdict}")
    test.judge("linear.Wrong$BlockingCell = linear.Wrong$SequentialCell: put(1) | take() take()", "deadlock", 3)
    test.judge("linear.Right$View: all() add(1) | add(2)", "holds")
    for words, why in REFUSED:
        test.refuse(words, why)
    random_scenarios(test, args.seed, args.count, args.all)
    print("\n".join([*test.wrong, f"{test.asked} questions: {len(test.wrong)} wrong"]))
    sys.exit(1 if test.wrong else 0)


if __name__ == "__main__":
    main()
