#!/usr/bin/env python3
"""State-space caching, as in tables 4.1 and 4.2 of the thesis.

Each model is searched once with the exact store and then with caches of 15, 25, 50, 75 and 95% of its states. Time is
processor time over that of the exact search in the same order; work is transitions taken over transitions there are.
'-' means that the states which have to stay did not fit, '>' that the search was given up.
Bars: work at 25% at most 6, at 50% at most 3.

--found searches every model of the project instead, depth-first, with a cache of 25%: each search ends, or names why not.
"""
import argparse
import collections
import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from lib import ROOT, files, waymark  # noqa: E402

MODELS = {  # name: (options, the thesis' time and work at 15, 25, 50, 75, 95%)
    "philosophers": ("N=6 ROUNDS=1", "23/21 11/10 7/7 4/3 2/2"),
    "bounded_buffer": ("PRODUCERS=3 CONSUMERS=3 ROUNDS=1", "TO 12/11 8/8 4/4 2/2"),
    "nested_monitor": ("ROUNDS=1", "TO 14/12 9/7 5/4 3/2"),
    "ksu_pipeline": ("ITEMS=2", "TO 13/11 9/6 5/4 3/2"),
    "pipeline": ("STAGES=5 ITEMS=2", "24/21 12/11 9/8 5/4 2/2"),
    "rwvsn": ("READERS=4 WRITERS=3 ROUNDS=1", "24/21 12/10 9/7 5/3 3/2"),
    "replicated_workers": ("WORKERS=6 ITEMS=1", "TO 14/11 10/8 5/4 3/2"),
    "sleeping_barber": ("ROUNDS=1", "23/20 12/12 8/9 4/4 2/2"),
    "elevator": ("ROUNDS=1 FLOORS=2 PEOPLE=4", "TO 13/9 9/6 5/4 2/2"),
}
SIZES = [15, 25, 50, 75, 95]


def interrupter(seconds):
    """Interrupts a process that has taken so much processor time; that of the clock would depend on what else runs."""
    def look(pid):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        if (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") > seconds:
            os.kill(pid, signal.SIGINT)
    return look


def run(binary, name, options, *more, command="check", give_up=None):
    """A model of the thesis by its name, another by its path."""
    path = ROOT / (name if "/" in name else f"bench/models/thesis/{name}.pml")
    answer = waymark.demand(binary, command, path, "--errors", "0", "--property", "assertion", "--por", "off", *more,
                            *waymark.defines(options.split()), watch=interrupter(give_up) if give_up else None)
    return {**answer.said, "cpu": answer.done.cpu}


def search_found(arguments):
    import estimates_bench  # it says which models there are
    ends = collections.Counter()
    for name, states in estimates_bench.models(arguments):
        said = run(arguments.waymark, name, "", "--ltl", "none", "--search", "dfs", "--store", "cache", "--tune",
                   f"cache-states={max(1, states // 4)}")
        ends[said["reason"] or "complete"] += 1
        if said["reason"] != "memory":
            print(f"{name}: {said['reason'] or 'complete'}, {said['states'] / states:.1f} visits of a state", flush=True)
    print(f"{sum(ends.values())} models: " + ", ".join(f"{reason} {count}" for reason, count in ends.most_common()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--order", default="bfs", choices=["bfs", "dfs"])
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--endless", action="store_true", help="without ROUNDS: processes that never stop")
    parser.add_argument("--give-up", type=float, default=25, help="after so many times the exact search's processor time")
    parser.add_argument("--csv", type=Path, help="also write all figures here")
    parser.add_argument("--found", action="store_true", help="every model of the project, depth-first, with a cache of 25%%")
    parser.add_argument("--least", type=int, default=100, help="states of a model of --found")
    parser.add_argument("--most", type=int, default=400_000, help="states of a model of --found")
    arguments = parser.parse_args()
    if arguments.found:
        search_found(arguments)
        return 0
    sizes = [int(size) for size in arguments.sizes.split(",")]
    rows = []
    met = True
    for name in arguments.models.split(","):
        options, thesis = MODELS[name]
        if arguments.endless:
            options = " ".join(o for o in options.split() if not o.startswith("ROUNDS"))
        base = run(arguments.waymark, name, options, "--search", arguments.order)
        ratio = base["transitions"] / base["states"]
        print(f"{name} {options}: {base['states']} states, {ratio:.1f} transitions per state, {base['cpu']:.1f} s; "
              f"time/work in order {arguments.order}\n  {'':12}" + "".join(f"{size:>11}%" for size in sizes), flush=True)
        cells = []
        for size in sizes:
            said = run(arguments.waymark, name, options, "--search", arguments.order, "--store", "cache", "--tune",
                       f"cache-states={max(1, base['states'] * size // 100)}", give_up=max(1, arguments.give_up * base["cpu"]))
            work = said["transitions"] / base["transitions"]
            time = said["cpu"] / base["cpu"]
            whole = said["reason"] is None
            cells.append(f"{time:.1f}/{work:.2f}" if whole else ("-" if said["reason"] == "memory" else f">{work:.0f}"))
            rows.append([name, base["states"], f"{ratio:.2f}", arguments.order, size, "complete" if whole else said["reason"],
                         f"{time:.3f}", f"{work:.3f}"])
            bar = {25: 6, 50: 3}.get(size)
            if bar and arguments.order == "bfs" and not arguments.endless:
                met = met and whole and work <= bar
        print(f"  {'waymark':12}" + "".join(f"{cell:>12}" for cell in cells), flush=True)
        cells = dict(zip(map(str, SIZES), thesis.split()))
        print(f"  {'thesis':12}" + "".join(f"{cells.get(str(size), ''):>12}" for size in sizes), flush=True)
    files.write_csv(arguments.csv, [["model", "states", "transitions per state", "order", "cache %", "end", "time", "work"],
                                    *rows])
    print("the bars are met" if met else "a bar is missed: work at 25% at most 6, at 50% at most 3")
    return 0


if __name__ == "__main__":
    sys.exit(main())
