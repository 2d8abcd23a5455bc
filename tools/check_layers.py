#!/usr/bin/env python3
"""Compares the layer table of docs/inside/architecture.md with the #include lines of src/, the libraries of CMakeLists.txt and,
in a build, with what the libraries call: a function that is declared below and defined above climbs when it is linked.

check_layers.py [ROOT] [--build DIR]. The table's header starts with `| folder | may include`; a row may name several folders, and
allows a folder what the folders it names are allowed. `everything` allows all. A folder within a folder has a row of
its own. Every breach is one line, file:line or library.
"""
import argparse
import pathlib
import re
import subprocess
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
LIBRARY = re.compile(r"^[ \t]*waymark_library\(([\w/]+)([^)]*)\)", re.MULTILINE)


def read_table(page):
    """{folder: set of folders it names directly}, and None for `everything`."""
    table, inside = {}, False
    for line in page.read_text().splitlines():
        if line.startswith("| folder | may include"):
            inside = True
        elif inside and line.startswith("|"):
            folders, allowed = [cell.strip() for cell in line.strip().strip("|").split("|")][:2]
            if set(folders) <= {"-", ":"}:
                continue
            for folder in folders.split(","):
                if allowed.startswith("everything"):
                    table[folder.strip()] = None
                elif allowed.startswith("nothing"):
                    table[folder.strip()] = set()
                else:
                    table[folder.strip()] = {name.strip() for name in allowed.split(",")}
        elif inside:
            break
    return table


def reach(table, folder, seen=None):
    """All folders that `folder` may include: itself, those it names, and what those may include."""
    seen = set() if seen is None else seen
    if folder in seen:
        return seen
    seen.add(folder)
    named = table.get(folder, set())
    for name in table if named is None else named:
        reach(table, name, seen)
    return seen


def folder_of(root, path):
    return path.parent.relative_to(root / "src").as_posix()


def check_includes(root, table):
    models = root / "src/llvm/library"  # which the user's compiler compiles
    files = sorted(path for path in (root / "src").rglob("*") if path.suffix in (".cpp", ".hpp") and models not in path.parents)
    folders = {folder_of(root, path) for path in files}
    for folder in sorted(folders - table.keys()):
        yield f"docs/inside/architecture.md: the layer table has no row for src/{folder}"
    for folder in sorted(table.keys() - folders):
        yield f"docs/inside/architecture.md: the layer table has a row for {folder}, but there is no src/{folder}"
    for path in files:
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


def check_libraries(root, table):
    text = (root / "CMakeLists.txt").read_text()
    for library in LIBRARY.finditer(text):
        folder = library.group(1)
        linked = set(re.findall(r"\bwaymark_(\w+)", library.group(2)))
        line = text.count("\n", 0, library.start()) + 1
        for name in sorted(linked - {allowed.replace("/", "_") for allowed in reach(table, folder)}):
            yield f"CMakeLists.txt:{line}: {folder} may not link {name}"


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
    table = read_table(root / "docs" / "inside" / "architecture.md")
    if not table:
        sys.exit("docs/inside/architecture.md: no table that starts with `| folder | may include`")
    unknown = sorted({name for named in table.values() if named for name in named} - table.keys())
    breaches = [f"docs/inside/architecture.md: the layer table names {name}, but has no row for it" for name in unknown]
    breaches += [*check_includes(root, table), *check_libraries(root, table)]
    if arguments.build:
        breaches += check_calls(arguments.build, table)
    for breach in breaches:
        print(breach)
    sys.exit(1 if breaches else 0)


if __name__ == "__main__":
    main()
