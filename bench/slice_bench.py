#!/usr/bin/env python3
"""What slicing leaves of programs of which only a part bears on what is asked: states with and without --slice, unreduced.
Every script of a slice is certified. A verdict that differs, or states that do not fall by ten, make the exit code 1.

  slice_bench.py --waymark build/release/waymark
"""
import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))
from lib import ROOT, tables, waymark  # noqa: E402

# Model, and what is asked beside deadlock and assertions, or instead.
PROGRAMS = [
    ("slice/accounts", []),
    ("slice/alternating_bit", []),
    ("slice/checksum", []),
    ("slice/clock", []),
    ("slice/log", []),
    ("slice/payload", []),
    ("slice/retries", []),
    ("slice/sensors", ["--property", "none", "--invariant", "pressure <= 9"]),
    ("slice/statistics", []),
    ("slice/words", ["--property", "none", "--invariant", "nl <= 10"]),
    ("thesis/bounded_buffer", []),
    ("pipeline", ["--property", "assertion"]),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    arguments = parser.parse_args()
    good = True
    tables.head("program", "asked", "states", "of the slice", "times fewer", "statements cut", "variables and fields cut")
    with tempfile.TemporaryDirectory(prefix="slice-") as where:
        for name, asked in PROGRAMS:
            path, script = ROOT / f"bench/models/{name}.pml", Path(where) / "slice.way"
            common = ["--ltl", "none", "--por", "off", *asked, str(path)]
            whole = waymark.demand(arguments.waymark, "check", "--jobs", 1, *common).said
            sliced = waymark.demand(arguments.waymark, "check", "--jobs", 1, "--slice", "--script", str(script), *common).said
            certified = waymark.demand(arguments.waymark, "certify", "--slice", "--script", str(script), *asked,
                                       str(path), codes=(0, 4)).said
            away = sliced["slice"]
            times = whole["states"] / sliced["states"]
            good = good and whole["verdict"] == sliced["verdict"] and certified["verdict"] == "certified" and times >= 10
            tables.row(name, f"`{' '.join(asked)}`" if asked else "", whole["states"], sliced["states"], f"{times:.0f}",
                       f"{len(away['statements'])} of {away['statements_before']}",
                       f"{len(away['variables'])} of {away['variables_before']}")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
