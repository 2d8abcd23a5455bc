#!/usr/bin/env python3
"""Compares the sizes of our Büchi automata with those of `spin -f`, formula by formula.

  ltl_sizes.py [--waymark PATH] [--all] [FILE]    FILE has lines `STATES FORMULA` (tests/ltl/standard.txt): what Spin
                                                  makes of it, which is checked too. --all prints every line, else those
                                                  where Spin's is smaller or not as recorded. Exit code 1 if any.
"""
import argparse
import re
import sys
from pathlib import Path

from lib import HANGS, ROOT, processes, spin, waymark


def states(command):
    """The control states of a never claim: its labels, accept_all included; two on one another are one state."""
    done = processes.run(command, limit=HANGS)
    if done.code != 0 or "never" not in done.out:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.code}: {done.last_words()}")
    return len(re.findall(r"^\w+:\n(?!\w+:)", done.out, re.M))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=ROOT / "tests" / "ltl" / "standard.txt")
    waymark.add_option(parser)
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    spin.require()
    lines = [line.strip() for line in arguments.file.read_text().splitlines()
             if line.strip() and not line.startswith("#")]
    ours_total = spin_total = larger = wrong = 0
    for line in lines:
        recorded, formula = line.split(" ", 1)
        ours, theirs = states([arguments.waymark, "ltl", "--never", formula]), states(["spin", "-f", formula])
        ours_total, spin_total = ours_total + ours, spin_total + theirs
        larger += ours > theirs
        wrong += theirs != int(recorded)
        if arguments.all or ours > theirs or theirs != int(recorded):
            print(f"{ours:4} {theirs:4}  {formula}" + (f"   (recorded: {recorded})" if theirs != int(recorded) else ""))
    print(f"{len(lines)} formulas: {ours_total} states, Spin {spin_total}; larger than Spin's on {larger}")
    return 1 if larger or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
