#!/usr/bin/python3
"""Hunts for the published bugs of tests/check/bugs.

hunting.py --waymark BINARY --build DIR [--all] [--jobs N] [--seconds N] [--seed N]. Each is found, is of the kind that stands in
expected.txt, takes as many preemptions as stands there, and its trail shows it. Without --all: only those that are quick, in small
numbers of runs, so that no result depends on the time. With --all: every one within so many seconds; the times are told.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUGS = ROOT / "tests" / "check" / "bugs"
sys.path.insert(0, str(ROOT / "tools"))
from lib import HANGS  # noqa: E402

QUICK = {"Account", "Airline", "CheckThenAct", "Twostage", "bluetooth.c", "bakery.pml", "leases.pml"}


def expected():
    for line in (BUGS / "expected.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            *words, kind, preemptions = line.split()
            yield words, kind, int(preemptions)


def command(words, classes):
    """What names the program."""
    name, *more = words
    if "." in name:
        return [str(BUGS / name), "--define", *more]
    return ["--classpath", str(classes), name, *more]


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=HANGS)


def hunt(words, kind, preemptions, args):
    """The seconds that it took, and what is wrong; empty if nothing is."""
    program = command(words, args.build)
    trail = args.build / "bug.trail"
    trail.unlink(missing_ok=True)
    limit = ["--time", f"{args.seconds}s", "--jobs", args.jobs] if args.all else ["--tune", "runs=20000", "--jobs", 1]
    began = time.monotonic()
    done = run(args.waymark, "check", *program, "--hunt", "--seed", args.seed, *limit, "--trail", trail, "--json")
    took = time.monotonic() - began
    if done.returncode != 1:
        return took, f"exit {done.returncode}: {done.stdout[:300]}{done.stderr}"
    result = json.loads(done.stdout)
    if result["kind"] != kind:
        return took, f"{result['headline']} instead of {kind}"
    replayed = run(args.waymark, "replay", *program, "--trail", trail)
    if replayed.returncode != 1 or kind not in replayed.stdout:
        return took, f"replay: exit {replayed.returncode}: {replayed.stdout[:300]}{replayed.stderr}"
    found = result["hunt"]["preemptions"]
    return took, "" if found == preemptions else f"{found} preemptions instead of {preemptions}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--waymark", type=pathlib.Path, default=ROOT / "build/release/waymark")
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    args.build.mkdir(parents=True, exist_ok=True)
    subprocess.run(["javac", "-nowarn", "-d", args.build, *BUGS.glob("*.java")], check=True)
    times, wrong, count = [], 0, 0
    for words, kind, preemptions in expected():
        if not args.all and words[0] not in QUICK:
            continue
        count += 1
        took, fault = hunt(words, kind, preemptions, args)
        times.append(took)
        wrong += fault != ""
        if fault or args.all:
            print(f"{' '.join(words):22} {took:6.1f} s  {fault}", flush=True)
    if args.all:
        print(f"median {statistics.median(times):.1f} s, longest {max(times):.1f} s")
    print(f"{count - wrong} of {count} bugs found as expected")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
