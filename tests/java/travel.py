#!/usr/bin/env python3
"""States that travel between processes: one writes them, a fresh one reads them and has to see the same.

travel.py --runner BINARY --library JAR --build DIR [--every N] [--everyday N/M]. Takes the programs below with and without
reduction, and with calls of the library as one step, or in every Nth of these ways, each program in others; the litmus programs, each
in one of them; Promela models and a graph. Then damages some of the states and sees to it that reading them does no harm.
--everyday takes the programs of tests/java/everyday instead, every M-th from the N-th on, each in one of these ways and with time-outs at
any moment, last or never.
"""
import argparse
import itertools
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import everyday  # noqa: E402
from lib import ROOT, java, processes  # noqa: E402

JAVA = ROOT / "tests" / "java"
PROGRAMS = """
DiningPhilosophers 3
DiningPhilosophers 3 circular
BoundedBuffer 2 1 1
SleepingBarber 1 2 1
Elevator 1 2 2
RemoteAgent locked
AtomicCounter 3
LockCondition 1 1
ExecutorSum 1 1
FutureChain
WordCount
Streams
Choices 6
NoGarbage 3
DoubleLinked 3
travel.Baggage 0 1
travel.Baggage 2 3
travel.Baggage 4 5
travel.Baggage 5 5
""".split("\n")[1:-1]
DAMAGED = ["DiningPhilosophers 3", "LockCondition 1 1", "WordCount", "travel.Baggage 0 1", "travel.Baggage 2 3"]
WAYS = ["on", "off", "calls"]  # of reduction; with calls of the library as one step, too
# Two ways through a diamond, an end, a failure and a step with something in the middle.
GRAPH = "0 1\n0 2\n1 3\n2 3\n3 4\n3 5\n4 6\n4 0\n5 7\npass 4\nend 6\nfail 7\n"


def run(*command, lines=()):
    done = processes.run(command, text="".join(f"{line}\n" for line in lines))
    print(done.out, done.err, sep="", end="")
    if done.code != 0:
        sys.exit(f"{command[1]} ended with {done.code}")


def travel_everyday(args):
    found = everyday.programs()
    classes = f"{everyday.compile_all(args.build, found)}:{args.library}"
    asked = everyday.ways(everyday.share(found, args.everyday), args.library, libraries=("steps",))
    lines = [f"{way} {words}" for words, way in zip(asked, itertools.cycle(WAYS))]
    run(args.runner, "write", classes, args.build / "states", lines=lines)
    run(args.runner, "read", classes, args.build / "states")


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--runner", required=True)
    options.add_argument("--library", required=True)
    options.add_argument("--build", type=pathlib.Path, required=True)
    options.add_argument("--every", type=int, default=1)
    options.add_argument("--everyday", metavar="N/M", help="everyday programs, every M-th from the N-th on")
    args = options.parse_args()
    java.require()
    if args.everyday:
        return travel_everyday(args)
    shutil.rmtree(args.build, ignore_errors=True)
    args.build.mkdir(parents=True)
    subprocess.run([sys.executable, JAVA / "litmus" / "litmus.py", "--generate", args.build], check=True)
    litmus = sorted((args.build / "litmus").glob("*.java"))
    sources = [*sorted(java.EXAMPLES.glob("*.java")), *sorted((JAVA / "travel").glob("*.java")), *litmus]
    java.compile(sources, args.build / "classes", "-g", classpath=args.library)
    (args.build / "toy.graph").write_text(GRAPH)

    models = [f"{way} {program}" for i, program in enumerate(PROGRAMS) for way in WAYS[i % args.every::args.every]]
    models += [f"{way} litmus.{source.stem}" for source, way in zip(litmus, itertools.cycle(WAYS))]
    others = [*sorted((ROOT / "tests" / "promela" / "corpus").glob("*.pml")), args.build / "toy.graph"]
    classes = f"{args.build / 'classes'}:{args.library}"
    run(args.runner, "write", classes, args.build / "states", lines=models + others)
    run(args.runner, "read", classes, args.build / "states")
    run(args.runner, "damage", classes, lines=[f"{way} {program}" for program, way in itertools.product(DAMAGED, WAYS)] + others)


if __name__ == "__main__":
    main()
