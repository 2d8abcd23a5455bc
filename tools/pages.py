#!/usr/bin/env python3
"""Runs the commands of pages for readers, and compares what they print with what the page says.

    pages.py --waymark BINARY [--rebase] [PAGE.md…]

Without pages, README and every page of docs/ that has commands. A page is worked through from top to bottom in an
empty folder, in which `examples` and `bench` lead to those of the project. In its indented blocks

    $ COMMAND          is one line for bash, followed by what it prints, on either stream
    …                  on a line of its own stands for any lines that are left out

A block after a paragraph that ends in "`NAME`:" is the text of the file NAME. Other blocks are left alone. --rebase
rewrites what commands without left out lines print: read the diff."""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from lib import HANGS, ROOT

sys.path.insert(0, str(ROOT / "tests"))
import golden  # noqa: E402

DOTS = "…"


def blocks(lines):
    """(first, end) of indented blocks, blank lines inside included."""
    at = 0
    while at < len(lines):
        if not lines[at].startswith("    ") or (at > 0 and lines[at - 1].strip()):
            at += 1
            continue
        end = last = at
        while end < len(lines) and (not lines[end].strip() or lines[end].startswith("    ")):
            last = end + 1 if lines[end].strip() else last
            end += 1
        yield at, last
        at = end


def matches(expected, printed):
    """Whether the lines are those, DOTS standing for any."""
    if not expected:
        return not printed
    if expected[0] == DOTS:
        return any(matches(expected[1:], printed[skip:]) for skip in range(len(printed) + 1))
    return bool(printed) and expected[0] == printed[0] and matches(expected[1:], printed[1:])


def shown(text):
    return [line.rstrip() for line in golden.masked(text, ["time", "rate", "memory"]).splitlines()]


class Page:
    def __init__(self, path, waymark):
        self.path, self.waymark = path, waymark
        self.lines = path.read_text().splitlines()
        self.faults, self.commands = [], 0

    def run(self, folder):
        for name in ("examples", "bench"):
            (folder / name).symlink_to(ROOT / name)
        out, done = [], 0
        for first, end in blocks(self.lines):
            out += self.lines[done:first]
            done = end
            before = next((line for line in reversed(self.lines[:first]) if line.strip()), "")
            text = [line[4:] for line in self.lines[first:end]]
            named = re.search(r"`([\w./-]+)`:$", before)
            if text[0].startswith("$ "):
                text = self.obey(text, folder)
            elif named:
                if any(line.startswith("$ ") for line in text):
                    self.faults.append(f"{self.path.name}: {named[1]} runs into commands; put words between the two")
                (folder / named[1]).write_text("\n".join(text) + "\n")
            out += ["    " + line if line else "" for line in text]
        return out + self.lines[done:]

    def obey(self, text, folder):
        starts = [i for i, line in enumerate(text) if line.startswith("$ ")] + [len(text)]
        out = []
        for at, after in zip(starts, starts[1:]):
            expected = text[at + 1:after]
            while expected and not expected[-1].strip():
                expected.pop()
            blank = [""] * (after - at - 1 - len(expected))
            printed = self.execute(text[at][2:], folder)
            self.commands += 1
            good = matches(shown("\n".join(expected)), shown(printed))
            if not good:
                self.faults.append(f"{self.path.name}: $ {text[at][2:]}\nprints\n{printed}")
            keep = good or DOTS in expected
            out += [text[at], *(expected if keep else printed.rstrip().splitlines()), *blank]
        return out

    def execute(self, command, folder):
        path = f"{self.waymark.parent}{os.pathsep}{os.environ.get('PATH', '')}"
        environment = os.environ | {"PATH": path, "LC_ALL": "C.UTF-8", "HOME": str(folder)}
        done = subprocess.run(["bash", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=HANGS, env=environment)
        if done.returncode < 0 or done.returncode >= 70:
            self.faults.append(f"{self.path.name}: $ {command}\nends with {done.returncode}")
        return done.stdout


def pages_with_commands():
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [page for page in pages if "\n    $ " in page.read_text()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waymark", default=ROOT / "build/release/waymark", type=pathlib.Path)
    parser.add_argument("--rebase", action="store_true")
    parser.add_argument("pages", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.pages = arguments.pages or pages_with_commands()
    failed = commands = 0
    for path in arguments.pages:
        page = Page(path, arguments.waymark.resolve())
        with tempfile.TemporaryDirectory() as folder:
            rewritten = page.run(pathlib.Path(folder))
        commands += page.commands
        if arguments.rebase:
            path.write_text("\n".join(rewritten) + "\n")
        elif page.faults or page.commands == 0:
            failed += 1
            print("\n".join(page.faults) or f"{path.name}: no commands")
    print(f"pages: {commands} commands, {len(arguments.pages) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
