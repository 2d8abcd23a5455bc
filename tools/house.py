#!/usr/bin/env python3
"""How the house stands, in figures: house.py [ROOT] [--against REVISION].

Prints a table, for the work tree and, with --against, for an older commit beside it; then where the long functions and the
texts that stand twice are. What is counted:

  lines, files        of src/, C++ only
  long functions      over 80 lines, head and body; the Java interpreter's loop is named but counted apart
  duplicated pairs    two places in src/ where the same six lines or more stand, but for blanks and comments; lines without a
                      word, #include, using, =delete and =default lines do not count, and a run is one pair however long it is; the same by
                      shape: names and literals may differ
  trusted lines       what tools/trusted.py, if it is there, says one must trust
  option strings      comparisons of something with a text in src/cli and src/check, file extensions and their like aside
  virtual functions   of each interface in src/model/model.hpp, destructors aside
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

from lib import ROOT, cpp, processes

LONG, SAME = 80, 6
LOOP = "src/java/machine/interpreter.cpp"  # its longest function is the interpreter's loop
NO_CODE = re.compile(r"\W*$|#\s*include\b|#\s*pragma\b|using\b|namespace\b|}\s*//|.*= (?:delete|default);$")
COMPARED = re.compile(r'([\w.>()\[\]-]*?)\s*[!=]=\s*"')
NO_OPTION = re.compile(r"(?:^|[.>(])(?:extension|text|word|rest|line|token)(?:\(\))?$")


def sources(root):
    return sorted(path for path in (root / "src").rglob("*") if path.suffix in (".cpp", ".hpp"))


def long_functions(root):
    """[(lines, place, name)], the longest first; and the interpreter's loop, or None."""
    found, loops = [], []
    for path in sources(root):
        place = path.relative_to(root).as_posix()
        for it in cpp.functions(path.read_text()):
            if it.lines > LONG:
                (loops if place == LOOP else found).append((it.lines, f"{place}:{it.line}", it.name))
    loops.sort(reverse=True)
    return sorted(found + loops[1:], reverse=True), loops[0] if loops else None


def code_lines(path, shape):
    """[(number, text)] of the lines that count as code, without blanks; for their shape alone, any name or literal is x."""
    lines = cpp.without_comments(path.read_text()).splitlines()
    stripped = [(number, re.sub(r"\s+", " ", line.strip())) for number, line in enumerate(lines, 1)]
    counting = [(number, line) for number, line in stripped if not NO_CODE.match(line)]
    return [(number, cpp.shape(line)) for number, line in counting] if shape else counting


def duplicates(root, shape=False):
    """[(lines, place, other place)], the longest first: runs of the same lines that cannot be made longer at their beginning.
    What stands n times makes n - 1 pairs. In a run by shape the first lines differ among themselves: tables are no copies."""
    code = {path: code_lines(path, shape) for path in sources(root)}

    def window(path, at):
        texts = tuple(text for _, text in code[path][at:at + SAME]) if at >= 0 else ()
        return texts if len(texts) == SAME and (not shape or len(set(texts)) == SAME) else None

    places = collections.defaultdict(list)
    for path, lines in code.items():
        for at in range(len(lines)):
            if window(path, at):
                places[window(path, at)].append((path, at))
    pairs = []
    for found in places.values():
        for (one, i), (other, j) in zip(found, found[1:]):
            apart = j - i if one == other else len(code[one])  # a run does not overlap with itself
            longer = window(one, i - 1) and window(one, i - 1) == window(other, j - 1)
            if apart < SAME or longer:
                continue
            length = SAME
            while length < min(apart, len(code[one]) - i, len(code[other]) - j) and \
                    code[one][i + length][1] == code[other][j + length][1]:
                length += 1
            pairs.append((length, one, i, other, j))
    kept = []
    for length, one, i, other, j in sorted(pairs, reverse=True):
        within = any((one, other, j - i) == (a, b, y - x) and x <= i < x + most for most, a, x, b, y in kept)
        if not within:
            kept.append((length, one, i, other, j))
    place = lambda path, at: f"{path.relative_to(root)}:{code[path][at][0]}"
    return [(length, place(one, i), place(other, j)) for length, one, i, other, j in kept]


