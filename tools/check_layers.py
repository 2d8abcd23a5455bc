#!/usr/bin/env python3
"""Compares the layer table of docs/architecture.md with the #include lines of src/ and the libraries of CMakeLists.txt.

check_layers.py [ROOT]. The table's header starts with `| folder | may include`; a row may name several folders, and
allows a folder what the folders it names are allowed. `everything` allows all. A folder within a folder has a row of
its own. Every breach is one line, file:line.
"""
import pathlib
import re
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
    files = sorted(path for path in (root / "src").rglob("*") if path.suffix in (".cpp", ".hpp"))
    folders = {folder_of(root, path) for path in files}
    for folder in sorted(folders - table.keys()):
        yield f"docs/architecture.md: the layer table has no row for src/{folder}"
    for folder in sorted(table.keys() - folders):
        yield f"docs/architecture.md: the layer table has a row for {folder}, but there is no src/{folder}"
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


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    table = read_table(root / "docs" / "architecture.md")
    if not table:
        sys.exit("docs/architecture.md: no table that starts with `| folder | may include`")
    unknown = sorted({name for named in table.values() if named for name in named} - table.keys())
    breaches = [f"docs/architecture.md: the layer table names {name}, but has no row for it" for name in unknown]
    breaches += [*check_includes(root, table), *check_libraries(root, table)]
    for breach in breaches:
        print(breach)
    sys.exit(1 if breaches else 0)


if __name__ == "__main__":
    main()
