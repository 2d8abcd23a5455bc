#!/usr/bin/env python3
"""What slices and abstractions leave of programs in C and Promela: states of the whole program and with --slice,
--abstract or both, unreduced, and both verdicts. Every script of what holds is certified, slice and abstraction being
derived anew. A verdict that differs, or states that do not fall by ten, make the exit code 1.

  abstract_bench.py --waymark build/release/waymark [--some N]
"""
import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))
from lib import ROOT, extraction, tables, waymark  # noqa: E402

# Program of bench/models/less, and how it is made smaller; the first ones take least.
PROGRAMS = [
    ("window.pml", ["--abstract", "ticks:<1000"]),
    ("orders.c", ["--slice"]),
    ("budget.pml", ["--abstract", "budget:>0,==0"]),
    ("lease.pml", ["--abstract", "time_left:<=10,==0,==1"]),
    ("tank.c", ["--abstract", "level:<=100,>=900,<100,>900,==101,==899"]),
    ("meter.pml", ["--abstract", "shown:==300,<300,{seen <= shown}", "--abstract", "seen:{seen <= shown}"]),
    ("log.c", ["--slice"]),
    ("statistics.c", ["--slice"]),
    ("heater.c", ["--slice", "--abstract", "temperature:<180,>220,>=300"]),
    ("retry.c", ["--slice"]),
]


def verdict(said):
    return said["kind"] or said["verdict"]


def certified(binary, path, how, script):
    """Whether the script is, by who derives the slice and the abstraction himself."""
    return waymark.demand(binary, "certify", *how, "--script", str(script), str(path), codes=(0, 4)).verdict == "certified"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--some", type=int, default=len(PROGRAMS), metavar="N", help="the first N programs [all]")
    arguments = parser.parse_args()
    good = True
    tables.head("program", "with", "states", "left", "times fewer", "verdict", "with it")
    with tempfile.TemporaryDirectory(prefix="less-") as where:
        for name, how in PROGRAMS[:arguments.some]:
            path, script = ROOT / "bench/models/less" / name, Path(where) / f"{name}.way"
            if path.suffix == ".c":
                path, source = Path(where) / f"{path.stem}.pml", path
                done, _ = extraction.extract(arguments.waymark, [source], [], path)
                if done.code != 0:
                    sys.exit(done.last_words())
            common = ["--por", "off", "--errors", "0", str(path)]
            whole = waymark.demand(arguments.waymark, "check", "--jobs", 1, *common).said
            less = waymark.demand(arguments.waymark, "check", "--jobs", 1, *how, "--script", str(script), *common).said
            times = whole["states"] / less["states"]
            good = good and verdict(whole) == verdict(less) and times >= 10
            good = good and (less["verdict"] != "holds" or certified(arguments.waymark, path, how, script))
            tables.row(name, f"`{' '.join(how)}`", whole["states"], less["states"], f"{times:.0f}", verdict(whole), verdict(less))
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
