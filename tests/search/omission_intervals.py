#!/usr/bin/env python3
"""Whether the intervals that searches with approximate stores give hold the truth.

omission_intervals.py [--waymark BINARY] [--seeds N] [--models M.pml,…] [--least SHARE]. Each model is searched once exactly,
then with --store hash-compact of fewer and fewer bits and --store bitstate of less and less memory, by several seeds. The
truth is the number of states met over the number there are; an interval is right if it lies within. Intervals are for nine
cases of ten: fails if those given are right in fewer than --least (0.85) of all, or if none is given where a store hardly
misses anything.
"""
import argparse
import collections
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from lib import ROOT, waymark  # noqa: E402

MODELS = ["bench/models/leader.pml", "bench/models/pipeline.pml", "tests/promela/corpus/snoopy_cache.pml"]
WAYS = ([["--store", "hash-compact", "--tune", f"hash-bits={bits}"] for bits in (16, 20, 24, 28, 32, 64)]
        + [["--store", "bitstate", "--memory", size] for size in ("1M", "2M", "4M", "8M", "64M")])


def run(binary, model, *options):
    return waymark.demand(binary, "check", model, "--por", "off", *options, codes=(0, 3)).said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--least", type=float, default=0.85)
    arguments = parser.parse_args()
    given, right, silent = collections.Counter(), collections.Counter(), collections.Counter()
    print("| model | states | store | truth | intervals | right |\n| --- | --- | --- | --- | --- | --- |", flush=True)
    for model in arguments.models.split(","):
        states = run(arguments.waymark, ROOT / model)["states"]
        for way in WAYS:
            name = " ".join(way[1:])
            truths, held, told = [], 0, []
            for seed in range(1, arguments.seeds + 1):
                said = run(arguments.waymark, ROOT / model, *way, "--seed", str(seed))
                if said["reason"] != "omissions":
                    continue
                truths.append(said["states"] / states)
                if said["coverage"] is None:
                    silent[name] += 1
                    continue
                told.append((said["coverage"]["low"], said["coverage"]["high"]))
                held += told[-1][0] <= truths[-1] <= told[-1][1]
            given[name] += len(told)
            right[name] += held
            interval = f"{min(low for low, _ in told):.6f} to {max(high for _, high in told):.6f}" if told else "none"
            truth = f"{min(truths):.6f} to {max(truths):.6f}" if truths else "does not fit"
            print(f"| {Path(model).stem} | {states:,} | {name} | {truth} | {interval} | {held} of {len(told)} |", flush=True)
    all_given, all_right = sum(given.values()), sum(right.values())
    print(f"{all_right} of {all_given} intervals hold the truth; {sum(silent.values())} searches gave none")
    if all_given == 0 or all_right < arguments.least * all_given:
        sys.exit("too few")
    if given["hash-compact --tune hash-bits=64"] == 0:
        sys.exit("none is given where hardly anything is missed")


if __name__ == "__main__":
    main()
