#!/usr/bin/env python3
"""Races Waymark's full search, depth-first or breadth-first, against Spin's on the models of bench/models.

Both search the whole state space without reduction, one thread, on the same machine, alternately; the best of --repeat
runs counts, in processor time of the whole process. Spin is built with -O2 and only what a safety search needs, and its
hash table and stack are sized from a
first run, so that neither holds it back. A model on which the two disagree about states or transitions is marked and
makes the exit code 1: a race is only worth something between two who ran the same course. Breadth-first, Spin stores and
counts what lies within rendezvous and atomic sequences as well, so what has to agree are the states without these.

  spin_bench.py --waymark build/release/waymark --repeat 3
  spin_bench.py --search bfs --store exact
  spin_bench.py --filter leader --define N=5 --spin-flags=-DCOLLAPSE
"""
import argparse
import json
import math
import shutil
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))
from lib import ROOT, files, spin, waymark  # noqa: E402
from lib.tables import geometric_mean  # noqa: E402

MODELS = ROOT / "bench" / "models"
FLAGS = ["-DSAFETY", "-DNOREDUCE", "-DNOFAIR", "-DMEMLIM=16000", "-DVECTORSZ=4096"]
BY = {"dfs": [], "bfs": ["-DBFS"]}


@dataclass
class Run:
    tool: str
    states: int
    transitions: int  # edges: Spin's number less one
    seconds: float
    store_bytes: float
    total_bytes: float = 0  # with the search's stack; Spin's hash table too, which in store_bytes is left out for Spin only
    vector: int = 0

    def rate(self):
        return self.states / max(self.seconds, 0.01)

    def edge_rate(self):
        return self.transitions / max(self.seconds, 0.01)

    def bytes_per_state(self):
        return self.store_bytes / self.states


class Spin:
    """One model's verifier, built once."""

    def __init__(self, model, defined, search, flags, where):
        self.states = spin.nominal_states if search == "bfs" else spin.states
        self.pan = spin.Verifier(where, model, defined).compile("optimised", *FLAGS, *BY[search], *flags)
        self.pan.depth, self.pan.bits = 20_000_000, 24
        self.run()

    def run(self):
        done = self.pan.search("-c0")
        output = spin.finished(done.out)
        self.pan.fit(output)
        mega = 1024 * 1024
        return Run("spin", self.states(output), spin.transitions(output) - 1,
                   done.cpu,
                   spin.number(r"([\d.]+)\s+(?:actual|equivalent) memory usage for states(?! \(stored)", output) * mega,
                   spin.number(r"([\d.]+)\s+total actual memory usage", output) * mega,
                   int(spin.number(r"State-vector (\d+) byte", output)))


def run_waymark(binary, model, defined, search, store):
    answer = waymark.demand(binary, "check", "--jobs", 1, "--search", search, "--por", "off", "--errors", "0", "--store", store,
                            *waymark.defines(defined), model)
    said = answer.said
    return Run(f"waymark {store}", said["states"], said["transitions"], answer.done.cpu,
               said["bytes_per_state"] * said["states"], said["memory_bytes"])


def race(model, arguments):
    """The best run of each tool."""
    best = {}
    with tempfile.TemporaryDirectory(prefix="bench-") as where:
        verifier = Spin(model.resolve(), arguments.define, arguments.search, arguments.spin_flags, where)
        for _ in range(arguments.repeat):
            runs = [verifier.run()]
            if not arguments.spin_only:
                runs += [run_waymark(arguments.waymark, model, arguments.define, arguments.search, store)
                         for store in arguments.store]
            for run in runs:
                if run.tool not in best or run.seconds < best[run.tool].seconds:
                    best[run.tool] = run
    return list(best.values())


def row(*cells):
    return "".join(f"{c:<20}" if i == 0 else f"{c:>{22 if i == 1 else 13}}" for i, c in enumerate(cells))


def show(name, runs, search):
    first = runs[0]
    agree = True
    for run in runs:
        same = (run.states, run.transitions) == (first.states, first.transitions)
        if search == "bfs":
            same = math.isclose(run.states, first.states, rel_tol=1e-5)  # Spin tells six digits of them
        agree = agree and same
        print(row(name, run.tool, f"{run.states}{'' if same else ' !'}", run.transitions, f"{run.seconds:.2f}",
                  f"{run.rate():.0f}", f"{run.edge_rate():.0f}", f"{run.bytes_per_state():.1f}",
                  f"{run.total_bytes / run.states:.1f}" if run.total_bytes else "-",
                  f"{first.seconds / max(run.seconds, 0.01):.2f}",
                  f"{first.bytes_per_state() / run.bytes_per_state():.2f}"), flush=True)
        name = ""
    return agree


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", type=Path)
    waymark.add_option(parser)
    parser.add_argument("--store", action="append", help="exact, tree, ... (default: exact and tree)")
    parser.add_argument("--search", choices=list(BY), default="dfs")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--filter", default="", help="only models whose name contains this")
    parser.add_argument("--define", action="append", default=[], help="NAME=VALUE, to scale a model")
    parser.add_argument("--spin-flags", action="append", default=[], help="further compile flags, e.g. -DCOLLAPSE")
    parser.add_argument("--spin-only", action="store_true")
    parser.add_argument("--json", type=Path, help="also write all figures here")
    arguments = parser.parse_args()
    arguments.store = arguments.store or ["exact", "tree"]
    if not arguments.spin_only and not shutil.which(arguments.waymark):
        parser.error(f"no program {arguments.waymark}; name it with --waymark or use --spin-only")
    print(row("model", "tool", "states", "transitions", "seconds", "states/s", "edges/s", "store B/st", "total B/st",
              "speed", "memory"))
    agree, figures = True, {}
    for model in [m for m in arguments.models or sorted(MODELS.glob("*.pml")) if arguments.filter in m.name]:
        runs = race(model, arguments)
        agree = show(model.stem, runs, arguments.search) and agree
        figures[model.stem] = [asdict(run) for run in runs]
    print("speed: Spin's time over the tool's. memory: Spin's bytes for a state alone, over the tool's store.")
    for tool in {run["tool"] for runs in figures.values() for run in runs} - {"spin"}:
        pairs = [(runs[0], run) for runs in figures.values() for run in runs if run["tool"] == tool]
        speed = geometric_mean([a["seconds"] / max(b["seconds"], 0.01) for a, b in pairs])
        memory = geometric_mean([a["store_bytes"] / b["store_bytes"] for a, b in pairs])
        print(f"{tool}: geometric means over {len(pairs)} models: speed {speed:.2f}, memory {memory:.2f}")
    if arguments.json:
        files.write(arguments.json, json.dumps(figures, indent=1) + "\n")
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
