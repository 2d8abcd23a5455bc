#!/usr/bin/env python3
"""Partial order reduction against the whole graph, on random models: the same verdict and kinds of errors, never more
states, and a script of the reduced search that certifies.

  compare_reduction.py --waymark build/release/waymark --random 1 200
"""
import argparse
import concurrent.futures
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import random_promela  # noqa: E402

MOST_STATES = 20000


def waymark(arguments, *options):
    done = subprocess.run([arguments.waymark, *options, "--json"], capture_output=True, text=True, timeout=120)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"verdict": f"exit code {done.returncode}: {done.stderr.strip()[-200:]}"}


def compare(seed, arguments, where):
    """What differs, and the states of both; nothing if the model is too large or has no verdict."""
    path = Path(where) / f"{seed}.pml"
    path.write_text(random_promela.generate(seed))
    common = ["check", "--ltl", "none", "--search", "dfs"]
    whole = waymark(arguments, *common, "--por", "off", "--errors", "0", "--memory", "200M", "--time", "5", str(path))
    if whole.get("verdict") not in ("holds", "violation") or whole["reason"] or whole["states"] > MOST_STATES:
        return None
    script = path.with_suffix(".way")
    reduced = waymark(arguments, *common, "--por", "on", "--errors", "0", "--script", str(script), str(path))
    found = []
    if reduced.get("verdict") != whole["verdict"]:
        found.append(f"{reduced.get('verdict')} {reduced.get('kind', '')}, without reduction {whole['verdict']} {whole.get('kind', '')}")
    elif reduced["states"] > whole["states"]:
        found.append(f"{reduced['states']} states, without reduction {whole['states']}")
    elif whole["verdict"] == "holds":
        certified = waymark(arguments, "certify", "--script", str(script), str(path))
        if certified.get("verdict") != "certified":
            found.append(f"its script is {certified.get('verdict')}: {certified.get('detail', '')}")
    for file in (path, script):
        if not found:
            file.unlink(missing_ok=True)
    return found, whole["states"], reduced.get("states", 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waymark", default="build/release/waymark")
    parser.add_argument("--random", nargs=2, type=int, default=[1, 200], metavar=("SEED", "COUNT"))
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    first, count = arguments.random
    compared = failed = whole = reduced = 0
    with tempfile.TemporaryDirectory(prefix="reduction-") as where, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        seeds = range(first, first + count)
        for seed, answer in zip(seeds, pool.map(lambda s: compare(s, arguments, where), seeds)):
            if answer is None:
                continue
            compared += 1
            whole, reduced = whole + answer[1], reduced + answer[2]
            if answer[0]:
                failed += 1
                print(f"seed {seed}: {'; '.join(answer[0])}", flush=True)
    print(f"{compared} models of {count} compared, {whole} states, {reduced} with reduction, {failed} differ")
    sys.exit(1 if failed or compared * 4 < count else 0)


if __name__ == "__main__":
    main()
