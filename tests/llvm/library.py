#!/usr/bin/env python3
"""Checks the programs of tests/llvm/library: library.py --runner RUNNER [--compiler NAME] [FILE...]. A line
`expect: VERDICT` in a program's first comment says how the runner's verdict begins; without it the program holds."""
import argparse
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import native  # noqa: E402


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runner", required=True)
    options.add_argument("--compiler", default="")
    options.add_argument("files", nargs="*", type=pathlib.Path)
    arguments = options.parse_args()
    if native.lacks(arguments.compiler):
        return 0
    files = arguments.files or sorted((pathlib.Path(__file__).parent / "library").glob("*.c"))
    wrong = 0
    for file in files:
        found = re.search(r"expect: ([^*\n]*)", file.read_text())
        expected = found.group(1).strip() if found else "holds"
        words = [arguments.runner, "--checked"]
        words += ["--compiler", arguments.compiler] if arguments.compiler else []
        ended = subprocess.run([*words, str(file)], capture_output=True, text=True, timeout=600)
        verdict = ended.stdout.strip().splitlines()[-1].removeprefix(f"{file}: ") if ended.stdout.strip() else ended.stderr
        if not verdict.startswith(expected):
            wrong += 1
            print(f"{file}: '{expected}' is expected, not '{verdict}'")
    print(f"{len(files)} programs, {wrong} wrong")
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main())
