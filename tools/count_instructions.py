#!/usr/bin/env python3
"""Instructions per transition of two builds: count_instructions.py --old BINARY [--new BINARY].

callgrind counts what each build executes for searches of three models of bench/, with reduction and without, and for
certifying them; what a model with nothing to search costs is taken off, for options and output are not what is measured.
Counts, unlike times, do not depend on what else the machine does. Exit code 1 if a ratio, new over old, is beyond --most.
"""
import argparse
import re
import shutil
import sys
import tempfile
from pathlib import Path

from lib import ROOT, processes, tables, waymark

MODELS = [("philosophers_mixed", "N=6"), ("peterson_filter", "N=3"), ("resource_manager", "CLIENTS=3")]
WAYS = [("whole", ["--jobs", "1", "--por", "off"]), ("reduced", ["--jobs", "1", "--por", "on"]),
        ("depth-first", ["--por", "off", "--search", "dfs"])]


def collected(text):
    """The number of instructions that callgrind counted."""
    found = re.search(r"Collected : (\d+)", text)
    if not found:
        sys.exit("count_instructions: callgrind says no number:\n" + text[-800:])
    return int(found.group(1))


def instructions(binary, *arguments):
    done = processes.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", binary, *arguments])
    if done.code != 0:
        sys.exit(f"count_instructions: {binary} {' '.join(map(str, arguments))} ended with {done.code}:\n{done.last_words()}")
    return collected(done.err)


class Build:
    def __init__(self, binary, where):
        self.binary, self.script = binary, where / "script.way"
        self.nothing = where / "nothing.pml"
        self.nothing.write_text("#define NOTHING skip\nactive proctype P() { NOTHING }\n")
        self.counts = {}  # (model, way): instructions per transition
        for way, options in WAYS:
            self.measure(way, "check", options, options)
        self.measure("certify", "certify", ["--jobs", "1", "--script", self.script], ["--por", "off", "--script", self.script])

    def measure(self, way, command, options, checked):
        """What the command executes for each transition of a search with the options `checked`."""
        self.search(checked, [self.nothing])
        idle = instructions(self.binary, command, *options, self.nothing)
        for name, size in MODELS:
            program = [*waymark.defines([size]), ROOT / "bench" / "models" / f"{name}.pml"]
            transitions = self.search(checked, program)
            self.counts[f"{name} {size}", way] = (instructions(self.binary, command, *options, *program) - idle) / transitions

    def search(self, options, program):
        self.script.unlink(missing_ok=True)
        return waymark.demand(self.binary, "check", *options, *program, codes=(0,)).said["transitions"]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--old", required=True)
    options.add_argument("--new", default=str(waymark.BINARY))
    options.add_argument("--most", type=float, default=1.03, help="of new over old [1.03]")
    arguments = options.parse_args()
    for program in ("valgrind", arguments.old, arguments.new):
        if not shutil.which(program):
            sys.exit(f"count_instructions: no program {program}")
    with tempfile.TemporaryDirectory(prefix="instructions-") as where:
        old, new = (Build(binary, Path(where)).counts for binary in (arguments.old, arguments.new))
    tables.table(["model", "way", "old", "new", "new over old"],
                 [[*key, f"{old[key]:,.0f}", f"{new[key]:,.0f}", f"{new[key] / old[key]:.3f}"] for key in old])
    worst = max(new[key] / old[key] for key in old)
    print(f"geometric mean {tables.geometric_mean([new[key] / old[key] for key in old]):.3f}, worst {worst:.3f}, "
          f"at most {arguments.most} is wanted")
    sys.exit(0 if worst <= arguments.most else 1)


if __name__ == "__main__":
    main()
