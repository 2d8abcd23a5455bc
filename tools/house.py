#!/usr/bin/env python3
"""How the house stands, in figures: house.py [ROOT] [--against REVISION].

Prints a table, for the work tree and, with --against, for an older commit beside it; then where the long functions and the
texts that stand twice are. What is counted:

  lines, files        of src/, C++ only
  lines of code       the same without comments and blank lines; and its tokens, which do not depend on the formatting
  functions, members  of each class: every function that it declares itself, deleted and defaulted ones aside; its data.
                      A class with more than 40 functions is too large
  capability flags    virtual functions `bool f() const` without parameters, and `bool f() const { return f_; }` of a class
                      with virtual functions where f_ is const: an interface asks what its implementations can or want
  dynamic_casts       of src/
  options of check    those that `waymark check --help` shows, and all of them: from a built binary (--waymark), or from the
                      tables of docs/
  words per sentence  of README.md, CONTRIBUTING.md and docs/, without code, headings and tables: mean and longest
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

from check_docs import measure as sentences  # the words of each sentence of a page
from lib import ROOT, cpp, processes

LONG, SAME, MANY = 80, 6, 40
LOOP = "src/java/machine/interpreter.cpp"  # its longest function is the interpreter's loop
NO_CODE = re.compile(r"\W*$|#\s*include\b|#\s*pragma\b|using\b|namespace\b|}\s*//|.*= (?:delete|default);$")
COMPARED = re.compile(r'([\w.>()\[\]-]*?)\s*[!=]=\s*"')
FLAG = re.compile(r"\bvirtual\s+bool\s+(\w+)\(\)\s*const\b")
KEPT_FLAG = re.compile(r"\bbool\s+(\w+)\(\)\s*const\s*\{\s*return\s+\1_;\s*\}")
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


def code_size(root):
    """Lines that are neither blank nor all comment, and tokens."""
    codes = [cpp.without_comments(path.read_text()) for path in sources(root)]
    lines = sum(bool(line.strip()) for code in codes for line in code.splitlines())
    return lines, sum(len(cpp.TOKEN.findall(code)) for code in codes)


def classes(root):
    """[(functions, members, place, name)], those with most functions first."""
    found = [(len(it.functions), len(it.members), f"{path.relative_to(root).as_posix()}:{it.line}", it.name)
             for path in sources(root) for it in cpp.classes(path.read_text())]
    return sorted(found, reverse=True)


def capability_flags(root):
    """[(place, name)]"""
    found = []
    for path in sources(root):
        code = cpp.blank(path.read_text())
        flags = [*FLAG.finditer(code), *(it for it in KEPT_FLAG.finditer(code) if "virtual " in code and f"const bool {it.group(1)}_;" in code)]
        for flag in flags:
            found.append((f"{path.relative_to(root).as_posix()}:{code.count(chr(10), 0, flag.start()) + 1}", flag.group(1)))
    return found


def options_of_check(root, waymark=None):
    """How many `check --help` shows, and how many there are."""
    if waymark:
        count = lambda *asked: len(re.findall(r"^ +-", processes.run([waymark, "check", *asked]).out, re.MULTILINE))
        return count("--help"), count("--help", "all") or count("--help")
    for page in (root / "docs").rglob("command-line.md"):
        groups = re.split(r"^\*\*", page.read_text(), flags=re.MULTILINE)[1:]
        every = sum(group.count("\n| `-") for group in groups if re.search(r"`check`|^check\*\*", group.splitlines()[0]))
        if every:
            return every, every
    return None, None


def words_per_sentence(root):
    """Mean and longest, of all pages together."""
    pages = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]
    lengths = [length for page in pages if page.exists() for length in sentences(page)]
    return (round(sum(lengths) / len(lengths), 1), max(lengths)) if lengths else (None, None)


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


def figures(root, waymark=None):
    functions, loop = long_functions(root)
    sized, (lines, tokens) = classes(root), code_size(root)
    shown, options = options_of_check(root, waymark)
    mean, longest = words_per_sentence(root)
    pairs, shapes = duplicates(root), duplicates(root, shape=True)
    virtual = virtual_functions(root)
    return {
        "lines of src/": sum(path.read_text().count("\n") for path in sources(root)),
        "lines of code": lines,
        "tokens of code": tokens,
        "files of src/": len(sources(root)),
        f"classes over {MANY} functions": sum(functions > MANY for functions, *_ in sized),
        "functions of a class, at most": max((functions for functions, *_ in sized), default=0),
        "members of a class, at most": max((members for _, members, *_ in sized), default=0),
        "capability flags": len(capability_flags(root)),
        "dynamic_casts": sum(cpp.blank(path.read_text()).count("dynamic_cast<") for path in sources(root)),
        "options of check, by --help": shown,
        "options of check": options,
        "words per sentence": mean,
        "words of the longest sentence": longest,
        f"functions over {LONG} lines": len(functions),
        "lines of the interpreter's loop": loop[0] if loop else None,
        "duplicated pairs": len(pairs),
        "pairs of the same shape": len(shapes),
        **{f"trusted lines, {part}": lines for part, lines in trusted(root).items()},
        "option strings": option_strings(root),
        "virtual functions of the model": sum(virtual.values()),
        "virtual functions of an interface, at most": max(virtual.values(), default=0),
    }, functions, loop, pairs, shapes, virtual, sized


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
    options.add_argument("--waymark", metavar="BINARY", help="whose options are counted; [build/release/waymark, if it is there]")
    arguments = options.parse_args()
    root = arguments.root.resolve()
    built = root / "build" / "release" / "waymark"
    waymark = arguments.waymark or (built if built.exists() else None)
    now, functions, loop, pairs, shapes, virtual, sized = figures(root, waymark)
    before = {}
    if arguments.against:
        with tempfile.TemporaryDirectory(prefix="house-") as where:
            before, *_ = figures(older(arguments.against, where))
    show = lambda value: "-" if value is None else f"{value:,}"
    print(f"{'':50}" + (f"{arguments.against:>12}" if before else "") + f"{'now':>12}")
    for name, value in now.items():
        print(f"{name:50}" + (f"{show(before.get(name)):>12}" if before else "") + f"{show(value):>12}")
    print("\nvirtual functions: " + ", ".join(f"{name} {count}" for name, count in virtual.items()))
    print("\nlargest classes (functions, members):")
    for count, members, place, name in [each for at, each in enumerate(sized) if at < 10 or each[0] > MANY]:
        print(f"  {count:5} {members:4}  {place}  {name}" + ("  too large" if count > MANY else ""))
    print("\nmost members:")
    for count, members, place, name in sorted(sized, key=lambda it: -it[1])[:5]:
        print(f"  {count:5} {members:4}  {place}  {name}")
    print("\ncapability flags: " + (", ".join(f"{name} ({place})" for place, name in capability_flags(root)) or "none"))
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
