#!/usr/bin/env python3
"""Adds up what the rounds of `make test` left: count_tests.py JUNIT.xml… [--fuzz REPORT].

A JUNIT.xml is ctest's own; a REPORT has a line `fuzz: NAME passed…` or `fuzz: NAME FAILED` for each target. Prints a line
for each test that was skipped, and last of all `N passed, N failed, N skipped`. Ends with 1 if one failed or none
passed, or if a file says nothing at all: a round without tests has failed.
"""
import argparse
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


def fuzz(path):
    text = path.read_text() if path.exists() else ""
    return {name: "passed" if how == "passed" else "failed"
            for name, how in re.findall(r"^fuzz: (\S+) (passed|FAILED)", text, re.MULTILINE)}


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("junit", type=pathlib.Path, nargs="*")
    options.add_argument("--fuzz", type=pathlib.Path)
    arguments = options.parse_args()
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
