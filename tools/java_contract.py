#!/usr/bin/env python3
"""Contract 1 for Java: the same fingerprints, and the same enabled transitions, in every order and in every process.

java_contract.py --runner BINARY --library JAR --build DIR [--large]. Runs the programs below depth-first, breadth-first and at random, each in
a process of its own, and compares what the three print. --large takes those with more than 100,000 states too.
"""
import argparse
import concurrent.futures
import pathlib
import sys

from lib import ROOT, java, processes

PROGRAMS = """
DiningPhilosophers 3
DiningPhilosophers 3 circular
BoundedBuffer 2 1 1
KsuPipeline 2 1 1
NestedMonitor 1 1 1
Pipeline 2 1
ReadersWriters 1 1
ReplicatedWorkers 2 1
SleepingBarber 1 2 1
Elevator 1 2 2
RemoteAgent locked
AtomicCounter 3
LockCondition 1 1
WordCount
Streams
Choices 6
TempObj 3
NoGarbage 3
DoubleLinked 3
""".split("\n")[1:-1]
# Too many states, unless calls of the library are one step.
CALLS = """
calls ExecutorSum 1 1
calls FutureChain
calls LibraryCalls lock 3
calls LibraryCalls condition 2
calls LibraryCalls latch 2
calls LibraryCalls array-queue 1 2
calls LibraryCalls exchanger 1
calls LibraryCalls pool-get 2 2
calls LibraryCalls pool-await 2 2
calls LibraryCalls invoke-all 2 2
calls LibraryCalls fork-join 2
calls LibraryCalls future 2
calls LibraryCalls parallel 2
""".split("\n")[1:-1]
LARGE = ["ExecutorSum 1 1", "FutureChain"]
ORDERS = ("dfs", "bfs", "random")
WAYS = 4  # whole, reduced, canonical, calls as one step


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--runner", required=True)
    options.add_argument("--library", type=pathlib.Path, required=True)
    options.add_argument("--build", type=pathlib.Path, required=True)
    options.add_argument("--large", action="store_true")
    args = options.parse_args()
    chosen = PROGRAMS + CALLS + (LARGE if args.large else [])
    java.require()
    classes = java.examples(args.build, args.library)
    java.compile([ROOT / "bench" / "java" / "LibraryCalls.java"], classes)

    def run(order):
        # Each in an order of its own, so that classes are met in different orders too.
        programs = chosen if order != "bfs" else chosen[::-1]
        command = [args.runner, order, f"{classes}:{args.library}"]
        return processes.run(command, text="\n".join(programs) + "\n").out.splitlines()

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        outputs = dict(zip(ORDERS, pool.map(run, ORDERS)))
    wrong = 0
    for program in chosen:
        lines = {order: [x for x in outputs[order] if x.startswith(program + ", ")] or [f"{program}: {outputs[order][-1:]}"] for order in ORDERS}
        if lines["dfs"] == lines["bfs"] == lines["random"] and len(lines["dfs"]) == (1 if program in CALLS else WAYS) and all(" states " in x for x in lines["dfs"]):
            continue
        wrong += 1
        for order in ORDERS:
            print("\n".join(f"{order:7} {line}" for line in lines[order]))
    states = sum(int(line.split(": ")[1].split()[0]) for line in outputs["dfs"] if " states " in line)
    print(f"{len(chosen) - wrong} of {len(chosen)} programs have the same {states:,} states in every order and process")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
