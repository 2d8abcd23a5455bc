#!/usr/bin/env python3
"""Compares what Waymark says with what another says: compare.py KIND [OPTION...]. `compare.py KIND --help` tells a kind's options.

{kinds}

A kind is a module beside this one. It names its subjects and compares one of them; a subject has a folder of its own
meanwhile. This file runs them, some at a time, prints what differs, and keeps generated models that differ in
build/compare/KIND. The exit code is 1 if one differs, or if less than half could be compared.
"""
import argparse
import collections
import concurrent.futures
import importlib
import pathlib
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "tools"), str(HERE.parent / "random")]
from lib import ROOT, comparing, waymark  # noqa: E402

KINDS = {"abstract": "abstractions against whole programs", "claims": "models with xr and xs against Spin's verdicts",
         "jobs": "several workers against one", "kernel": "the verified kernel against Waymark",
         "liveness": "verdicts about cycles against Spin's",
         "reduction": "reduced searches against whole ones", "slice": "slices against whole programs",
         "symmetry": "searches up to symmetry against whole ones",
         "spin": "verdicts and counts of whole searches against Spin's"}


def parse():
    """The kind's module, and the arguments."""
    words = sys.argv[1:]
    if not words or words[0] not in KINDS:
        print(__doc__.format(kinds="\n".join(f"  {name:12}{what}" for name, what in KINDS.items())))
        sys.exit(0 if words[:1] in (["-h"], ["--help"]) else 2)
    kind = importlib.import_module(words[0])
    parser = argparse.ArgumentParser(prog=f"compare.py {words[0]}", description=kind.__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--parallel", type=int, default=2, metavar="N", help="subjects at a time [2]")
    parser.add_argument("--random", nargs=2, type=int, metavar=("SEED", "COUNT"), help="so many generated models, from this seed on")
    kind.add_options(parser)
    arguments = parser.parse_args(words[1:])
    arguments.seeds = range(arguments.random[0], sum(arguments.random)) if arguments.random else None
    return words[0], kind, arguments


def compare(kind, arguments, subject, folder, kept):
    folder.mkdir()
    found = kind.compare(subject, arguments, folder)
    if found.differences and arguments.random:
        kept.mkdir(parents=True, exist_ok=True)
        for model in folder.glob("*.pml"):
            shutil.copy(model, kept)
    shutil.rmtree(folder)
    return found


def main():
    name, kind, arguments = parse()
    total, differ = comparing.Compared(compared=0, asked=0), 0
    with tempfile.TemporaryDirectory(prefix=f"{name}-") as where, \
            concurrent.futures.ThreadPoolExecutor(arguments.parallel) as pool:
        where = pathlib.Path(where)
        subjects = list(kind.subjects(arguments, where))
        results = pool.map(lambda it: compare(kind, arguments, it[1], where / str(it[0]), ROOT / "build" / "compare" / name),
                           enumerate(subjects))
        for subject, found in zip(subjects, results):
            shown = found.differences + found.notes
            if shown:
                print(f"{subject.relative_to(ROOT) if isinstance(subject, pathlib.Path) and subject.is_relative_to(ROOT) else subject}: "
                      f"{'; '.join(shown)}", flush=True)
            differ += bool(found.differences)
            total.compared, total.asked = total.compared + found.compared, total.asked + found.asked
            total.figures += collections.Counter(found.figures)
    for figure, count in sorted(total.figures.items()):
        print(f"{count:8}  {figure}")
    good = comparing.enough(total.compared, total.asked, "questions compared")
    faults = kind.finish(arguments, total) if hasattr(kind, "finish") else []
    for fault in faults:
        print(fault)
    print(f"{len(subjects) - differ} passed, {differ} failed")
    return 0 if good and not differ and not faults else 1


if __name__ == "__main__":
    sys.exit(main())
