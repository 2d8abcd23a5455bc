#!/usr/bin/env python3
"""A hundred million states and more on one machine: make bench NAME=large.

Searches of whole graphs, without reduction, by one worker, over --store tree, with a script that is then certified by all
processors, and over --store disk. The counters' states and transitions are known beforehand; those of the philosophers have to be
the same by both. Seconds are wall clock and, in brackets, processor time; memory is what was resident, at most.

  large_bench.py --only counters --define N=20
"""
import argparse
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from lib import ROOT, processes, waymark  # noqa: E402
from lib.tables import head, row  # noqa: E402

MODELS = {"counters": ("large/counters", ["N=40"]), "philosophers": ("thesis/philosophers", ["N=16"])}


def expected(name, defined):
    """States and transitions, where they are known beforehand."""
    if name != "counters":
        return None
    n = int(dict(one.split("=") for one in defined)["N"])
    return n**5, 5 * (n - 1) * n**4


def run(binary, command, *arguments):
    resident = processes.HighWater()
    answer = waymark.demand(binary, command, *arguments, codes=(0,), watch=resident)
    return answer, f"{answer.done.wall:.0f} ({answer.done.cpu:.0f})", f"{resident.bytes / 2**20:,.0f}"


def measure(name, defined, jobs, arguments, folder):
    model = [*waymark.defines(defined), ROOT / f"bench/models/{MODELS[name][0]}.pml"]
    script = pathlib.Path(folder) / "large.wms"
    counts = expected(name, defined)
    faults = 0
    for how in (["--store", "tree", "--script", script],
                ["--store", "disk", "--disk", folder, "--memory", arguments.disk_memory]):
        answer, seconds, resident = run(arguments.waymark, "check", "--por", "off", *how, *model)
        said = answer.said["states"], answer.said["transitions"]
        counts = counts or said
        faults += said != counts
        row(f"{name} {' '.join(defined)}", f"check, {how[1]}", *(f"{one:,}" for one in said), seconds, resident,
            f"{script.stat().st_size:,}" if "--script" in how else "", "as expected" if said == counts else "WRONG")
    answer, seconds, resident = run(arguments.waymark, "certify", "--jobs", jobs, "--script", script, *model)
    row(f"{name} {' '.join(defined)}", "certify", f"{answer.said['states']:,}", f"{answer.said['transitions']:,}", seconds, resident,
        "", answer.verdict)
    return faults + ((answer.said["states"], answer.said["transitions"]) != counts)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(options)
    options.add_argument("--only", choices=MODELS)
    options.add_argument("--define", action="append", metavar="NAME=VALUE", help="of --only: another size")
    options.add_argument("--disk-memory", default="1G", help="what --store disk may use [1G]")
    options.add_argument("--folder", default=ROOT / "build", help="where scripts and states are kept meanwhile [build]")
    arguments = options.parse_args()
    faults = 0
    head("program", "what", "states", "transitions", "s", "MiB resident", "bytes of the script", "")
    for name in [arguments.only] if arguments.only else MODELS:
        with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
            faults += measure(name, arguments.define or MODELS[name][1], os.cpu_count(), arguments, folder)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
