#!/usr/bin/env python3
"""Contract 1 for Java: the same fingerprints, and the same enabled transitions, in every order and in every process.

contract.py --runner BINARY --library JAR --build DIR [--large] [--everyday N/M]. Runs the programs below depth-first, breadth-first and at
random, each in a process of its own, and compares what the three print. --large takes those with more than 100,000 states too.
--everyday takes the programs of tests/java/everyday instead, every M-th from the N-th on, with calls of the library as one step and
in steps, and with time-outs at any moment, last and never; of those with many states only some are looked at.
"""
import argparse
import concurrent.futures
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import everyday  # noqa: E402
from lib import ROOT, java, processes  # noqa: E402

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
ExecutorSum 1 1
FutureChain
LibraryCalls lock 3
LibraryCalls condition 2
LibraryCalls latch 2
LibraryCalls array-queue 1 2
LibraryCalls exchanger 1
LibraryCalls pool-get 2 2
LibraryCalls pool-await 2 2
LibraryCalls invoke-all 2 2
LibraryCalls fork-join 2
LibraryCalls future 2
LibraryCalls parallel 2
""".split("\n")[1:-1]
LARGE = ["ExecutorSum 1 1", "FutureChain"]
ORDERS = ("dfs", "bfs", "random")
IN_STEPS = ("whole --library steps", "reduced --library steps")
ONE_STEP = "reduced --library atomic"


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--runner", required=True)
    options.add_argument("--library", type=pathlib.Path, required=True)
    options.add_argument("--build", type=pathlib.Path, required=True)
    options.add_argument("--large", action="store_true")
    options.add_argument("--everyday", metavar="N/M", help="everyday programs, every M-th from the N-th on")
    options.add_argument("--most", type=int, default=1000, help="most states of an everyday program [1000]")
    args = options.parse_args()
    java.require()
    if args.everyday:
        found = everyday.programs()
        classes = everyday.compile_all(args.build, found)
        chosen = [f"reduced {words}" for words in everyday.ways(everyday.share(found, args.everyday), args.library)]
    else:
        classes = java.examples(args.build, args.library)
        java.compile([ROOT / "bench" / "java" / "LibraryCalls.java"], classes)
        in_steps = PROGRAMS + (LARGE if args.large else [])
        chosen = [f"{way} {program}" for program in in_steps for way in IN_STEPS] + [f"{ONE_STEP} {program}" for program in PROGRAMS + CALLS]

    def run(order):
        # Each in an order of its own, so that classes are met in different orders too.
        command = [args.runner, order, f"{classes}:{args.library}", *([str(args.most)] if args.everyday else [])]
        return processes.run(command, text="\n".join(chosen if order != "bfs" else chosen[::-1]) + "\n").out.splitlines()

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        outputs = dict(zip(ORDERS, pool.map(run, ORDERS)))
    wrong, states = 0, 0
    for program in chosen:
        lines = [next((x for x in outputs[order] if x.startswith(program + ": ")), f"{program}: {outputs[order][-1:]}") for order in ORDERS]
        said = re.fullmatch(r"(more than )?(\d+) states.*", lines[0][len(program) + 2:])
        if said and lines[0] == lines[1] == lines[2]:
            states += int(said[2])
            continue
        wrong += 1
        print("\n".join(f"{order:7} {line}" for order, line in zip(ORDERS, lines)))
    print(f"{len(chosen) - wrong} of {len(chosen)} runs have the same {states:,} states in every order and process")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
