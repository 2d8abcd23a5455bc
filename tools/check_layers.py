#!/usr/bin/env python3
"""Compares the #include lines of src/ with the table of libraries of CMakeLists.txt and, in a build, with what the libraries
call: a function that is declared below and defined above climbs when it is linked. The table of rooms in
docs/inside/architecture.md has to name each folder of src/ once.

check_layers.py [ROOT] [--build DIR]. A row `waymark_library(FOLDER waymark_OTHER …)` allows a folder what it links, and what
that links in turn; circles are breaches. A folder within a folder has a row of its own. Every breach is one line, file:line or
library.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

PAGE = "docs/inside/architecture.md"
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
LIBRARY = re.compile(r"^[ \t]*waymark_library\(([\w/]+)([^)]*)\)", re.MULTILINE)
ROOMS = re.compile(r"^\| folder \| what it is.*\n((?:\|.*\n)+)", re.MULTILINE)
# Modules are loaded when they are needed, so that no row links them. What a module links, and whoever includes its header:
UNLINKED = {"cluster/transport/mpi": {"cluster/transport"}, "c/extract": {"c/clang"}, "c/loader": {"c/extract", "c/syntax"}}


def sources(root):
    models = root / "src/llvm/library"  # which the user's compiler compiles
    return sorted(path for path in (root / "src").rglob("*") if path.suffix in (".cpp", ".hpp") and models not in path.parents)


def read_libraries(root):
    """{folder: the folders that it may include, directly}, {folder: its line}, and breaches."""
    text = (root / "CMakeLists.txt").read_text()
    rows = [(found[1], text.count("\n", 0, found.start()) + 1, found[2]) for found in LIBRARY.finditer(text)]
    folder_of_name = {folder.replace("/", "_"): folder for folder, *_ in rows}
    table, lines, breaches = {}, {}, []
    for folder, line, linked in rows:
        names = re.findall(r"\bwaymark_(\w+)", linked)
        table[folder] = {folder_of_name[name] for name in names if name in folder_of_name}
        lines[folder] = line
        breaches += [f"CMakeLists.txt:{line}: {folder} links {name}, which has no row" for name in names
                     if name not in folder_of_name]
    for folder, others in UNLINKED.items():
        if (root / "src" / folder).is_dir():
            table.setdefault(folder, set()).update(others)
    return table, lines, breaches


def check_circles(table, lines):
    for folder, line in lines.items():
        for name in sorted(table[folder]):
            if folder in reach(table, name):
                yield f"CMakeLists.txt:{line}: {folder} links {name}, which links {folder} in turn"


def check_rows(root, table):
    """Each folder of src/ has a library and a row of the page, and each of these has a folder."""
    found = ROOMS.search((root / PAGE).read_text())
    if not found:
        yield f"{PAGE}: no table that starts with `| folder | what it is`"
        return
    rooms = collections.Counter(re.findall(r"^\| ([\w/]+) \|", found[1], re.MULTILINE))
    folders = {folder_of(root, path) for path in sources(root)}
    for folder in sorted(rooms.keys() - folders):
        yield f"{PAGE}: the table of rooms has a row for {folder}, but there is no src/{folder}"
    for folder in sorted(folders):
        if rooms[folder] != 1:
            yield f"{PAGE}: the table of rooms has {rooms[folder] or 'no'} rows for src/{folder}"
    for folder in sorted(folders - table.keys()):
        yield f"CMakeLists.txt: no library for src/{folder}"


def reach(table, folder, seen=None):
    """All folders that `folder` may include: itself, those it links, and what those may include."""
    seen = set() if seen is None else seen
    if folder not in seen:
        seen.add(folder)
        for name in table.get(folder, ()):
            reach(table, name, seen)
    return seen


def folder_of(root, path):
    return path.parent.relative_to(root / "src").as_posix()


def check_includes(root, table):
    for path in sources(root):
        where = path.relative_to(root)
        own = folder_of(root, path)
        allowed = reach(table, own)
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            found = INCLUDE.match(line)
            if not found:
                continue
            target = folder_of(root, root / "src" / found.group(1))
            if not (root / "src" / found.group(1)).is_file():
                yield f"{where}:{number}: \"{found.group(1)}\" is no file of src/"
            elif target not in allowed:
                yield f"{where}:{number}: {own} may not include {target}"


OURS = "7waymark"  # our namespace in a mangled name; what others define (std, fmt) may be emitted anywhere


def objects_of(build, folder):
    """What was made of a folder: its library, or the objects of the module or, of cli, the program that it is."""
    name = f"waymark_{folder.replace('/', '_')}"
    library = build / f"lib{name}.a"
    if library.exists():
        return [library]
    return sorted((build / "CMakeFiles" / f"{'waymark' if folder == 'cli' else name}.dir").rglob("*.o"))


def symbols(files):
    """(defined, undefined) names of ours. A weak definition (inline functions, templates) is one; whoever needs such a symbol
    usually has its own, and who has is not undefined."""
    text = subprocess.run(["nm", "-P", *files], capture_output=True, text=True, check=True).stdout
    defined, undefined = set(), set()
    for line in text.splitlines():
        words = line.split()
        if len(words) < 2 or len(words[1]) != 1 or OURS not in words[0]:
            continue
        (undefined if words[1] in "Uwv" else defined).add(words[0])
    return defined, undefined - defined


def check_calls(build, table):
    found = {}
    for folder in table:
        files = objects_of(build, folder)
        if not files:
            yield f"{build}: nothing was built of src/{folder}; the release preset builds all of it"
            continue
        found[folder] = symbols(files)
    breaches = []
    for folder, (_, undefined) in found.items():
        allowed = reach(table, folder)
        for symbol in undefined:
            definers = {other for other, (defined, _) in found.items() if symbol in defined}
            if definers and not definers & allowed:
                breaches.append((folder, min(definers), symbol))
    names = [symbol for *_, symbol in breaches]
    plain = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True).stdout
    for (folder, definer, _), name in sorted(zip(breaches, plain.splitlines())):
        yield f"{objects_of(build, folder)[0].name}: {folder} may not call {definer}, which defines {name}"


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).parent.parent)
    options.add_argument("--build", type=pathlib.Path, help="a folder in which all of src/ is built")
    arguments = options.parse_args()
    root = arguments.root.resolve()
    table, lines, breaches = read_libraries(root)
    if not lines:
        sys.exit("CMakeLists.txt: no library waymark_library(FOLDER …)")
    breaches += [*check_circles(table, lines), *check_rows(root, table), *check_includes(root, table)]
    if arguments.build:
        breaches += check_calls(arguments.build, table)
    for breach in breaches:
        print(breach)
    sys.exit(1 if breaches else 0)


if __name__ == "__main__":
    main()
