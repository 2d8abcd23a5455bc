#!/usr/bin/env python3
"""Adds up what the rounds of `make test` left: count_tests.py JUNIT.xml… [--fuzz REPORT] [--steps FILE] [--costs TABLE].

A JUNIT.xml is ctest's own; a REPORT has a line `fuzz: NAME passed…` or `fuzz: NAME FAILED` for each target; FILE has a line
`SECONDS PROCESSOR_SECONDS NAME` for each step. Beside a JUNIT.xml, costs.tsv has what each entry cost (tools/entry.py),
and .ninja_log how long each step of the build took; TABLE gets all of these. Prints the time of each step and of each room's
tests, a line for each test that failed or was skipped, and last of all `N passed, N failed, N skipped`. A test's room is what
its name begins with: java.litmus is java's, and search_test search's. Ends with 1 if one failed or none passed, or if a file
says nothing at all: a round without tests has failed.
"""
import argparse
import collections
import pathlib
import re
import sys
import xml.etree.ElementTree


def junit(path):
    """{name: 'passed', 'failed' or 'skipped'}. What could not be started has failed; what skipped itself, or is disabled, is
    skipped."""
    found = {}
    try:
        cases = xml.etree.ElementTree.parse(path).getroot().findall("testcase")
    except (OSError, xml.etree.ElementTree.ParseError):
        return {}
    for case in cases:
        note = case.find("skipped")
        by_itself = note is not None and note.get("message", "").startswith("SKIP_")
        status = case.get("status")
        skipped = status == "disabled" or by_itself
        found[case.get("name")] = "passed" if status == "run" else "skipped" if skipped else "failed"
    return found


def rooms(paths):
    """{room: seconds by the clock of its tests, in all rounds}"""
    seconds = collections.Counter()
    for path in paths:
        if junit(path):
            for case in xml.etree.ElementTree.parse(path).getroot().findall("testcase"):
                room = re.split(r"[._]", case.get("name").removeprefix("golden."))[0]
                seconds[room] += float(case.get("time", 0))
    return seconds


def costs(path):
    """[(seconds, processor seconds or None, what)] of the entries beside a JUNIT.xml, and of the steps of its build that took a
    second; those that cost most first."""
    tree, found = path.parent, []
    if (tree / "costs.tsv").exists():
        for line in (tree / "costs.tsv").read_text().splitlines():
            name, wall, processor = line.split("\t")
            found.append((float(wall), float(processor), f"{tree.name}: {name}"))
    if (tree / ".ninja_log").exists():
        for line in (tree / ".ninja_log").read_text().splitlines()[1:]:
            began, ended, _, made, _ = line.split("\t")
            if int(ended) - int(began) >= 1000:
                found.append(((int(ended) - int(began)) / 1000, None, f"{tree.name}: build {made}"))
    return sorted(found, key=lambda it: -(it[0] if it[1] is None else it[1]))


def write_costs(table, steps, paths):
    """All that the run has cost, as a table."""
    with table.open("w") as out:
        print("  seconds  processor  what", file=out)
        for line in steps.read_text().splitlines():
            wall, processor, name = line.split(" ", 2)
            print(f"{float(wall):9.1f}  {float(processor):9.1f}  step: {name}", file=out)
        for path in paths:
            for wall, processor, what in costs(path):
                print(f"{wall:9.1f}  {'-' if processor is None else format(processor, '.1f'):>9}  {what}", file=out)


def print_times(steps, paths):
    total = 0
    print("seconds  processor  step")
    for line in steps.read_text().splitlines():
        wall, processor, name = line.split(" ", 2)
        print(f"{float(wall):7.0f}  {float(processor):9.0f}  {name}")
        total += float(processor)
    print(f"         {total:9.0f}  in all")
    print("seconds  tests of")
    for room, seconds in rooms(paths).most_common():
        print(f"{seconds:7.0f}  {room}")


def fuzz(path):
    text = path.read_text() if path.exists() else ""
    return {name: "passed" if how == "passed" else "failed"
            for name, how in re.findall(r"^fuzz: (\S+) (passed|FAILED)", text, re.MULTILINE)}


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("junit", type=pathlib.Path, nargs="*")
    options.add_argument("--fuzz", type=pathlib.Path)
    options.add_argument("--steps", type=pathlib.Path)
    options.add_argument("--costs", type=pathlib.Path)
    arguments = options.parse_args()
    if arguments.steps:
        print_times(arguments.steps, arguments.junit)
    if arguments.costs:
        write_costs(arguments.costs, arguments.steps, arguments.junit)
    rounds = [(path, junit(path)) for path in arguments.junit]
    if arguments.fuzz:
        rounds.append((arguments.fuzz, fuzz(arguments.fuzz)))
    total = {"passed": 0, "failed": 0, "skipped": 0}
    for path, results in rounds:
        if not results:
            print(f"{path}: no test has run")
            total["failed"] += 1
        for name, how in results.items():
            total[how] += 1
            if how != "passed":
                print(f"{how}: {name} ({path})")
    print(", ".join(f"{count} {how}" for how, count in total.items()))
    sys.exit(0 if total["passed"] and not total["failed"] else 1)


if __name__ == "__main__":
    main()
