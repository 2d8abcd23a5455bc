#!/usr/bin/env python3
"""Every file and folder that docs, README and CONTRIBUTING name is there, and so is every make target.

check_docs.py [ROOT]. Looks at what stands between backticks and begins with src/, tests/, tools/, bench/, examples/ or
docs/, with `*` and upper-case words as placeholders, at `make TARGET`, and at links to files. Every breach is one line,
file:line.
"""
import pathlib
import re
import sys

PATH = re.compile(r"(?<![\w./-])((?:src|tests|tools|bench|examples|docs)/[\w./*-]*)")
QUOTED = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
MAKE = re.compile(r"\bmake ([a-z][\w-]*)")
TARGET = re.compile(r"^([a-z][\w-]*):", re.MULTILINE)


def is_there(root, name):
    name = name.rstrip("./")
    if re.search(r"[A-Z]{2,}", name):  # FOLDER, NAME: whatever one calls it
        return True
    return any(root.glob(name)) if "*" in name else (root / name).exists()


def breaches(root, page):
    targets = set(TARGET.findall((root / "Makefile").read_text()))
    where = page.relative_to(root)
    for number, line in enumerate(page.read_text().splitlines(), 1):
        quoted = QUOTED.findall(line)
        if line.startswith("    "):  # a block of commands, or the list of folders
            quoted.append(line)
        for text in quoted:
            for name in PATH.findall(text):
                if not is_there(root, name):
                    yield f"{where}:{number}: there is no {name}"
            for target in MAKE.findall(text):
                if target not in targets:
                    yield f"{where}:{number}: there is no make target {target}"
        for name in LINK.findall(line):
            if not (page.parent / name).exists():
                yield f"{where}:{number}: the link leads nowhere: {name}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    pages = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]
    found = [breach for page in pages for breach in breaches(root, page)]
    print("\n".join(found) if found else f"{len(pages)} pages name what is there")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