def trusted(root, tool=ROOT / "tools" / "trusted.py"):
    """{part: lines} as the tool prints them, `PART: N lines`; nothing without the tool."""
    said = processes.run([sys.executable, "-B", tool, root]).out if tool.exists() else ""
    found = re.findall(r"^(\S.*): ([\d,]+) lines$", said, re.MULTILINE)
    return {part: int(number.replace(",", "")) for part, number in found}


def option_strings(root):
    count = 0
    for folder in ("cli", "check"):
        for path in sources(root):
            if path.is_relative_to(root / "src" / folder):
                text = cpp.without_comments(path.read_text())
                count += sum(not NO_OPTION.search(found.group(1)) for found in COMPARED.finditer(text))
    return count


def virtual_functions(root):
    """{class: number} for the interfaces of the model; a class whose functions are all inherited is none."""
    text = cpp.blank((root / "src" / "model" / "model.hpp").read_text())
    parts = re.split(r"^class (\w+)[^;{]*\{", text, flags=re.MULTILINE)
    counts = {name: len(re.findall(r"\bvirtual\b(?!\s*~)", body)) for name, body in zip(parts[1::2], parts[2::2])}
    return {name: count for name, count in counts.items() if count}


def figures(root):
    functions, loop = long_functions(root)
    pairs, shapes = duplicates(root), duplicates(root, shape=True)
    virtual = virtual_functions(root)
    return {
        "lines of src/": sum(path.read_text().count("\n") for path in sources(root)),
        "files of src/": len(sources(root)),
        f"functions over {LONG} lines": len(functions),
        "lines of the interpreter's loop": loop[0] if loop else None,
        "duplicated pairs": len(pairs),
        "pairs of the same shape": len(shapes),
        **{f"trusted lines, {part}": lines for part, lines in trusted(root).items()},
        "option strings": option_strings(root),
        "virtual functions of the model": sum(virtual.values()),
        "virtual functions of an interface, at most": max(virtual.values(), default=0),
    }, functions, loop, pairs, shapes, virtual


def older(revision, into):
    """The tree of a commit, unpacked."""
    archive = subprocess.run(["git", "archive", "--format=tar", revision], cwd=ROOT, stdout=subprocess.PIPE)
    if archive.returncode != 0:
        sys.exit(f"house: no commit {revision}")
    subprocess.run(["tar", "-x", "-C", into], input=archive.stdout, check=True)
    return pathlib.Path(into)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("root", nargs="?", type=pathlib.Path, default=ROOT)
    options.add_argument("--against", metavar="REVISION", help="a commit to compare with")
    arguments = options.parse_args()
    root = arguments.root.resolve()
    now, functions, loop, pairs, shapes, virtual = figures(root)
    before = {}
    if arguments.against:
        with tempfile.TemporaryDirectory(prefix="house-") as where:
            before, *_ = figures(older(arguments.against, where))
    show = lambda value: "-" if value is None else f"{value:,}"
    print(f"{'':50}" + (f"{arguments.against:>12}" if before else "") + f"{'now':>12}")
    for name, value in now.items():
        print(f"{name:50}" + (f"{show(before.get(name)):>12}" if before else "") + f"{show(value):>12}")
    print("\nvirtual functions: " + ", ".join(f"{name} {count}" for name, count in virtual.items()))
    print(f"\nfunctions over {LONG} lines:" + ("" if functions else " none"))
    for lines, place, name in functions:
        print(f"  {lines:5}  {place}  {name}")
    if loop:
        print(f"the interpreter's loop:\n  {loop[0]:5}  {loop[1]}  {loop[2]}")
    for title, found in ((f"the same {SAME} lines or more", pairs), (f"{SAME} lines or more of the same shape", shapes)):
        print(f"\n{title}:" + ("" if found else " none"))
        for lines, one, other in found:
            print(f"  {lines:5}  {one}  {other}")


if __name__ == "__main__":
    main()
