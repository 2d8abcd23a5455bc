#!/usr/bin/env python3
"""State-space caching, as in tables 4.1 and 4.2 of the thesis.

Each model is searched once with the exact store and then with caches of 15, 25, 50, 75 and 95% of its states, for each
policy. Time is processor time over that of the exact search in the same order; work is transitions taken over
transitions there are. '-' means that the states which have to stay did not fit, '>' that the search was given up.
Bars: cost at 25% at most 6, at 50% at most 3; time within 15% of work.
"""
import argparse
import csv
import json
import os
import resource
import signal
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODELS = {  # name: (options, the thesis' time and work for cost at 15, 25, 50, 75, 95%)
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
POLICIES = ["random", "age", "hits", "most-hits", "stratified", "depth", "cost", "rungs"]
SIZES = [15, 25, 50, 75, 95]


def cpu_seconds(process):
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def interrupt_after(process, seconds, done):
    """Processor time, so that other work on the machine gives nobody up."""
    while not done.wait(0.05):
        if cpu_seconds(process) > seconds:
            process.send_signal(signal.SIGINT)
            return


def run(waymark, name, options, *more, command="check", give_up=None):
    """A model of the thesis by its name, another by its path."""
    path = ROOT / (name if "/" in name else f"bench/models/thesis/{name}.pml")
    command = [waymark, command, str(path), "--json", "--errors", "0", "--property", "assertion", "--por", "off", *more]
    for define in options.split():
        command += ["--define", define]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = threading.Event()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        if give_up:
            watch = threading.Thread(target=interrupt_after, args=(process, give_up, done))
            watch.start()
        text = process.stdout.read()
        done.set()
        if give_up:
            watch.join()
    said = json.loads(text)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    said["cpu"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waymark", default=str(ROOT / "build/release/waymark"))
    parser.add_argument("--order", default="bfs", choices=["bfs", "dfs"])
    parser.add_argument("--policies", default=",".join(POLICIES))
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--endless", action="store_true", help="without ROUNDS: processes that never stop")
    parser.add_argument("--give-up", type=float, default=25, help="after so many times the exact search's processor time")
    parser.add_argument("--csv", type=Path, help="also write all figures here")
    arguments = parser.parse_args()
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
        for policy in arguments.policies.split(","):
            cells = []
            for size in sizes:
                said = run(arguments.waymark, name, options, "--search", arguments.order, "--store", "cache", "--replace",
                           policy, "--cache-states", str(max(1, base["states"] * size // 100)),
                           give_up=max(1, arguments.give_up * base["cpu"]))
                work = said["transitions"] / base["transitions"]
                time = said["cpu"] / base["cpu"]
                whole = said["reason"] is None
                cells.append(f"{time:.1f}/{work:.2f}" if whole else ("-" if said["reason"] == "memory" else f">{work:.0f}"))
                rows.append([name, base["states"], f"{ratio:.2f}", arguments.order, policy, size,
                             "complete" if whole else said["reason"], f"{time:.3f}", f"{work:.3f}"])
                bar = {25: 6, 50: 3}.get(size)
                if policy == "cost" and bar and arguments.order == "bfs" and not arguments.endless:
                    met = met and whole and work <= bar
            print(f"  {policy:12}" + "".join(f"{cell:>12}" for cell in cells), flush=True)
        cells = dict(zip(map(str, SIZES), thesis.split()))
        print(f"  {'thesis cost':12}" + "".join(f"{cells.get(str(size), ''):>12}" for size in sizes), flush=True)
    if arguments.csv:
        beside = arguments.csv.with_name(f"{arguments.csv.name}.{os.getpid()}")
        with beside.open("w", newline="") as file:
            csv.writer(file).writerows([["model", "states", "transitions per state", "order", "policy", "cache %", "end",
                                         "time", "work"], *rows])
        beside.replace(arguments.csv)
    print("the bars are met" if met else "a bar is missed: cost at 25% at most 6, at 50% at most 3")
    return 0


if __name__ == "__main__":
    sys.exit(main())
