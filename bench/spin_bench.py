#!/usr/bin/env python3
"""Races Waymark's whole search, depth-first and breadth-first, against Spin's depth-first one: make bench NAME=spin.

All search without reduction, by one thread, on the same machine, alternately. The best of --repeat runs counts, in
processor time of the whole process. Spin has what a user would give it: -O2, only what a safety search needs, and the
better of two tables, one that fits the number of states and -w24; its stack fits, too. States and transitions have to be
the same, else the model is marked and the exit code is 1. The models of bench/models/aside are kept aside from tuning.

  spin_bench.py --repeat 3
  spin_bench.py --store tree --filter leader --define N=5 --spin-flags=-DCOLLAPSE
"""
import argparse
import json
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))
from lib import ROOT, files, spin, waymark  # noqa: E402
from lib.tables import geometric_mean, table  # noqa: E402

MODELS = ROOT / "bench" / "models"
FLAGS = ["-DSAFETY", "-DNOREDUCE", "-DNOFAIR", "-DMEMLIM=16000", "-DVECTORSZ=4096"]
# What is to be reached: the mean, and each model.
GOALS = {"dfs": (1.5, 1.0), "bfs": (2.0, 1.2)}


@dataclass
class Run:
    states: int
    transitions: int  # edges: Spin's number less one
    seconds: float
    bytes_per_state: float

    def better(self, other):
        return self if other is None or self.seconds < other.seconds else other

    def course(self):
        return self.states, self.transitions


class Spin:
    """One model's verifier, built once."""

    def __init__(self, model, arguments, where):
        self.pan = spin.Verifier(where, model, arguments.define).compile("optimised", *FLAGS, *arguments.spin_flags)
        self.pan.depth, self.pan.bits = 20_000_000, 24
        output = spin.finished(self.pan.search("-c0").out)
        self.pan.fit(output)
        self.tables = sorted({self.pan.bits, 24})

    def run(self):
        best = None
        for self.pan.bits in self.tables:
            done = self.pan.search("-c0")
            output = spin.finished(done.out)
            bytes_used = spin.number(r"([\d.]+)\s+(?:actual|equivalent) memory usage for states(?! \(stored)", output) * 1024 * 1024
            states = spin.states(output)
            best = Run(states, spin.transitions(output) - 1, done.cpu, bytes_used / states).better(best)
        return best


def run_waymark(model, search, arguments):
    answer = waymark.demand(arguments.waymark, "check", "--jobs", 1, "--search", search, "--por", "off", "--errors", "0", "--store",
                            arguments.store, *waymark.defines(arguments.define), model)
    said = answer.said
    return Run(said["states"], said["transitions"], answer.done.cpu, said["bytes_per_state"])


def race(model, arguments):
    """The best run of each."""
    best = {}
    with tempfile.TemporaryDirectory(prefix="bench-") as where:
        peer = Spin(model.resolve(), arguments, where)
        for _ in range(arguments.repeat):
            best["spin"] = peer.run().better(best.get("spin"))
            for search in GOALS:
                best[search] = run_waymark(model, search, arguments).better(best.get(search))
    return best


def summary(name, races):
    """The means, and the least of all, with what is to be reached."""
    cells = [f"{name}: geometric mean and least", "", ""]
    for search, (mean, least) in GOALS.items():
        ratios = [runs["spin"].seconds / max(runs[search].seconds, 0.01) for runs in races]
        cells.append(f"{geometric_mean(ratios):.2f}, {min(ratios):.2f} (goals {mean}, {least})")
    return [*cells, ""]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", type=Path)
    waymark.add_option(parser)
    parser.add_argument("--store", default="exact")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--filter", default="", help="only models whose name contains this")
    parser.add_argument("--define", action="append", default=[], help="NAME=VALUE, to scale a model")
    parser.add_argument("--spin-flags", action="append", default=[], help="further compile flags, e.g. -DCOLLAPSE")
    parser.add_argument("--json", type=Path, help="also write all figures here")
    arguments = parser.parse_args()
    parts = {"named": arguments.models} if arguments.models else {"tuned on": MODELS.glob("*.pml"), "kept aside": (MODELS / "aside").glob("*.pml")}
    rows, means, figures, agree = [], [], {}, True
    for part, models in parts.items():
        races = []
        for model in sorted(model for model in models if arguments.filter in model.name):
            best = race(model, arguments)
            races.append(best)
            same = len({run.course() for run in best.values()}) == 1
            agree = agree and same
            ratios = [f"{best['spin'].seconds / max(best[search].seconds, 0.01):.2f}" for search in GOALS]
            rows.append([model.stem, f"{best['spin'].states:,}{'' if same else ' differs'}", f"{best['spin'].seconds:.2f}", *ratios,
                         f"{best['spin'].bytes_per_state / best['bfs'].bytes_per_state:.2f}"])
            figures[model.stem] = {name: asdict(run) for name, run in best.items()}
            print(" ".join(rows[-1]), file=sys.stderr, flush=True)
        if races:
            means.append(summary(part, races))
    table(["model", "states", "Spin, seconds", "depth-first", "breadth-first", "memory"], rows + means)
    print("\nSpin's processor time, depth-first, over Waymark's; memory: Spin's bytes for a state without its table, over Waymark's.")
    if arguments.json:
        files.write(arguments.json, json.dumps(figures, indent=1) + "\n")
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
