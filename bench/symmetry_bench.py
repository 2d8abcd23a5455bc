#!/usr/bin/python3
"""What symmetry leaves of models with alike processes, and what looking for it costs where there is none.

First states and processor time with --symmetry auto and without, unreduced and reduced; the script is certified. Then
the time of models without symmetry, auto over off, as the median of pairs of runs. A verdict that differs, a script
that is not certified, or a median above 1.05, makes the exit code 1.

  symmetry_bench.py --waymark build/release/waymark [--pairs 5]
"""
import argparse
import pathlib
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from lib import ROOT, tables, waymark  # noqa: E402

ALIKE = [("bench/models/symmetry/lock", 6), ("bench/models/symmetry/clients", 5), ("bench/models/symmetry/counters", 5),
         ("tests/promela/corpus/semaphores", None), ("tests/promela/corpus/readers_writers", None)]
DIFFERENT = ["bench/models/pipeline", "bench/models/peterson_filter", "bench/models/leader", "bench/models/token"]
MOST = 1.05


def check(arguments, path, *more):
    """What it says, with the processor time of the whole run."""
    answer = waymark.demand(arguments.waymark, "check", "--jobs", 1, "--ltl", "none", *more, path)
    return {**answer.said, "seconds": answer.done.cpu}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--pairs", type=int, default=5, help="runs of each kind [5]")
    arguments = parser.parse_args()
    good = True
    tables.head("model", "reduction", "states", "up to symmetry", "times fewer", "s", "s up to symmetry", "alike")
    with tempfile.TemporaryDirectory(prefix="symmetry-") as where:
        script = pathlib.Path(where) / "s.way"
        for name, count in ALIKE:
            path = ROOT / f"{name}.pml"
            sized = ["-D", f"N={count}"] if count else []
            for por in ["off", "on"]:
                whole = check(arguments, path, "--por", por, *sized)
                less = check(arguments, path, "--por", por, "--symmetry", "auto", "--script", script, *sized)
                certified = waymark.demand(arguments.waymark, "certify", "--script", script, *sized, path, codes=(0, 4)).said
                good = good and whole["verdict"] == less["verdict"] and certified["verdict"] == "certified"
                tables.row(f"{path.stem}{f' {count}' if count else ''}", por, whole["states"], less["states"],
                           f"{whole['states'] / less['states']:.1f}", f"{whole['seconds']:.2f}", f"{less['seconds']:.2f}",
                           less.get("symmetry", "none"))
    print()
    tables.head("model without symmetry", "states", "time, auto over off")
    for name in DIFFERENT:
        path = ROOT / f"{name}.pml"
        ratios = []
        for _ in range(arguments.pairs):
            off = check(arguments, path, "--por", "off")
            auto = check(arguments, path, "--por", "off", "--symmetry", "auto")
            good = good and auto["states"] == off["states"] and "symmetry" not in auto
            ratios.append(auto["seconds"] / off["seconds"])
        median = statistics.median(ratios)
        good = good and median <= MOST
        tables.row(path.stem, off["states"], f"{median:.3f}")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
