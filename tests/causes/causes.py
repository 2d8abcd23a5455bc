#!/usr/bin/env python3
"""Compares the causes that results name with those that the programs of this folder expect.

causes.py --waymark BINARY [--verbose] [NAME...]. README.md has the form of the expectations. At least 36 of the 40 have
to agree in all fields, and all 40 have to point to the right lines.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, java, waymark  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
LEAST = 36
FIELD = re.compile(r"^   (cause|threads|locks|values|options): (.*?)(?: \*/)?$", re.MULTILINE)


def expected(path):
    text = path.read_text()
    fields = dict(FIELD.findall(text[:text.index("*/") + 2]))
    marked = {number for number, line in enumerate(text.splitlines(), 1) if "/* ! */" in line}
    return fields, marked


def items(text):
    return sorted(text.split(", ")) if text else []


def values_differ(wanted, cause):
    shown = {each["name"]: each["value"] for each in cause["values"]}
    for item in items(wanted):
        name, _, value = item.partition(" == ")
        if name not in shown or (value and shown[name] != value):
            return True
    return False


def differences(path, binary, classes):
    """What does not agree: fields, and whether lines are among them."""
    fields, marked = expected(path)
    program = ["--classpath", classes, path.stem] if path.suffix == ".java" else [str(path)]
    answer = waymark.ask(binary, "check", *program, *fields.get("options", "").split(), limit=HANGS)
    if answer.verdict != "violation":
        return [f"{answer.verdict}: {answer.detail}"], False
    cause = answer.said["cause"]
    if cause is None:
        return ["no cause"], False
    found = []

    def compare(name, wanted, got):
        if wanted != got:
            found.append(f"{name}: {got} instead of {wanted}")
    compare("kind", fields["cause"], cause["kind"])
    compare("threads", items(fields.get("threads", "")), sorted(cause["threads"]))
    compare("locks", items(fields.get("locks", "")), sorted(cause["locks"]))
    if values_differ(fields.get("values", ""), cause):
        found.append(f"values: {cause['values']} instead of {fields['values']}")
    lines = {int(place.rpartition(":")[2]) for place in cause["places"]
             if pathlib.PurePath(place.rpartition(":")[0]).name == path.name}
    right = lines == marked
    if not right:
        found.append(f"lines: {sorted(lines)} instead of {sorted(marked)}")
    found.append("cause: " + cause["sentence"])
    return found, right


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    paths = sorted(path for kind in ("promela/*.pml", "java/*.java", "c/*.c") for path in HERE.glob(kind))
    chosen = [path for path in paths if not arguments.names or path.stem in arguments.names]
    with tempfile.TemporaryDirectory() as folder:
        sources = [path for path in chosen if path.suffix == ".java"]
        if sources:
            java.require()
            java.compile(sources, folder, "-g")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda path: differences(path, arguments.waymark, folder), chosen))
    agree, right = 0, 0
    for path, (found, lines) in zip(chosen, results):
        same = len(found) == 1 and found[0].startswith("cause: ")
        agree += same
        right += lines
        if not same or arguments.verbose:
            print(f"{path.relative_to(HERE)}:", *found, sep="\n  ")
    print(f"{agree} of {len(chosen)} causes agree, {right} point to the right lines")
    missing = len(chosen) - agree
    return 0 if missing <= len(paths) - LEAST and right == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
