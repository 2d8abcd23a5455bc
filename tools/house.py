#!/usr/bin/env python3
"""How the house stands, in figures: house.py [ROOT] [--against REVISION] [--check | --rebase [--raise]].

Prints a table, for the work tree and, with --against, for an older commit beside it; then the places behind the figures.
No figure depends on the folder in which a file lies: `git mv src/store stores && tools/house.py --against HEAD` finds no
change. Only tests/, examples/ and bench/ have rows of their own. What is counted:

  lines, code, tokens  of C++, C and Java, .inc and .def included (tools/lib/code.py): of all that lies outside of tests; then of
                       the product, of examples and benchmarks, and of tests. Lines of code are those without comments and
                       blank lines; tokens do not depend on the formatting. Code that moves into tests shows in their row
  functions, members   of each class: every function that it declares itself, deleted and defaulted ones aside; its data
  … with bases         the same with what its concrete bases leave it (tools/lib/classes.py): data, functions that are not
                       virtual, and virtual ones that nobody overrides. An interface leaves nothing: it has no data, and its
                       functions are pure or answer with a single statement
  members read         of other classes: how many names of their public data the functions of a class use; those of no
                       class count for their file. An estimate from the text
  capability flags     virtual functions `bool f() const` without parameters, and `bool f() const { return f_; }` of a class
                       with virtual functions where f_ is const: an interface asks what its implementations can or want
  texts compared       with a literal that has a letter, outside of parsers (tools/lib/literals.py)
  comment lines        the share of lines that begin with a comment, in percent: of all, and of the lowest room of 300 lines
                       or more. A room is a folder
  options of check     those in the tables of docs/
  words per sentence   of README.md, CONTRIBUTING.md and docs/, without code, headings and tables: mean and longest
  long functions       over 80 lines, head and body; the Java interpreter's loop is named but counted apart
  duplicated pairs     two places where the same six lines or more stand (tools/lib/copies.py); and those of the same shape,
                       where names and literals may differ
  trusted lines        what tools/trusted.py says one must trust. It names folders, and so do #include lines: after a move they
                       are counted where they were in the last commit, until both are mended
  virtual functions    of each interface of the model, destructors aside

All but lines and tokens is of the product; functions and classes are those of its C++ and C.

--check compares with tools/house.json, where today's values are ceilings, and floors for comments, and fails where one is broken.
--rebase lowers the ceilings to today's values; with --raise, it raises them, too: then the commit's message says why.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import trusted
from check_docs import measure as sentences  # the words of each sentence of a page
from lib import ROOT, ceilings, classes, code, copies, literals, processes
from lib.ceilings import LEAST, MOST, Figure

LONG, MANY, ROOM = 80, 40, 300
LOOP = "Interpreter::run"  # the longest function of this name is the Java interpreter's loop
FLAG = re.compile(r"\bvirtual\s+bool\s+(\w+)\(\)\s*const\b")
KEPT_FLAG = re.compile(r"\bbool\s+(\w+)\(\)\s*const\s*\{\s*return\s+\1_;\s*\}")


class House:
    """The code of a tree, read once."""

    def __init__(self, root):
        self.root = root
        self.files = code.files(root)
        self.product = [it for it in self.files if it.part == code.PRODUCT]
        self.native = [it for it in self.product if not it.java]
        self.index = classes.Index([(it.place, it.read) for it in self.native])


def sizes(house):
    """{name: Figure}: of all outside of tests together, and of each part."""
    parts = {"outside of tests": [it for it in house.files if it.part != code.TESTED],
             **{part: [it for it in house.files if it.part == part] for part in code.PARTS}}
    found = {}
    for part, files in parts.items():
        limit = MOST if part == "outside of tests" else None
        found[f"lines, {part}"] = Figure(sum(it.lines for it in files), 100, limit)
        found[f"lines of code, {part}"] = Figure(sum(it.lines_of_code for it in files), 100, limit)
        found[f"tokens, {part}"] = Figure(sum(it.tokens for it in files), 1000, limit)
    return {**found, "files of the product": Figure(len(house.product), 1, None)}


def long_functions(house):
    """[(lines, place, name)], the longest first; and the interpreter's loop, or None."""
    found, loops = [], []
    for file in house.native:
        for it in file.read.found:
            if it.lines > LONG:
                (loops if it.name == LOOP else found).append((it.lines, f"{file.place}:{it.line}", it.name))
    loops.sort(reverse=True)
    return sorted(found + loops[1:], reverse=True), loops[0] if loops else None


def own_sizes(house):
    """[(functions, members, place, name)] of classes, those with most functions first."""
    found = [(len(it.functions), len(it.members), f"{file.place}:{it.line}", it.name)
             for file in house.native for it in file.read.classes]
    return sorted(found, reverse=True)


def capability_flags(house):
    """[(place, name)]"""
    found = []
    for file in house.native:
        text = file.read.code
        kept = KEPT_FLAG.finditer(text) if "virtual " in text else []
        flags = [*FLAG.finditer(text), *(it for it in kept if f"const bool {it.group(1)}_;" in text)]
        found += [(f"{file.place}:{text.count(chr(10), 0, flag.start()) + 1}", flag.group(1)) for flag in flags]
    return found


