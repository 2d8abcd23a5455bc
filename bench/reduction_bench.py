#!/usr/bin/env python3
"""What partial order reduction leaves, beside what Spin's leaves.

For each model: states without reduction (which must be the same for both), states with it, and the share that is left;
then our processor time with reduction over that without, and the same per transition taken; each the least of five, less
that of a model with nothing to search, '-' where one took less than 5 ms. 'differs' marks a verdict that is not the same for all
four runs; it makes the exit code 1, as does a geometric mean that is weaker than Spin's. Spin is built with
'spin -a -o1 -o2 -o3' and -DSAFETY, once with -DNOREDUCE and once without. The last table is figure 12 of the notes: leader
election over the number of processes.

  reduction_bench.py --waymark build/release/waymark
  reduction_bench.py --filter leader --compiler gcc --csv build/reduction.csv
"""
import argparse
import csv
import json
import math
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Model, what to define, and whether its processes are copies of one another.
PROGRAMS = [
    ("bench/models/leader", ["N=5"], True),
    ("bench/models/bakery", ["N=2"], True),
    ("bench/models/peterson_filter", ["N=3"], True),
    ("bench/models/philosophers_mixed", ["N=6"], False),
    ("bench/models/pipeline", [], False),
    ("bench/models/sliding_window", ["W=1"], False),
    ("bench/models/elevator", ["F=2"], False),
    ("bench/models/cache_directory", [], False),
    ("bench/models/resource_manager", ["CLIENTS=3"], False),
    ("bench/models/store_buffers", ["DEPTH=1"], False),
    ("bench/models/thesis/philosophers", ["ROUNDS=1", "N=5"], True),
    ("bench/models/thesis/bounded_buffer", ["ROUNDS=1", "PRODUCERS=2", "CONSUMERS=2"], True),
    ("bench/models/thesis/nested_monitor", ["ROUNDS=1", "PRODUCERS=2", "CONSUMERS=1"], False),
    ("bench/models/thesis/pipeline", ["STAGES=3"], False),
    ("bench/models/thesis/ksu_pipeline", ["STAGES=3"], False),
    ("bench/models/thesis/elevator", ["ROUNDS=1"], False),
    ("bench/models/thesis/replicated_workers", ["WORKERS=2"], True),
    ("bench/models/thesis/rwvsn", ["ROUNDS=1", "READERS=2", "WRITERS=2"], True),
    ("bench/models/thesis/sleeping_barber", ["CUSTOMERS=3"], True),
    ("tests/promela/corpus/file_transfer", [], False),
    ("tests/promela/corpus/needham_schroeder", [], False),
    ("tests/promela/corpus/snoopy_cache", [], False),
    ("tests/promela/corpus/token_ring", [], False),
    ("tests/promela/corpus/elevator", [], False),
]
LEADER = ROOT / "bench/models/leader.pml"


