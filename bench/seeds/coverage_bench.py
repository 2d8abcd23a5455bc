#!/usr/bin/env python3
"""Estimates of coverage, as in table 5.1 of the thesis.

Each model is searched once with the exact store and then with room for 3, 10, 25, 50, 75 and 95% of its states, with
several seeds. The deviation is that of the estimate from the share of states really covered, in points.
Bars: average deviation at most 5, worst at most 20, the interval right in 95 cases of 100.

bench/estimates_bench.py measures all models of the project. --overhead compares processor times with those of plain searches
that visit as many states.
"""
import argparse
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from cache_bench import MODELS, files, run, waymark  # noqa: E402

LIMITS = [3, 10, 25, 50, 75, 95]
# Smaller than for caching, as every limit is searched with many seeds.
MODELS = dict(MODELS, rwvsn=("READERS=3 WRITERS=3 ROUNDS=1", ""), replicated_workers=("WORKERS=5 ITEMS=1", ""))


def cover(binary, name, options, states, seed):
    return run(binary, name, options, "--states", str(states), "--seed", str(seed), command="coverage")


def overhead(arguments, models):
    """Processor time over that of plain searches, breadth-first and depth-first, that visit as many states."""
    rows = [["model", "limit %", "states visited", "estimating s", "bfs s", "dfs s"]]
    print(f"{'time of estimating over plain bfs, dfs':40}" + "".join(f"{limit:>14}%" for limit in LIMITS), flush=True)
    sums = [0.0, 0.0, 0.0]
    for name, options in models:
        states = run(arguments.waymark, name, options)["states"]
        cells = []
        for limit in LIMITS:
            least = [float("inf")] * 3
            for _ in range(arguments.seeds):  # one after the other, so that what else goes on disturbs all alike
                estimating = cover(arguments.waymark, name, options, states * limit // 100, 1)
                as_many = str(max(10, estimating["states"] - 1))
                plain = [run(arguments.waymark, name, options, "--states", as_many, "--search", order)
                         for order in ("bfs", "dfs")]
                least = [min(t, said["cpu"]) for t, said in zip(least, [estimating, *plain])]
            cells.append(f"{least[0] / least[1]:.2f} {least[0] / least[2]:.2f}")
            sums = [total + t for total, t in zip(sums, least)]
            rows.append([name, limit, estimating["states"], *(f"{t:.3f}" for t in least)])
        print(f"{name:40}" + "".join(f"{cell:>15}" for cell in cells), flush=True)
    print(f"all together: {sums[0] / sums[1]:.2f} of breadth-first, {sums[0] / sums[2]:.2f} of depth-first searches "
          "(bar: 1.10; thesis: 1.12 to 1.38 of depth-first ones)")
    files.write_csv(arguments.csv, rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--endless", action="store_true", help="without ROUNDS: processes that never stop")
    parser.add_argument("--overhead", action="store_true", help="processor time beside plain searches, the least of --seeds runs")
    parser.add_argument("--csv", type=Path, help="also write all figures here")
    arguments = parser.parse_args()
    models = [(name, MODELS[name][0]) for name in arguments.models.split(",")]
    if arguments.overhead:
        overhead(arguments, models)
        return 0
    rows, deviations, right = [], [], []
    print(f"{'deviation in points: best worst average':24}" + "".join(f"{limit:>16}%" for limit in LIMITS), flush=True)
    for name, options in models:
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
        print(f"{Path(name).stem:24}" + "".join(f"{cell:>17}" for cell in cells), flush=True)
    print(f"average deviation {statistics.mean(deviations):.1f}, worst {max(deviations):.1f}, interval right in "
          f"{100 * sum(right) / len(right):.0f}% of {len(right)} runs (thesis: 5 to 10, 37, none)")
    files.write_csv(arguments.csv, [["model", "states", "limit %", "seed", "covered", "estimate", "low", "high", "sampled", "arrivals",
                           "cpu seconds"], *rows])
    return 0


if __name__ == "__main__":
    sys.exit(main())