def comment_shares(house):
    """[(percent, lines, room)] of the large rooms, the lowest first; and the percentage of all."""
    rooms = code.rooms(house.product)
    share = lambda lines, comments: round(100 * comments / lines, 2) if lines else 0.0
    large = [(share(*counts), counts[0], room) for room, counts in rooms.items() if counts[0] >= ROOM]
    return sorted(large), share(*(sum(each) for each in zip(*rooms.values()))) if rooms else 0.0


def options_of_check(root):
    for page in (root / "docs").rglob("command-line.md"):
        groups = re.split(r"^\*\*", page.read_text(), flags=re.MULTILINE)[1:]
        every = sum(group.count("\n| `-") for group in groups if re.search(r"`check`|^check\*\*", group.splitlines()[0]))
        if every:
            return every
    return None


def options_shown(waymark):
    """How many `check --help` shows."""
    return len(re.findall(r"^ +-", processes.run([waymark, "check", "--help"]).out, re.MULTILINE))


def words_per_sentence(root):
    """Mean and longest, of all pages together."""
    pages = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]
    lengths = [length for page in pages if page.exists() for length in sentences(page)]
    return (round(sum(lengths) / len(lengths), 1), max(lengths)) if lengths else (None, None)


def trusted_lines(house):
    """{part: lines}. What is moved, but not yet in tools/trusted.py and the #include lines, counts where it was in the last
    commit; of a part that is not where tools/trusted.py has it no number is known."""
    def counted(root):
        tree = trusted.Sources(root)
        return {title: tree.lines(path for files in group.values() for path in files) if trusted.is_whole(tree, title) else None
                for title, group in trusted.parts(tree)}
    lines = counted(house.root)
    moved = code.former(house.root) if None in lines.values() else {}
    if moved:
        with tempfile.TemporaryDirectory(prefix="house-") as where:
            for place, path in {moved.get(it.place, it.place): it.path for it in house.product}.items():
                link = pathlib.Path(where) / place
                link.parent.mkdir(parents=True, exist_ok=True)
                link.symlink_to(path)
            lines = counted(pathlib.Path(where))
    return lines


def virtual_functions(house):
    """{class: number} for the interfaces of the model; a class whose functions are all inherited is none."""
    models = [key for key in house.index.classes if key[-1] == "Model" and key[-2:-1] in ((), ("model",))]
    counts = {}
    for each in house.index.lineage(models[0]) if models else []:
        it = house.index.classes[each]
        counts[each[-1]] = sum(name in it.virtual for name in it.functions)
    return {name: count for name, count in counts.items() if count}


class Measured:
    """What is found in a tree: figures, and the places behind them."""

    def __init__(self, root):
        house = House(root)
        self.sizes = sizes(house)
        self.functions, self.loop = long_functions(house)
        self.classes, self.chains, self.reads = own_sizes(house), house.index.chains(), house.index.reads()
        self.flags, self.virtual = capability_flags(house), virtual_functions(house)
        self.compared = literals.compared(house.product)
        self.rooms, self.comments = comment_shares(house)
        self.same, self.shapes = copies.pairs(house.product), copies.pairs(house.product, shape=True)
        self.figures = {**self.sizes, **self.others(house)}

    def others(self, house):
        most = lambda numbers: max(numbers, default=0)
        mean, longest = words_per_sentence(house.root)
        casts = sum(it.read.code.count("dynamic_cast<") for it in house.native)
        return {
            f"classes over {MANY} functions": Figure(sum(functions > MANY for functions, *_ in self.classes)),
            "functions of a class, at most": Figure(most(functions for functions, *_ in self.classes)),
            "members of a class, at most": Figure(most(members for _, members, *_ in self.classes)),
            f"classes over {MANY} functions, with bases": Figure(sum(it.functions > MANY for it in self.chains)),
            "functions of a class with bases, at most": Figure(most(it.functions for it in self.chains)),
            "members of a class with bases, at most": Figure(most(it.members for it in self.chains)),
            "members of other classes that one reads, at most": Figure(most(count for count, *_ in self.reads)),
            "members of other classes that are read": Figure(sum(count for count, *_ in self.reads), 100),
            "capability flags": Figure(len(self.flags)),
            "dynamic_casts": Figure(casts),
            "texts compared outside of parsers": Figure(sum(self.compared.values())),
            "comment lines, %": Figure(self.comments, 0.1, LEAST),
            "comment lines of a room, %, at least": Figure(self.rooms[0][0] if self.rooms else None, 0.1, LEAST),
            "options of check": Figure(options_of_check(house.root)),
            "words per sentence": Figure(mean),
            "words of the longest sentence": Figure(longest),
            f"functions over {LONG} lines": Figure(len(self.functions)),
            "lines of the interpreter's loop": Figure(self.loop[0] if self.loop else None),
            "duplicated pairs": Figure(len(self.same)),
            "pairs of the same shape": Figure(len(self.shapes)),
            **{f"trusted lines, {part}": Figure(lines or None, 100) for part, lines in trusted_lines(house).items()},
            "virtual functions of the model": Figure(sum(self.virtual.values())),
            "virtual functions of an interface, at most": Figure(most(self.virtual.values())),
        }


