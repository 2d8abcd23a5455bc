#!/usr/bin/env python3
"""The nested search for cycles, on models whose formula holds: against plain searches, and against Spin's.

'factor' is what looking for cycles costs: processor time of the nested search through the product of model and automaton
over that of a plain depth-first search through the same product (product_bench; goal: at most 2.2). 'whole' is the time
of the whole command over that of a plain depth-first search of the model alone, whose states may be fewer: it tells what
a formula costs. 'speed' is Spin's processor time over Waymark's for the same formula (goal: at least 1); Spin's verifier
is built with -O2 and -DNOREDUCE and run by 'pan -a'. The best of --repeat runs counts, all in turn.
"""
import argparse
import csv
import json
import math
import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CASES = [  # model, defines, formula
    ("leader", [], "<> (leaders == 1)"),
    ("leader", [], "<> [] (leaders == 1)"),
    ("leader", [], "[] (leaders == 1 -> [] (leaders == 1))"),
    ("board_puzzle", [], "[] <> (moves == 1)"),
    ("board_puzzle", [], "[] (moves == 0 -> <> (moves == 1))"),
    ("pipeline", [], "[] (total < 3)"),
    ("resource_manager", [], "[] (printers <= 2)"),
    ("cache_directory", [], "[] !(state[0] == exclusive && state[1] == exclusive)"),
    ("philosophers_mixed", ["N=7"], "([] <> (meals[2] == 0) && [] <> (meals[2] == 1)) -> [] <> (meals[2] == 2)"),
    ("sliding_window", ["W=1"], "([] <> (wanted == 0) && [] <> (wanted == 1)) -> [] <> (wanted == 3)"),
]


def run(command, where=None):
    """(processor seconds, output)"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}:\n{(done.stdout + done.stderr)[-800:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def ask(waymark, model, defines, *more):
    command = [waymark, "check", str(model), "--property", "none", "--por", "off", "--json", *more]
    for define in defines:
        command += ["--define", define]
    seconds, output = run(command)
    return seconds, json.loads(output)


class Spin:
    def __init__(self, model, defines, formula, where):
        self.where, self.table, self.depth = where, 24, 20_000_000
        Path(where, "model.pml").write_text(model.read_text() + f"\nltl f {{ {formula} }}\n")
        run(["spin", "-a", "-o1", "-o2", "-o3", *[f"-D{d}" for d in defines], "model.pml"], where)
        run(["gcc", "-O2", "-w", "-DNOREDUCE", "-DNOFAIR", "-DMEMLIM=16000", "-DVECTORSZ=4096", "-o", "pan", "pan.c"], where)
        self.search()
        self.table = max(16, math.ceil(math.log2(self.states)) + 1)  # at most half full

    def search(self):
        seconds, output = run(["./pan", "-a", "-N", "f", f"-m{self.depth}", f"-w{self.table}", "-n"], self.where)
        if "errors: 0" not in output or "too small" in output:
            sys.exit("Spin does not find that the formula holds:\n" + output[-800:])
        self.depth = int(re.search(r"depth reached (\d+)", output).group(1)) + 10
        self.states = int(float(re.search(r"([\d.e+]+) states, stored", output).group(1)))
        return seconds


def measure(case, arguments, where):
    name, defines, formula = case
    model = ROOT / "bench" / "models" / f"{name}.pml"
    spin = Spin(model, defines, formula, where)
    best = {}
    alone = json.loads(run([Path(arguments.waymark).parent / "bench" / "product_bench", str(arguments.repeat), str(model),
                            formula, *defines])[1])
    for _ in range(arguments.repeat):
        plain, said = ask(arguments.waymark, model, defines, "--search", "dfs", "--ltl", "none")
        nested, told = ask(arguments.waymark, model, defines, "--ltl", formula)
        if told["verdict"] != "holds":
            sys.exit(f"{name}: {formula}: {told['verdict']}")
        for what, seconds in (("plain", plain), ("nested", nested), ("spin", spin.search())):
            best[what] = min(seconds, best.get(what, seconds))
    states, product = said["states"], told["liveness"][0]["states"]
    return [name, formula, states, product, spin.states, alone["plain"], alone["nested"], best["plain"], best["nested"],
            best["spin"], alone["nested"] / alone["plain"], best["nested"] / best["plain"], best["spin"] / best["nested"]]


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waymark", default=str(ROOT / "build" / "release" / "waymark"))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--filter", default="", help="only models whose name contains this")
    parser.add_argument("--csv", type=Path, help="also write all figures here")
    arguments = parser.parse_args()
    print("| model, formula | states | in the product | Spin's | plain, product | nested | factor | plain, model | command | "
          "whole | speed |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    rows = []
    for case in CASES:
        if arguments.filter not in case[0]:
            continue
        with tempfile.TemporaryDirectory(prefix="liveness-") as where:
            row = measure(case, arguments, where)
        rows.append(row)
        print(f"| {row[0]}: `{row[1]}` | {row[2]:,} | {row[3]:,} | {row[4]:,} | {row[5]:.2f} s | {row[6]:.2f} s | "
              f"{row[10]:.2f} | {row[7]:.2f} s | {row[8]:.2f} s | {row[11]:.2f} | {row[12]:.2f} |", flush=True)
    means = [geometric_mean([row[i] for row in rows]) for i in (10, 11, 12)]
    print(f"| geometric mean | | | | | | {means[0]:.2f} | | | {means[1]:.2f} | {means[2]:.2f} |")
    if arguments.csv:
        beside = arguments.csv.with_name(f"{arguments.csv.name}.{os.getpid()}")
        with beside.open("w", newline="") as file:
            csv.writer(file).writerows([["model", "formula", "states", "product", "Spin's product", "plain product s",
                                         "nested product s", "plain s", "command s", "Spin s", "factor", "whole",
                                         "speed"], *rows])
        beside.rename(arguments.csv)


if __name__ == "__main__":
    main()
