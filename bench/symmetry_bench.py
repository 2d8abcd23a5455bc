#!/usr/bin/python3
"""What symmetry leaves of models with alike processes, and what looking for it costs where there is none.

First states and processor time with --symmetry auto and without, unreduced and reduced; the script is certified. Then
the time of models without symmetry, auto over off, as the median of pairs of runs. A verdict that differs, a script
that is not certified, or a median above 1.05, makes the exit code 1. So does a model of two to five instances of which
a search has more than 1.1 times the states that a brute-force canonical form leaves (tests/check/symmetry_graph.cpp).

  symmetry_bench.py --waymark build/release/waymark [--pairs 5]
"""
import argparse
import json
import pathlib
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from lib import HANGS, ROOT, processes, tables, waymark  # noqa: E402

ALIKE = [("bench/models/symmetry/lock", 6), ("bench/models/symmetry/clients", 5), ("bench/models/symmetry/counters", 5),
         ("tests/promela/corpus/semaphores", None), ("tests/promela/corpus/readers_writers", None)]
DIFFERENT = ["bench/models/pipeline", "bench/models/peterson_filter", "bench/models/leader", "bench/models/token"]
MOST = 1.05
# Up to five instances, and what their number is called.
COUNTED = [("bench/models/symmetry/lock", "N"), ("bench/models/symmetry/clients", "N"), ("bench/models/symmetry/counters", "N"),
           ("bench/models/protocols/savages", "SAVAGES"), ("bench/models/protocols/mcs_lock", "THREADS")]
MOST_STATES = 150_000  # of a whole graph that brute force goes through
MOST_OVER_ORBITS = 1.1


def count_orbits(graph, where):
    """Whether each search has about as many states as there are orbits."""
    good = True
    tables.head("model", "states", "orbits", "up to symmetry", "ratio")
    for name, macro in COUNTED:
        for count in range(2, 6):
            path = pathlib.Path(where) / "sized.pml"
            path.write_text(f"#define {macro} {count}\n" + (ROOT / f"{name}.pml").read_text())
            done = processes.run([graph, "--most", str(MOST_STATES), path], limit=HANGS)
            said = json.loads(done.out) if done.code == 0 else {"wrong": done.last_words()}
            label = f"{pathlib.Path(name).name} {count}"
            if said.get("large") or "none" in said:
                tables.row(label, "-", "-", "-", said.get("none", f"more than {MOST_STATES} states"))
                continue
            ratio = said["up_to_symmetry"] / said["orbits"] if not said["wrong"] else float("inf")
            good = good and ratio <= MOST_OVER_ORBITS
            tables.row(label, said.get("states"), said.get("orbits"), said.get("up_to_symmetry"), said["wrong"] or f"{ratio:.3f}")
    print()
    return good


def check(arguments, path, *more):
    """What it says, with the processor time of the whole run."""
    answer = waymark.demand(arguments.waymark, "check", "--jobs", 1, "--ltl", "none", *more, path)
    return {**answer.said, "seconds": answer.done.cpu}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--pairs", type=int, default=5, help="runs of each kind [5]")
    parser.add_argument("--graph", default=ROOT / "build/release/tests/symmetry_graph", help="that program")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="symmetry-") as where:
        good = count_orbits(arguments.graph, where)
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
