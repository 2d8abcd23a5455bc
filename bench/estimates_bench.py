#!/usr/bin/env python3
"""Estimates of coverage beside the truth, on all models of the project as they are found.

Every Promela model of tests/, bench/models, examples/ and page/ takes part that has --least to --most states without
reduction. Each is searched whole, and then with room for 5, 10, 25, 50 and 75% of its states. A hash of the name says whether
a model is for tuning or kept aside; that was fixed before the first figure was seen, and estimators were chosen by looking at
the tuning part alone.

Of each estimator: how often its 95% interval holds the truth, the median width of the interval, and the average and
worst deviation of the estimate, in points. --old BINARY adds another build, and compares processor times.
"""
import argparse
import csv
import hashlib
import statistics
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
from lib import ROOT, files, waymark  # noqa: E402

CUTS = [5, 10, 25, 50, 75]
FOLDERS = ["tests", "bench/models", "examples", "page"]
LEAVE_OUT = ["/bad/", "/fuzz/"]  # no models, or not meant to be
LARGE = 10_000
ASKED = ["--errors", "0", "--property", "assertion", "--por", "off"]


def part_of(name):
    return "tuning" if hashlib.sha256(name.replace("/", "_").encode()).digest()[0] % 2 == 0 else "aside"


def models(arguments):
    """Those that take part, with their numbers of states."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.pml")):
            name = str(path.relative_to(ROOT))
            if any(word in name for word in LEAVE_OUT):
                continue
            said = waymark.ask(arguments.waymark, "check", path, *ASKED, "--ltl", "none", "--states", str(arguments.most),
                               "--jobs", "1").said
            if said and said.get("reason", "error") is None and said["states"] >= arguments.least:
                yield name, said["states"]


def shares(covered, count):
    """What a number of states, with its interval, says of the share that is covered."""
    return [min(1, covered / count[key]) for key in ("states", "high", "low")]


def estimates(said):
    """Of one run: estimate, low and high by estimator."""
    found = said["coverage"]
    yield "both", [found["estimate"], found["low"], found["high"]]
    yield "recapture", shares(found["covered"], found["recapture"])
    yield "tree", shares(found["covered"], found["tree"]) if found["tree"] else [0, 0, 1]


class Figures:
    def __init__(self):
        self.right, self.widths, self.off = [], [], []

    def add(self, truth, estimate, low, high):
        self.right.append(low - 1e-5 <= truth <= high + 1e-5)
        self.widths.append(100 * (high - low))
        self.off.append(100 * abs(estimate - truth))

    def __str__(self):
        return (f"{len(self.off):5} runs  {100 * statistics.mean(self.right):6.1f}% right  width {statistics.median(self.widths):5.1f}  "
                f"off by {statistics.mean(self.off):5.1f}, at most {max(self.off):5.1f}")


def search(arguments):
    """A row for each model, cut and estimator."""
    for name, states in models(arguments):
        for cut in CUTS:
            asked = [ROOT / name, *ASKED, "--states", str(max(10, states * cut // 100))]
            answer = waymark.demand(arguments.waymark, "coverage", *asked)
            if not answer.said["coverage"]:
                continue  # all states were found
            told = {estimator: [*said, answer.done.cpu] for estimator, said in estimates(answer.said)}
            if arguments.old:
                before = waymark.demand(arguments.old, "coverage", *asked)
                was = before.said["coverage"]
                told["old"] = [was["estimate"], was["low"], was["high"], before.done.cpu]
            truth = answer.said["coverage"]["covered"] / states
            for estimator, figures in told.items():
                yield [name, part_of(name), states, cut, estimator, *(f"{x:.6f}" for x in [truth, *figures])]
        print(f"{name}: {states} states", flush=True)


def summarize(rows):
    figures, seconds, names = defaultdict(Figures), defaultdict(float), defaultdict(set)
    for name, part, states, cut, estimator, *numbers in rows:
        *numbers, cpu = map(float, numbers)
        large = int(states) >= LARGE
        names[part].add(name)
        for group in ["all", f"{cut}%", *(["large"] if large else [])]:
            figures[part, group, estimator].add(*numbers)
        if large and estimator in ("both", "old"):
            seconds[estimator] += cpu
    for part in sorted(names, reverse=True):
        print(f"\n{part}: {len(names[part])} models; 'large' are those with {LARGE:,} states or more")
        for group in [*(f"{cut}%" for cut in CUTS), "large", "all"]:
            for estimator in ("both", "recapture", "tree", "old"):
                if (part, group, estimator) in figures:
                    print(f"  {group:6} {estimator:10}{figures[part, group, estimator]}")
    if seconds["old"]:
        print(f"\nprocessor time of large models: {seconds['both']:.2f} s, of the old build {seconds['old']:.2f} s: "
              f"{100 * (seconds['both'] / seconds['old'] - 1):+.1f}%")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--old", help="another build, whose estimates are shown beside")
    parser.add_argument("--least", type=int, default=100, help="states of a model")
    parser.add_argument("--most", type=int, default=1_000_000, help="states of a model")
    parser.add_argument("--csv", type=Path, help="also write all figures here")
    parser.add_argument("--read", type=Path, nargs="+", help="summarize these figures instead of searching")
    arguments = parser.parse_args()
    if arguments.read:
        rows = [row for path in arguments.read for row in list(csv.reader(path.open()))[1:]]
    else:
        rows = list(search(arguments))
    summarize(rows)
    files.write_csv(arguments.csv, [["model", "part", "states", "cut %", "estimator", "covered", "estimate", "low", "high",
                                     "cpu seconds"], *rows])
    return 0


if __name__ == "__main__":
    sys.exit(main())
