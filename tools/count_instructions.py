#!/usr/bin/env python3
"""Instructions per transition of two builds: count_instructions.py --old BINARY [--new BINARY] [--language L,...].

callgrind counts what each build executes for searches of small programs of each language (tools/lib/measured.py), with
reduction and without, and for certifying them. Reading the program is not what is measured: what the same command takes for
the first steps of the program alone (--depth 1) is taken off. The compiler, another process, is not counted. Counts, unlike
times, do not depend on what else the machine does. Exit code 1 if a ratio, new over old, is beyond --most, or if the
geometric mean of a language is beyond --most-mean.
"""
import argparse
import concurrent.futures
import re
import shutil
import sys
import tempfile
from pathlib import Path

from lib import measured, processes, tables, waymark

ONE = ["--jobs", "1"]
WHOLE = [*ONE, "--por", "off"]
WAYS = [("whole", WHOLE), ("reduced", [*ONE, "--por", "on"]), ("depth-first", ["--por", "off", "--search", "dfs"])]
DEEP = "promela"  # the language of which depth-first searches are measured, too
FIRST = ["--depth", "1"]
FEWEST = 1000  # transitions: over fewer, what no two runs share (waiting for the compiler, say) counts for too much
HOLDS, LIMIT = 0, 3  # exit codes


def collected(text):
    """The number of instructions that callgrind counted."""
    found = re.search(r"Collected : (\d+)", text)
    if not found:
        sys.exit("count_instructions: callgrind says no number:\n" + text[-800:])
    return int(found.group(1))


def instructions(binary, *arguments, codes=(HOLDS,)):
    done = processes.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", binary, *arguments])
    if done.code not in codes:
        sys.exit(f"count_instructions: {binary} {' '.join(map(str, arguments))} ended with {done.code}:\n{done.last_words()}")
    return collected(done.err)


def transitions(binary, *arguments, codes=(HOLDS,)):
    return waymark.demand(binary, "check", *arguments, codes=codes).said["transitions"]


def searching(binary, program, options):
    """Instructions for each transition of a search; nothing if it has too few."""
    words, first = [*options, *program.words], [*options, *FIRST, *program.words]
    all_steps, first_steps = transitions(binary, *words), transitions(binary, *first, codes=(LIMIT,))
    if all_steps < FEWEST:
        return None
    counted = instructions(binary, "check", *words) - instructions(binary, "check", *first, codes=(LIMIT,))
    return counted / (all_steps - first_steps)


def certifying(binary, program, where):
    """Instructions for each transition of a script of a whole search."""
    counted, steps = [], []
    for options, code in (([], HOLDS), (FIRST, LIMIT)):
        script = where / f"{code}.way"
        steps.append(transitions(binary, *WHOLE, "--script", script, *options, *program.words, codes=(code,)))
        counted.append(instructions(binary, "certify", *ONE, "--script", script, *program.words, codes=(code,)))
    return (counted[0] - counted[1]) / (steps[0] - steps[1])


def count(binary, program):
    """{way: instructions for each transition}"""
    ways = [way for way in WAYS if way[0] != "depth-first" or program.language == DEEP]
    searched = {way: searching(binary, program, options) for way, options in ways}
    with tempfile.TemporaryDirectory(prefix="instructions-") as where:
        counts = {**searched, "certify": certifying(binary, program, Path(where))}
    return {way: counted for way, counted in counts.items() if counted is not None}


def judged(ratios, most, most_mean):
    """Whether all ratios of each language, and their geometric means, are within the limits; prints the means."""
    good = True
    for language, those in ratios.items():
        mean, worst = tables.geometric_mean(those), max(those)
        good = good and mean <= most_mean and worst <= most
        print(f"{language}: geometric mean {mean:.3f}, at most {most_mean} is wanted; worst {worst:.3f}, at most {most} is wanted")
    return good


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--old", required=True)
    options.add_argument("--new", default=str(waymark.BINARY))
    options.add_argument("--language", default=",".join(measured.LANGUAGES), help="some of them, as c,cpp [all]")
    options.add_argument("--most", type=float, default=1.03, help="of new over old [1.03]")
    options.add_argument("--most-mean", type=float, default=1.015, help="of the geometric mean of a language [1.015]")
    options.add_argument("--jobs", type=int, default=2)
    arguments = options.parse_args()
    for program in ("valgrind", arguments.old, arguments.new):
        if not shutil.which(program):
            sys.exit(f"count_instructions: no program {program}")
    ratios = {}
    with tempfile.TemporaryDirectory() as home, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        library = Path(arguments.new).parent / "waymark-library.jar"
        programs = measured.programs(arguments.language.split(","), False, Path(home), library)
        counts = [[pool.submit(count, binary, program) for binary in (arguments.old, arguments.new)] for program in programs]
        tables.head("program", "way", "old", "new", "new over old")
        for program, both in zip(programs, counts):
            old, new = (one.result() for one in both)
            for way in [way for way in old if way in new]:
                ratio = new[way] / old[way]
                ratios.setdefault(program.language, []).append(ratio)
                tables.row(program.name, way, f"{old[way]:,.0f}", f"{new[way]:,.0f}", f"{ratio:.3f}")
    print()
    sys.exit(0 if judged(ratios, arguments.most, arguments.most_mean) else 1)


if __name__ == "__main__":
    main()