def older(revision, into):
    """The tree of a commit, unpacked."""
    archive = subprocess.run(["git", "archive", "--format=tar", revision], cwd=ROOT, stdout=subprocess.PIPE)
    if archive.returncode != 0:
        sys.exit(f"house: no commit {revision}")
    subprocess.run(["tar", "-x", "-C", into], input=archive.stdout, check=True)
    return pathlib.Path(into)


def show_figures(now, before, revision):
    show = lambda it: "-" if it is None or it.value is None else f"{it.value:,}"
    print(f"{'':56}" + (f"{revision[:11]:>12}" if before else "") + f"{'now':>12}" + (f"{'change':>9}" if before else ""))
    changes = False
    for name, it in now.items():
        old = before.get(name)
        both = old is not None and None not in (old.value, it.value)
        change = f"{round(it.value - old.value, 2):+9,}" if both and it.value != old.value else ""
        changes = changes or show(old) != show(it)
        print((f"{name:56}" + (f"{show(old):>12}" if before else "") + f"{show(it):>12}{change}").rstrip())
    if before and not changes:
        print("No figure has changed.")


def show_places(found):
    def rows(title, lines):
        print(f"\n{title}:" + ("" if lines else " none"), *(f"  {line}" for line in lines), sep="\n")

    print("\nvirtual functions: " + ", ".join(f"{name} {count}" for name, count in found.virtual.items()))
    rows("largest classes (functions, members)", [
        f"{count:5} {members:4}  {place}  {name}" for at, (count, members, place, name) in enumerate(found.classes)
        if at < 10 or count > MANY])
    rows("most members", [f"{count:5} {members:4}  {place}  {name}"
                          for count, members, place, name in sorted(found.classes, key=lambda it: -it[1])[:5]])
    rows(f"over {MANY} functions with bases (functions, members)", [
        f"{it.functions:5} {it.members:4}  {it.names}  {it.place}" for it in found.chains if it.functions > MANY])
    rows("members of other classes that one reads", [f"{count:5}  {place}  {name}" for count, place, name in found.reads[:10]])
    rows("texts compared outside of parsers", [f"{count:5}  {room}" for room, count in found.compared.items()])
    rows(f"comment lines in percent (lines), lowest of {len(found.rooms)} rooms", [
        f"{share:5.1f} {lines:6}  {room}" for share, lines, room in found.rooms[:12]])
    print("\ncapability flags: " + (", ".join(f"{name} ({place})" for place, name in found.flags) or "none"))
    rows(f"functions over {LONG} lines", [f"{lines:5}  {place}  {name}" for lines, place, name in found.functions])
    if found.loop:
        print(f"the interpreter's loop:\n  {found.loop[0]:5}  {found.loop[1]}  {found.loop[2]}")
    for title, pairs in ((f"the same {copies.SAME} lines or more", found.same),
                         (f"{copies.SAME} lines or more of the same shape", found.shapes)):
        rows(title, [f"{lines:5}  {one}  {other}" for lines, one, other in pairs])


def check(figures, kept):
    """Prints what breaks a ceiling; answers the exit code."""
    broken = ceilings.breaches(figures, kept)
    for line in broken:
        print(line)
    if broken:
        print("A ceiling of tools/house.json is broken. To raise it: `tools/house.py --rebase --raise`; then the commit says why.")
        return 1
    lower = ceilings.better(figures, kept)
    advice = f" `tools/house.py --rebase` lowers {len(lower)}: {', '.join(lower)}." if lower else ""
    print("No figure is above its ceiling." + advice)
    return 0


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("root", nargs="?", type=pathlib.Path, default=ROOT)
    options.add_argument("--against", metavar="REVISION", help="a commit to compare with")
    options.add_argument("--waymark", metavar="BINARY", help="whose --help is counted; [build/release/waymark, if it is there]")
    options.add_argument("--check", action="store_true", help="whether any ceiling is broken")
    options.add_argument("--rebase", action="store_true", help="lowers the ceilings to today's values")
    options.add_argument("--raise", action="store_true", dest="raising", help="with --rebase: and raises them")
    arguments = options.parse_args()
    root = arguments.root.resolve()
    limits = root / "tools" / "house.json"
    if arguments.check or arguments.rebase:
        figures = Measured(root).figures
        if arguments.rebase:
            ceilings.write(limits, ceilings.rebased(figures, ceilings.read(limits), arguments.raising))
        sys.exit(check(figures, ceilings.read(limits)))
    found = Measured(root)
    before = {}
    if arguments.against:
        with tempfile.TemporaryDirectory(prefix="house-") as where:
            before = Measured(older(arguments.against, where)).figures
    show_figures(found.figures, before, arguments.against or "")
    show_places(found)
    built = arguments.waymark or root / "build" / "release" / "waymark"
    if pathlib.Path(built).exists():
        print(f"\noptions that `waymark check --help` shows: {options_shown(built)}")


if __name__ == "__main__":
    main()
