#!/usr/bin/env python3
"""Generates and compiles the litmus programs of tests/java/litmus, and runs them: litmus.py --runner BINARY --build DIR [NAME...].

With --random SEED [--count N], random ones instead.
"""
import argparse
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import ROOT, comparing, files, java  # noqa: E402

LITMUS = ROOT / "tests" / "java" / "litmus"


def telling(build):
    """Whether at least half of the random programs can end in more than one way; others are right by chance."""
    outcomes = json.loads((build / "expected.json").read_text()).values()
    return comparing.enough(sum(len(lines) > 1 for lines in outcomes), len(outcomes), "programs can end in several ways")


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--runner", required=True)
    options.add_argument("--build", type=pathlib.Path, required=True)
    options.add_argument("--random", metavar="SEED", help="random programs instead of the written ones")
    options.add_argument("--count", type=int, default=40)
    options.add_argument("--all", action="store_true", help="data races of every program; without it, of every third")
    options.add_argument("names", nargs="*")
    args = options.parse_args()
    java.require()
    sources = [LITMUS / "litmus.py", *sorted((LITMUS / "by_hand").glob("*.java"))]
    which = ["--random", args.random, "--count", str(args.count)] if args.random else []

    def make():
        subprocess.run([sys.executable, LITMUS / "litmus.py", "--generate", args.build, *which], check=True)
        java.compile(sorted((args.build / "litmus").glob("*.java")), args.build / "classes")

    files.made(args.build, sources, make, *which)
    ended = subprocess.run([args.runner, args.build / "classes", args.build / "expected.json", "all" if args.all else "some", *args.names]).returncode
    sys.exit(ended or (0 if not args.random or telling(args.build) else 1))


if __name__ == "__main__":
    main()
