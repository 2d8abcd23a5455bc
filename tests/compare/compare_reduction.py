#!/usr/bin/env python3
"""Partial order reduction against the whole graph, on random models, each third with a trace or notrace automaton: the
same verdict, never more states, and a script of the reduced search that certifies.

  compare_reduction.py --waymark build/release/waymark --random 1 200
"""
import argparse
import concurrent.futures
import random
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "random"))
import random_promela  # noqa: E402
from lib import HANGS, comparing, waymark  # noqa: E402

MOST_STATES = 20000


def ask(arguments, *words):
    """What it says; the verdict tells where it has none."""
    answer = waymark.ask(arguments.waymark, *words, limit=HANGS)
    return {**answer.said, "verdict": answer.verdict, "detail": answer.detail}


def with_trace(text, seed):
    """The model with an automaton over some of its global channels; each of its ways begins with another event."""
    rng = random.Random(seed)
    channels = re.findall(r"^chan (\w+) = \[\d+\] of \{([^}]*)\}", text, re.M)
    if not channels:
        return text
    events = [f"{name}{mark}" + ",".join("_" for _ in fields.split(",")) for name, fields in channels for mark in "!?"]
    first = rng.sample(events, rng.randint(1, len(events)))
    ways = ["; ".join([event, *rng.choices(events, k=rng.randint(0, 2))]) for event in first]
    if rng.random() < 0.5:
        return text + "\ntrace { end: do " + " ".join(f":: {way}" for way in ways) + " od }\n"
    return text + "\nnotrace { if " + " ".join(f":: {way}" for way in ways) + " fi }\n"


def compare(seed, arguments, where):
    """What differs, and the states of both; nothing if the model is too large or has no verdict."""
    path = Path(where) / f"{seed}.pml"
    text = random_promela.generate(seed)
    path.write_text(with_trace(text, seed) if seed % 3 == 0 else text)
    common = ["check", "--ltl", "none", "--search", "dfs"]
    whole = ask(arguments, *common, "--por", "off", "--errors", "0", "--memory", "200M", "--time", "5", str(path))
    if whole.get("verdict") not in ("holds", "violation") or whole["reason"] or whole["states"] > MOST_STATES:
        return None
    script = path.with_suffix(".way")
    reduced = ask(arguments, *common, "--por", "on", "--errors", "0", "--script", str(script), str(path))
    found = []
    if reduced.get("verdict") != whole["verdict"]:
        found.append(f"{reduced.get('verdict')} {reduced.get('kind', '')}, without reduction {whole['verdict']} {whole.get('kind', '')}")
    elif reduced["states"] > whole["states"]:
        found.append(f"{reduced['states']} states, without reduction {whole['states']}")
    elif whole["verdict"] == "holds":
        certified = ask(arguments, "certify", "--script", str(script), str(path))
        if certified.get("verdict") != "certified":
            found.append(f"its script is {certified.get('verdict')}: {certified.get('detail', '')}")
    for file in (path, script):
        if not found:
            file.unlink(missing_ok=True)
    return found, whole["states"], reduced.get("states", 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
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
    print(f"{whole} states, {reduced} with reduction, {failed} differ")
    sys.exit(0 if comparing.enough(compared, count) and not failed else 1)


if __name__ == "__main__":
    main()
