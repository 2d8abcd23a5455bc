#!/usr/bin/env python3
"""C programs: states, speed and memory.

    native_bench.py [--waymark BINARY] [--filter NAME]

For each program of bench/models/native: states, stored transitions a second of the search over the stores `exact` and
`tree`, bytes a state over both, and the seconds of the whole command, compiling included. Then the goals and what was
reached. The exit code is 1 if a program does not hold.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = [  # file, what to define
    ("philosophers", ["N=6", "ROUNDS=2"]),
    ("buffer", ["N=3", "ROUNDS=2"]),
    ("readers", ["READERS=8"]),
    ("tickets", ["N=5", "ROUNDS=2"]),
    ("stack", ["N=4"]),
]
GOALS = {"transitions a second, lock-based": 300_000, "bytes a state over tree": 100, "eight readers and one writer, seconds": 1}


def check(waymark, name, defines, *options):
    words = [waymark, "check", f"bench/models/native/{name}.c", "--json", "--quiet", *options]
    for define in defines:
        words += ["-D", define]
    began = time.monotonic()
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    seconds = time.monotonic() - began
    try:
        said = json.loads(done.stdout)
    except ValueError:
        said = {"verdict": "error", "detail": done.stdout + done.stderr}
    return said, seconds


def rate(said):
    return said["transitions"] / max(said["seconds"], 1e-6)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--waymark", type=pathlib.Path, default=ROOT / "build/release/waymark")
    parser.add_argument("--filter", default="")
    options = parser.parse_args()
    waymark = options.waymark.resolve()
    print(f"{'':30} {'states':>10} {'exact/s':>10} {'tree/s':>10} {'B exact':>8} {'B tree':>7} {'s':>7}")
    failed, reached = False, {}
    for name, defines in PROGRAMS:
        if options.filter not in name:
            continue
        exact, seconds = check(waymark, name, defines)
        tree, _ = check(waymark, name, defines, "--store", "tree")
        if exact["verdict"] != "holds" or tree["verdict"] != "holds":
            failed = True
            print(f"{name}: {exact['verdict']}, {tree['verdict']}: {exact.get('detail')} {tree.get('detail')}")
            continue
        print(f"{name + ' ' + ' '.join(defines):30} {exact['states']:10,} {rate(exact):10,.0f} {rate(tree):10,.0f} "
              f"{exact['bytes_per_state']:8.0f} {tree['bytes_per_state']:7.0f} {seconds:7.2f}", flush=True)
        if name == "philosophers":
            reached["transitions a second, lock-based"] = rate(exact)
        if name == "readers":
            reached["eight readers and one writer, seconds"] = seconds
        reached.setdefault("bytes a state over tree", 0)
        reached["bytes a state over tree"] = max(reached["bytes a state over tree"], tree["bytes_per_state"])
    print()
    for goal, wanted in GOALS.items():
        if goal in reached:
            print(f"{goal:40} goal {wanted:10,}   reached {reached[goal]:12,.1f}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
