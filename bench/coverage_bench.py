#!/usr/bin/env python3
"""Estimates of coverage, as in table 5.1 of the thesis.

Each model is searched once with the exact store and then with room for 3, 10, 25, 50, 75 and 95% of its states, with
several seeds. The deviation is that of the estimate from the share of states really covered, in points.
Bars: average deviation at most 5, worst at most 20, the interval right in nine cases of ten.
"""
import argparse
import csv
import os
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from cache_bench import MODELS, ROOT, run  # noqa: E402

LIMITS = [3, 10, 25, 50, 75, 95]


def cover(waymark, name, options, states, seed):
    return run(waymark, name, options, "--states", str(states), "--seed", str(seed), command="coverage")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waymark", default=str(ROOT / "build/release/waymark"))
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--endless", action="store_true", help="without ROUNDS: processes that never stop")
    parser.add_argument("--csv", type=Path, help="also write all figures here")
    arguments = parser.parse_args()
    rows, deviations, right = [], [], []
    print(f"{'deviation in points: best worst average':24}" + "".join(f"{limit:>16}%" for limit in LIMITS), flush=True)
    for name in arguments.models.split(","):
        options, _ = MODELS[name]
        if arguments.endless:
            options = " ".join(o for o in options.split() if not o.startswith("ROUNDS"))
        base = run(arguments.waymark, name, options)
        cells = []
        for limit in LIMITS:
            here = []
            for seed in range(1, arguments.seeds + 1):
                said = cover(arguments.waymark, name, options, base["states"] * limit // 100, seed)
                found = said["coverage"] or {"estimate": 1, "low": 1, "high": 1, "covered": said["states"]}
                truth = found["covered"] / base["states"]
                here.append(100 * abs(found["estimate"] - truth))
                right.append(found["low"] <= truth <= found["high"])
                rows.append([name, base["states"], limit, seed, f"{truth:.4f}", f"{found['estimate']:.4f}",
                             f"{found['low']:.4f}", f"{found['high']:.4f}", f"{found.get('sampled', 1):.4f}",
                             f"{found.get('arrivals', 0):.3f}", f"{said['cpu']:.3f}"])
            deviations += here
            cells.append(f"{min(here):.0f} {max(here):.0f} {statistics.mean(here):.1f}")
        print(f"{name:24}" + "".join(f"{cell:>17}" for cell in cells), flush=True)
    print(f"average deviation {statistics.mean(deviations):.1f}, worst {max(deviations):.1f}, interval right in "
          f"{100 * sum(right) / len(right):.0f}% of {len(right)} runs (thesis: 5 to 10, 37, none)")
    if arguments.csv:
        beside = arguments.csv.with_name(f"{arguments.csv.name}.{os.getpid()}")
        with beside.open("w", newline="") as file:
            csv.writer(file).writerows([["model", "states", "limit %", "seed", "covered", "estimate", "low", "high", "sampled", "arrivals",
                                         "cpu seconds"], *rows])
        beside.replace(arguments.csv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