def run(command, where=None):
    return subprocess.run(command, cwd=where, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def number(pattern, text):
    found = re.search(pattern, text)
    if not found:
        sys.exit("cannot read pan's output:\n" + text[-800:])
    return int(float(found.group(1)))


def spin(model, defines, compiler, where):
    """(states, errors) without and with reduction."""
    made = run(["spin", "-a", "-o1", "-o2", "-o3", *[f"-D{d}" for d in defines], str(model)], where)
    if not (Path(where) / "pan.c").exists():
        sys.exit(f"spin failed on {model}:\n{made.stdout[-800:]}")
    out = []
    for reduce in ([], ["-DNOREDUCE"])[::-1]:
        built = run([compiler, "-w", "-DSAFETY", "-DMEMLIM=8000", "-DVECTORSZ=4096", *reduce, "-o", "pan", "pan.c"], where)
        if built.returncode != 0:
            sys.exit(f"{compiler} failed on {model}:\n{built.stdout[-800:]}")
        said = run(["./pan", "-c0", "-m5000000", "-w22", "-n"], where).stdout
        if "max search depth too small" in said or "Search not completed" in said:
            sys.exit(f"Spin did not finish {model}:\n{said[-800:]}")
        out.append((number(r"([\d.e+]+) states, stored", said), number(r"errors: (\d+)", said)))
    return out


def ours(waymark, model, defines, por):
    command = [waymark, "check", "--search", "dfs", "--por", por, "--errors", "0", "--ltl", "none", "--json"]
    for define in defines:
        command += ["--define", define]
    best = math.inf
    done = None
    try:
        for _ in range(5):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run([*command, str(model)], capture_output=True, text=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            said = json.loads(done.stdout)
            best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return said["states"], said["verdict"], best, said["transitions"]
    except (json.JSONDecodeError, KeyError):
        sys.exit(f"waymark failed on {model}, exit code {done.returncode}:\n{(done.stderr or done.stdout)[-800:]}")


def mean(values):
    return math.exp(sum(math.log(value) for value in values) / len(values))


def compare(model, defines, arguments):
    with tempfile.TemporaryDirectory(prefix="reduction-") as where:
        (spin_whole, spin_errors), (spin_left, spin_errors_left) = spin(model, defines, arguments.compiler, where)
    whole, verdict, seconds, transitions = ours(arguments.waymark, model, defines, "off")
    left, verdict_left, seconds_left, transitions_left = ours(arguments.waymark, model, defines, "on")
    seconds, seconds_left = seconds - arguments.start, seconds_left - arguments.start
    tells = seconds > 0.005 and seconds_left > 0.005
    violated = {verdict == "violation", verdict_left == "violation", spin_errors > 0, spin_errors_left > 0}
    return {"whole": whole, "spin_whole": spin_whole, "left": left, "spin_left": spin_left,
            "same": len(violated) == 1 and verdict == verdict_left,
            "time": seconds_left / seconds if tells else None,
            "price": (seconds_left / transitions_left) / (seconds / transitions) if tells else None}


def show(name, found):
    time, price = (f"{found[key]:.2f}" if found[key] else "-" for key in ("time", "price"))
    note = ("" if found["same"] else "  verdict differs") + ("" if found["whole"] == found["spin_whole"] else "  whole graphs differ")
    print(f"| {name} | {found['whole']:,} | {found['left']:,} | {found['spin_left']:,} | {found['left'] / found['whole']:.1%} | "
          f"{found['spin_left'] / found['spin_whole']:.1%} | {time} | {price} |{note}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waymark", default=str(ROOT / "build/release/waymark"))
    parser.add_argument("--compiler", default="tcc" if shutil.which("tcc") else "gcc", help="for pan [tcc, else gcc]")
    parser.add_argument("--filter", default="", help="only models whose name contains this")
    parser.add_argument("--csv", type=Path)
    arguments = parser.parse_args()
    if not shutil.which("spin"):
        sys.exit("reduction_bench.py: spin is not installed; on Debian: apt install spin")
    with tempfile.NamedTemporaryFile("w", suffix=".pml") as nothing:
        nothing.write("#define NOTHING skip\nactive proctype P() { NOTHING }\n")  # the preprocessor takes its time
        nothing.flush()
        arguments.start = ours(arguments.waymark, nothing.name, [], "off")[2]
    head = "| model | whole | left | Spin leaves | share | Spin's share | time | per transition |\n" + "| --- " * 8 + "|"
    print(head)
    rows = []
    for name, defines, alike in PROGRAMS:
        if arguments.filter not in name:
            continue
        found = compare(ROOT / f"{name}.pml", defines, arguments)
        label = " ".join([name.removeprefix("bench/models/").removeprefix("tests/promela/"), *defines]) + (" (symmetric)" if alike else "")
        show(label, found)
        rows.append({"model": label, **found})
    if not rows:
        sys.exit(f"reduction_bench.py: no model is named like '{arguments.filter}'")
    we = mean([r["left"] / r["whole"] for r in rows])
    they = mean([r["spin_left"] / r["spin_whole"] for r in rows])
    stronger = sum(r["left"] < r["spin_left"] for r in rows)
    print(f"\n{len(rows)} models: {we:.1%} is left in the geometric mean, {they:.1%} by Spin; stronger on {stronger}")
    if "leader".startswith(arguments.filter):
        print("\n" + head)
        for n in range(2, 8):
            if n < 7:
                show(f"leader N={n}", compare(LEADER, [f"N={n}"], arguments))
            else:
                left, _, _, _ = ours(arguments.waymark, LEADER, [f"N={n}"], "on")
                print(f"| leader N={n} | not tried | {left:,} | | | | | |")
    if arguments.csv:
        arguments.csv.parent.mkdir(parents=True, exist_ok=True)
        with arguments.csv.open("w", newline="") as out:
            writer = csv.DictWriter(out, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
    sys.exit(0 if all(r["same"] and r["whole"] == r["spin_whole"] for r in rows) and we <= they else 1)


if __name__ == "__main__":
    main()
