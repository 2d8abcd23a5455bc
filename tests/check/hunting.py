#!/usr/bin/python3
"""Hunts for the published bugs of tests/check/bugs, then in random Promela models.

hunting.py --waymark BINARY --build DIR [--all] [--c] [--jobs N] [--seconds N] [--seed N] [--count N]. Each bug is found, is of the kind
that stands in expected.txt, takes as many preemptions as stands there, and its trail shows it. Without --all: only those that are
quick, in a limited number of runs, so that no result depends on the time. With --all: every one within so many seconds, and
the times are told. C programs are left out without --c. A hunt in a random model finds nothing where a search of all runs
with at most three preemptions explores everything and finds nothing; what it finds takes no fewer preemptions than that
search says, and its trail shows it. It has to find most of what there is, with the fewest preemptions.
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
sys.path.insert(0, str(ROOT / "tests" / "random"))
from lib import HANGS, java  # noqa: E402
from random_promela import generate  # noqa: E402

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


def random_model(seed, args):
    """What is wrong, empty if nothing is; and whether there is a violation, it was found, and with the fewest preemptions."""
    model = args.build / f"random{seed}.pml"
    model.write_text(generate(seed))
    searched = json.loads(run(args.waymark, "check", model, "--preemptions", 3, "--states", 300000, "--ltl", "none", "--json").stdout or "{}")
    if searched.get("verdict") not in ("holds", "violation"):
        return "", False, False, False
    trail = args.build / "random.trail"
    done = run(args.waymark, "check", model, "--hunt", "--tune", "runs=500", "--jobs", 1, "--ltl", "none", "--trail", trail, "--json")
    hunted = json.loads(done.stdout)
    there = searched["verdict"] == "violation"
    if done.returncode == 3:
        return "", there, False, False
    if done.returncode != 1 or not there:
        return f"exit {done.returncode}: {hunted['headline']}, and {searched['headline']}", there, False, False
    found, least = hunted["hunt"]["preemptions"], searched["preemptions"]["most"]
    replayed = run(args.waymark, "replay", model, "--trail", trail)
    if replayed.returncode != 1 or hunted["kind"] not in replayed.stdout:
        return f"replay: exit {replayed.returncode}: {replayed.stdout[:300]}", there, True, False
    return "" if found >= least else f"{found} preemptions, and the search needs {least}", there, True, found == least


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--waymark", type=pathlib.Path, default=ROOT / "build/release/waymark")
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--c", action="store_true")
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    args.build.mkdir(parents=True, exist_ok=True)
    java.compile(BUGS.glob("*.java"), args.build, "-nowarn")
    times, wrong, count = [], 0, 0
    for words, kind, preemptions in expected():
        if (not args.all and words[0] not in QUICK) or (not args.c and words[0].endswith(".c")):
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
    present = met = fewest = 0
    for seed in range(int(args.seed), int(args.seed) + args.count):
        fault, there, found, least = random_model(seed, args)
        present, met, fewest = present + there, met + found, fewest + least
        if fault:
            wrong += 1
            print(f"random{seed}.pml: {fault}")
    if args.count:
        print(f"{args.count} random models: {present} with a violation, {met} found, {fewest} with the fewest preemptions")
    return 1 if wrong or not count or 2 * fewest < present else 0


if __name__ == "__main__":
    sys.exit(main())
