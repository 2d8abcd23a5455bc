#!/usr/bin/env python3
"""Native steps against the interpreter: `check --native on` has to say what `--native off` says, but for times and memory.

Takes the models of --corpus DIR, or with --random SEED COUNT random ones, breadth-first and depth-first, with reduction and
without. Each is compiled by the C compiler that is installed, or by --compiler; modules are kept nowhere.

  compare_native.py --waymark build/release/waymark --random 1 200
"""
import argparse
import concurrent.futures
import os
import re
import sys
import tempfile
from pathlib import Path

import random_promela
from lib import HANGS, comparing, waymark

WAYS = [["--search", search, "--por", reduced] for search in ("bfs", "dfs") for reduced in ("off", "on")]
LIMITS = ["--ltl", "none", "--errors", "0", "--states", "20000", "--memory", "200M"]
NOT_COMPARED = re.compile(r"seconds|.*bytes.*|rests_on")


def said(binary, *words):
    answer = waymark.ask(binary, "check", *words, limit=HANGS)
    return answer.done.code, {key: value for key, value in answer.said.items() if not NOT_COMPARED.fullmatch(key)}, answer.detail


def compare(arguments, path):
    """The ways in which it differs; nothing if there is no verdict at all."""
    compiler = ["--native-compiler", arguments.compiler] if arguments.compiler else []
    found = []
    for way in WAYS:
        plain = said(arguments.waymark, *way, *LIMITS, path)
        if not plain[1]:
            return None
        native = said(arguments.waymark, *way, *LIMITS, "--native", "on", *compiler, path)
        if plain != native:
            keys = [key for key in plain[1] if plain[1][key] != native[1].get(key)]
            found.append(f"{' '.join(way)}: {', '.join(keys) or native}")
    return found


def models(arguments, where):
    if arguments.corpus:
        yield from sorted(arguments.corpus.glob("*.pml"))
        return
    first, count = arguments.random
    for seed in range(first, first + count):
        path = Path(where) / f"{seed}.pml"
        path.write_text(random_promela.generate(seed))
        yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--random", nargs=2, type=int, default=[1, 200], metavar=("SEED", "COUNT"))
    parser.add_argument("--compiler", help="instead of the one that is installed")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    compared = failed = total = 0
    with tempfile.TemporaryDirectory(prefix="native-") as where, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        os.environ["XDG_CACHE_HOME"] = where
        paths = list(models(arguments, where))
        for path, found in zip(paths, pool.map(lambda one: compare(arguments, one), paths)):
            total += 1
            compared += found is not None
            failed += bool(found)
            if found:
                print(f"{path.name}: {'; '.join(found)}", flush=True)
    print(f"{compared} models in {len(WAYS)} ways, {failed} differ")
    sys.exit(0 if comparing.enough(compared, total) and not failed else 1)


if __name__ == "__main__":
    main()
