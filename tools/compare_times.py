#!/usr/bin/env python3
"""Processor time of two builds: compare_times.py --old BINARY [--new BINARY] [--repeat N] [--certify] [--language L,...] [-- OPTION...].

Searches programs of each language (tools/lib/measured.py) with one build and the other in turns, so that both meet the same
load of the machine, and prints the least time of each (user and system), old over new, and the geometric mean of each
language. What reading the program takes, a C program's compiler included, is taken off: the time of its first steps alone
(--depth 1). --filter TEXT takes only programs whose name contains it. Options behind -- are handed to both builds.
With --certify it takes the thesis' nine programs: each build checks, records and certifies its own script, and the table has
nanoseconds per transition of certification, new over old, and what recording adds to the check of the new build.
"""
import argparse
import sys
import tempfile
from pathlib import Path

from lib import ROOT, measured, processes, tables, waymark

THESIS = ["bounded_buffer", "elevator", "ksu_pipeline", "nested_monitor", "philosophers", "pipeline", "replicated_workers", "rwvsn",
          "sleeping_barber"]


def seconds(*command):
    done = processes.run(command)
    if done.code not in (0, 1, 3):
        sys.exit(f"compare_times: {' '.join(map(str, command))} ended with {done.code}:\n{done.last_words()}")
    return done.cpu


def searching(binary, program, how):
    """Seconds of a search, without those of reading the program."""
    words = ["--jobs", "1", "--por", "off", *how]
    whole = seconds(binary, "check", *words, *program.words)
    return max(whole - seconds(binary, "check", *words, "--depth", "1", *program.words), 0)


def searches(options, how):
    ratios = {}
    tables.head("program", "old, s", "new, s", "old over new")
    with tempfile.TemporaryDirectory() as home:
        library = Path(options.new).parent / "waymark-library.jar"
        programs = measured.programs(options.language.split(","), True, Path(home), library)
        for program in [it for it in programs if options.filter in it.name]:
            least = [float("inf")] * 2
            for _ in range(options.repeat):
                for i, binary in enumerate((options.old, options.new)):
                    least[i] = min(least[i], searching(binary, program, how))
            ratios.setdefault(program.language, []).append(least[0] / max(least[1], 1e-9))
            tables.row(program.name, f"{least[0]:.2f}", f"{least[1]:.2f}", f"{ratios[program.language][-1]:.2f}")
    for language, those in ratios.items():
        tables.row(f"{language}, geometric mean", "", "", f"{tables.geometric_mean(those):.2f}")


def certifications(options, how):
    ratios, added = [], []
    tables.head("program", "old, ns", "new, ns", "new over old", "recording adds")
    with tempfile.TemporaryDirectory() as scratch:
        for name in [name for name in THESIS if options.filter in name]:
            model, whole = ROOT / f"bench/models/thesis/{name}.pml", ["--jobs", "1", "--por", "off", *how]
            transitions = waymark.demand(options.new, "check", *whole, model, codes=(0,)).said["transitions"]
            least = [float("inf")] * 4
            for _ in range(options.repeat):
                for i, binary in enumerate((options.old, options.new)):
                    script = Path(scratch) / f"{i}.way"
                    script.unlink(missing_ok=True)
                    recorded = seconds(binary, "check", *whole, "--script", script, model)
                    least[i] = min(least[i], seconds(binary, "certify", "--jobs", "1", "--script", script, model))
                least[2] = min(least[2], seconds(options.new, "check", *whole, model))
                least[3] = min(least[3], recorded)
            ratios.append(least[1] / least[0])
            added.append(least[3] / least[2])
            nanoseconds = [f"{1e9 * time / transitions:.0f}" for time in least[:2]]
            tables.row(name, *nanoseconds, f"{ratios[-1]:.2f}", f"{100 * (added[-1] - 1):+.0f} %")
    tables.row("geometric mean", "", "", f"{tables.geometric_mean(ratios):.2f}", f"{100 * (tables.geometric_mean(added) - 1):+.0f} %")


def main():
    words, how = sys.argv[1:], []
    if "--" in words:
        words, how = words[:words.index("--")], words[words.index("--") + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", required=True)
    parser.add_argument("--new", default=str(waymark.BINARY))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--certify", action="store_true", help="certification instead of searches")
    parser.add_argument("--language", default=",".join(measured.LANGUAGES), help="some of them, as c,cpp [all]")
    parser.add_argument("--filter", default="", help="only programs whose name contains this")
    options = parser.parse_args(words)
    (certifications if options.certify else searches)(options, how)


if __name__ == "__main__":
    main()
