#!/usr/bin/env python3
"""Compares how deep results say they are with what the programs of this folder expect.

shallow.py --waymark BINARY [NAME...]. README.md has the form of the expectations. All have to agree.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, java, waymark  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
FIELD = re.compile(r"^(?:/\*|  ) (together|options|subformulas): (.*?)(?: \*/)?$", re.MULTILINE)
MARK = re.compile(r"(?:/\*|//) (never|alone|always)(?: \*/)?$")


def expected(path):
    text = path.read_text()
    fields = dict(FIELD.findall(text[:text.index("*/") + 2]))
    marks = [(MARK.search(line), number) for number, line in enumerate(text.splitlines(), 1)]
    lines = sorted((mark.group(1), number) for mark, number in marks if mark)
    return fields, lines


def said_of(shallow):
    def line(item):
        return int(item["location"].rpartition(":")[2])
    lines = [(each["evaluated"], line(each)) for each in shallow["assertions"]]
    lines += [("always", line(each)) for each in shallow["conditions"]]
    return sorted(lines), sorted(bare(each["text"]) for each in shallow["subformulas"])


def bare(formula):
    """Languages print parentheses and blanks differently."""
    return re.sub(r"[ ()]", "", formula)


def differences(path, binary, classes):
    fields, lines = expected(path)
    program = ["--classpath", classes, path.stem] if path.suffix == ".java" else [str(path)]
    answer = waymark.ask(binary, "check", *program, *shlex.split(fields.get("options", "")), limit=HANGS)
    if answer.verdict != "holds":
        return [f"{answer.verdict}: {answer.detail}"]
    if "shallow" not in answer.said:
        return ["nothing is said"]
    shallow = answer.said["shallow"]
    subformulas = sorted(bare(each) for each in fields.get("subformulas", "").split("; ") if each)
    found = []

    def compare(name, wanted, got):
        if wanted != got:
            found.append(f"{name}: {got} instead of {wanted}")
    got_lines, got_subformulas = said_of(shallow)
    compare("together", fields.get("together") != "no", shallow["together"])
    compare("lines", lines, got_lines)
    compare("subformulas", subformulas, got_subformulas)
    is_shallow = not shallow["together"] or bool(got_lines or got_subformulas)
    compare("shallow", path.parent.name == "shallow", is_shallow)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    paths = [path for folder in ("shallow", "sound") for path in sorted((HERE / folder).iterdir())
             if not arguments.names or path.name in arguments.names]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        sources = [path for path in paths if path.suffix == ".java"]
        if sources:
            java.require()
            java.compile(sources, folder, "-g")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            answers = list(pool.map(lambda path: differences(path, arguments.waymark, folder), paths))
    for path, found in zip(paths, answers):
        wrong += bool(found)
        for each in found:
            print(f"{path.parent.name}/{path.name}: {each}")
    print(f"{len(paths) - wrong} of {len(paths)} as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
