#!/usr/bin/env python3
"""Line coverage of src/ by the tests: coverage.py [STEP…] [OPTION…].

Prints for each room, which is a folder of src/, and for all of them: how many lines there are, and how many of a hundred run in
`make test`, and in all tests. All tests are those of `make test` and those of the shares of tests/shares.txt, whose ctest entries
have a label part_NAME. The steps, without a name all of them:

  build    configures DIR [this tree] with what the preset `coverage` of this tree says, so that an older source need not have
           it, and builds the program and what tests need, in DIR/build/coverage
  test     runs the tests of `make test`. A binary of unit tests runs once, with its tests that belong there
  shares   runs those of the shares
  report   prints the table; --into keeps it in FILE

Tests that look at the sources alone are left out. What does not count: a process that a signal ends; a child that leaves by
_exit(); a template that nothing makes. Tests that fail are named, and their lines count.

--against compares with an older report, and ends with 1 if all tests together cover a smaller share of the lines than there, or
`make test` a share that is smaller by more than two points.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import landing
from lib import ROOT, ctest

SHARES = f"^part_({'|'.join(landing.shares(ROOT))})$"  # labels of tests that are none of `make test`
OTHERS = "^(unit|source)$"  # those of entries that are not run by ctest here
SLACK = 2  # points that `make test` may lose


def preset(name):
    """The variables of a preset of this tree, those that it inherits included."""
    presets = {one["name"]: one for one in json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]}
    own = presets[name]
    return {**(preset(own["inherits"]) if "inherits" in own else {}), **own.get("cacheVariables", {})}


def llvm(tool):
    """A tool of the clang++ that compiled: llvm-cov-14 for version 14."""
    said = subprocess.run(["clang++", "--version"], check=True, capture_output=True, text=True).stdout
    return shutil.which(f"{tool}-{re.search(r'version ([0-9]+)', said)[1]}") or tool


def build(arguments):
    variables = [f"-D{name}={value}" for name, value in preset("coverage").items()]
    subprocess.run(["cmake", "-S", arguments.source, "-B", arguments.build, "-G", "Ninja", "--no-warn-unused-cli", *variables],
                   check=True, stdout=subprocess.DEVNULL)
    # Binaries of unit tests are asked for their tests; that is no test yet.
    subprocess.run(["cmake", "--build", arguments.build, "-j", str(arguments.jobs), "--target", "waymark", "tests/all"],
                   check=True, env={**os.environ, "LLVM_PROFILE_FILE": str(arguments.build / "asked.profraw")})


def unit_tests(build, *options):
    """[(binary, filter)] of the entries that the options choose: entries of one test each are put together."""
    alone, found = collections.defaultdict(list), []
    for test in ctest.entries(build, "-L", "^unit$", *options):
        binary = next(word for word in test["command"] if word.endswith("_test"))
        chosen = [word.partition("=")[2] for word in test["command"] if word.startswith("--gtest_filter=")]
        if chosen and not re.search("[*?:-]", chosen[0]):
            alone[binary] += chosen
        else:
            found.append((binary, chosen[0] if chosen else "*"))
    return found + [(binary, ":".join(names)) for binary, names in alone.items()]


def run(arguments, into, shares):
    """Runs the tests of the shares or the others, and merges what they and those before have covered."""
    pool = arguments.build / "profiles"
    environment = {**os.environ, "LLVM_PROFILE_FILE": str(pool / "%4m.profraw")}
    filters = arguments.build / "filters"
    for binary, names in unit_tests(arguments.build, "-L" if shares else "-LE", SHARES):
        filters.write_text(f"--gtest_filter={names}\n")
        code = subprocess.run([binary, "--gtest_brief=1", f"--gtest_flagfile={filters}"],
                              cwd=arguments.build / "tests", env=environment).returncode
        if code != 0:
            print(f"{binary} ended with {code}", flush=True)
    chosen = ["-L", SHARES, "-LE", OTHERS] if shares else ["-LE", f"{SHARES}|{OTHERS}"]  # of two -LE both would have to fit
    subprocess.run(["ctest", "--test-dir", arguments.build, "-j", str(arguments.jobs), *chosen], env=environment)
    if raw := list(pool.glob("*.profraw")):
        subprocess.run([llvm("llvm-profdata"), "merge", "-sparse", "-o", arguments.build / into, *raw], check=True)


def objects(build):
    """What was compiled for coverage: the program, its modules, and the binaries that tests run."""
    return [build / "waymark", *sorted(build.glob("*.so")),
            *sorted(path for path in (build / "tests").iterdir() if path.is_file() and os.access(path, os.X_OK))]


def lines_of(text, root):
    """{file below root: {line: whether it ran}} of a report as lcov writes it."""
    files, lines = {}, {}
    for row in text.splitlines():
        if row.startswith("SF:"):
            path = row.removeprefix("SF:")
            lines = files.setdefault(path.removeprefix(f"{root}/"), {}) if path.startswith(f"{root}/") else {}
        elif row.startswith("DA:"):
            number, count = row.removeprefix("DA:").split(",")[:2]
            lines[int(number)] = lines.get(int(number), False) or int(count) > 0
    return files


def export(arguments, profile):
    first, *others = objects(arguments.build)
    said = subprocess.run([llvm("llvm-cov"), "export", "-format=lcov", f"-instr-profile={arguments.build / profile}", first,
                           *(word for one in others for word in ("-object", one)), arguments.source / "src"],
                          check=True, capture_output=True, text=True)
    return lines_of(said.stdout, arguments.source / "src")


def table(tests, everything):
    """The report. Both are files with their lines; `tests` of `make test`."""
    rooms = collections.defaultdict(lambda: [0, 0, 0])
    for file, lines in everything.items():
        for room in (str(pathlib.PurePath(file).parent), "all"):
            counts = rooms[room]
            counts[0] += len(lines)
            counts[1] += sum(tests.get(file, {}).values())
            counts[2] += sum(lines.values())
    rows = [f"{'room of src/':<24}{'lines':>8}{'make test':>12}{'all tests':>12}"]
    for room, (lines, some, most) in sorted(rooms.items(), key=lambda it: (it[0] == "all", it[0])):
        rows.append(f"{room:<24}{lines:>8}{100 * some / lines:>10.2f} %{100 * most / lines:>10.2f} %")
    return rows


def totals(report):
    """The percentages of the last row: by `make test`, and by all."""
    found = re.search(r"^all +\d+ +([\d.]+) % +([\d.]+) %$", report, re.MULTILINE)
    if found is None:
        sys.exit("coverage: error: expected a report with a row `all`")
    return float(found[1]), float(found[2])


def losses(report, older):
    found = []
    for what, slack, before, now in zip(("make test", "all tests"), (SLACK, 0), totals(older), totals(report)):
        if now < before - slack:
            found.append(f"{what} covered {before:.2f} % before, and covers {now:.2f} % now")
    return found


def report(arguments):
    everything = export(arguments, "all.profdata")
    text = "\n".join(table(export(arguments, "test.profdata"), everything)) + "\n"
    print(text, end="")
    if arguments.into:
        arguments.into.write_text(text)
    found = losses(text, arguments.against.read_text()) if arguments.against else []
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("steps", nargs="*", metavar="STEP", help="build, test, shares, report")
    parser.add_argument("--source", type=pathlib.Path, default=ROOT, help="whose coverage [this tree's]")
    parser.add_argument("--build", type=pathlib.Path, help="where to build [SOURCE/build/coverage]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
    parser.add_argument("--into", type=pathlib.Path, metavar="FILE", help="where to keep the report")
    parser.add_argument("--against", type=pathlib.Path, metavar="REPORT", help="an older report")
    arguments = parser.parse_args()
    if unknown := set(arguments.steps) - {"build", "test", "shares", "report"}:
        parser.error(f"there is no step {', '.join(sorted(unknown))}")
    arguments.source = arguments.source.resolve()
    arguments.build = (arguments.build or arguments.source / "build" / "coverage").resolve()
    steps = arguments.steps or ["build", "test", "shares", "report"]
    if "build" in steps:
        build(arguments)
    if "test" in steps:
        shutil.rmtree(arguments.build / "profiles", ignore_errors=True)
        run(arguments, "test.profdata", shares=False)
    if "shares" in steps:
        run(arguments, "all.profdata", shares=True)
    sys.exit(report(arguments) if "report" in steps else 0)


if __name__ == "__main__":
    main()
