#!/usr/bin/env python3
"""C and C++ programs as compiled, with the verdict that each must get.

programs.py --runner BINARY [--folder DIR] [--compiler NAME] [FILE...]. The first line of a program of the folder,
tests/llvm/programs if none is named, is `// holds`, `// violated: KIND` (or `KIND|KIND` where several are right) or
`// refused: TEXT`, perhaps with options behind a semicolon: the runner's, or those of the command line that it has, too.
Each is explored as it is, with every promise of the model tested, and reduced.
"""
import argparse
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tools"))
from lib import native  # noqa: E402

WAYS = ("", "--checked", "--por", "--por --checked")
# What the command line says by --property, the runner says by an option for each.
PROPERTIES = {"race": "--races", "leak": "--leaks", "overflow": "--overflow"}


def verdicts(runner, program, options):
    """One for each way, or a single line if the program cannot be explored at all."""
    done = subprocess.run([runner, "--every-way", *options, program], capture_output=True, text=True, timeout=600)
    lines = [line.removeprefix(f"{program}: ") for line in (done.stdout + done.stderr).strip().split("\n")]
    return [line for line in lines if not line.startswith("  ")]


def runner_words(text):
    words, made = iter(text.split()), []
    for word in words:
        made += [PROPERTIES[kind] for kind in next(words).split(",")] if word == "--property" else [word]
    return made


def fits(expected, what, said):
    if expected == "holds":
        return said.startswith("holds")
    if expected == "violated":
        return any(re.match(rf"violation {re.escape(kind)}\b", said) for kind in what.split("|"))
    return said.startswith("refused") and what in said


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--runner", required=True)
    parser.add_argument("--folder", type=pathlib.Path, default=HERE / "programs")
    parser.add_argument("--compiler")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    if native.lacks(options.compiler):
        return
    wrong = 0
    files = options.files or sorted(options.folder.glob("*.c*"))
    for program in files:
        first = program.read_text().split("\n", 1)[0]
        found = re.fullmatch(r"// (holds|violated|refused)(?:: ([^;]+))?(?:; (.*))?", first)
        if not found:
            sys.exit(f"{program}:1: no expectation")
        own = runner_words(found[3] or "") + (["--compiler", options.compiler] if options.compiler else [])
        said = verdicts(options.runner, program, own)
        if len(said) != len(WAYS) and found[1] != "refused":
            wrong += 1
            print(f"{program}: expected {first[3:]}, but: {said[0]}")
            continue
        for way, one in zip(WAYS, said):
            if not fits(found[1], found[2], one):
                wrong += 1
                print(f"{program} {way}: expected {first[3:]}, but: {one}")
    print(f"{len(files)} programs, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
