#!/usr/bin/env python3
"""The pages, README and CONTRIBUTING are true to the tree, and short sentences.

check_docs.py [ROOT] [--words]. Every breach is one line, file:line. Checked are

- names: files and folders between backticks that begin with src/, tests/, tools/, bench/, examples/ or docs/ exist (`*`
  and upper-case words are placeholders), and so do the targets of `make TARGET` and of links;
- classes: `room::Class` between backticks is declared in that room of src/;
- sentences: at most 40 words each and 25 on average for a page; lines of prose have at most 100 columns; none of the
  words of BANNED. Code between backticks is one word. Cells of tables have no sentence over 40 words either;
- the lengths of LINES;
- interfaces: a table whose header starts with `| interface | functions` lists the virtual functions of each class of
  src/model/model.hpp, in their order.

--words prints the sentences, the mean and the longest of each page.
"""
import argparse
import pathlib
import re
import sys

PATH = re.compile(r"(?<![\w./-])(?!tools/(?:call|list)\b)((?:src|tests|tools|bench|examples|docs|packaging)/[\w./*-]*)")
QUOTED = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
MAKE = re.compile(r"\bmake ([a-z][\w-]*)")
CLASS = re.compile(r"\b([a-z]\w*)::(?:[a-z]\w*::)*([A-Z]\w+)")
DECLARED = re.compile(r"\b(?:class|struct|enum|using)\s+(?:\[\[\w+\]\]\s+)?(?:\w+\([^)]*\)\s+)?([A-Z]\w+)")
TARGET = re.compile(r"^([a-z][\w-]*):", re.MULTILINE)
SENTENCE_END = re.compile(r"(?<=[.!?])[)\"”*]*\s+(?=[\"“(*]*[A-Z0-9`\[])")
ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|cf|vs|p)\.$")
BANNED = re.compile(r"\b(as asked|asked for|whoever|told|looked for|somebody else)\b", re.IGNORECASE)
GENERATED = ("## All options", "## Commands")  # by tests/cli/docs_test.cpp

LONGEST, MEAN, WIDTH = 40, 25, 100
LINES = {"docs/results.md": 150, "docs/inside/architecture.md": 150, "docs/use/command-line.md": 250}


def is_there(root, name):
    name = name.rstrip("./")
    if re.search(r"[A-Z]{2,}", name):  # FOLDER, NAME: a placeholder
        return True
    return any(root.glob(name)) if "*" in name else (root / name).exists()


def wrong_names(root, page):
    targets = set(TARGET.findall((root / "Makefile").read_text()))
    for number, line in enumerate(page.read_text().splitlines(), 1):
        quoted = QUOTED.findall(line)
        if line.startswith("    "):  # a block of commands, or the list of folders
            quoted.append(line)
        for text in quoted:
            for name in PATH.findall(text):
                if not is_there(root, name):
                    yield number, f"there is no {name}"
            for target in MAKE.findall(text):
                if target not in targets:
                    yield number, f"there is no make target {target}"
        for name in LINK.findall(line):
            if not (page.parent / name).exists():
                yield number, f"the link leads nowhere: {name}"


def classes_of(room):
    if room not in classes_of.known:
        headers = [path.read_text(errors="replace") for path in room.rglob("*.?pp")]
        classes_of.known[room] = {name for text in headers for name in DECLARED.findall(text)}
    return classes_of.known[room]


classes_of.known = {}


def wrong_classes(root, page):
    for number, line in enumerate(page.read_text().splitlines(), 1):
        for text in QUOTED.findall(line):
            for room, name in CLASS.findall(text):
                if (root / "src" / room).is_dir() and name not in classes_of(root / "src" / room):
                    yield number, f"there is no class {name} in src/{room}"


def written(page):
    """The lines of a page that people wrote, with their numbers; generated tables are left out."""
    lines = page.read_text().splitlines()
    generated = False
    for number, line in enumerate(lines, 1):
        if line.startswith("## "):
            generated = line in GENERATED
        if not generated:
            yield number, line


def prose(page):
    """[(line number, text, whether it is a table's cell)]: paragraphs, items of lists and cells, without code."""
    out, fenced, block, before = [], False, False, ""
    for number, line in written(page):
        fence = line.lstrip().startswith("```")
        if fence:
            fenced = not fenced
        block = line.startswith("    ") and (block or not before.strip())
        text = line.strip()
        if fence or fenced or block or line.startswith("#"):
            out.append(None)
        elif not text:
            out.append(None)
        elif text.startswith("|"):
            out.append(None)
            out += [(number, cell.strip(), True) for cell in re.split(r"(?<!\\)\|", text) if cell.strip(" -:")]
            out.append(None)
        elif re.match(r"([-*]|\d+\.) ", text):
            out += [None, (number, re.sub(r"^([-*]|\d+\.) ", "", text), False)]
        elif out and out[-1]:
            first, start, cell = out[-1]
            out[-1] = (first, f"{start} {text}", cell)
        else:
            out.append((number, text, False))
        before = line
    return [each for each in out if each]


def plain(text):
    text = re.sub(r"`[^`]*`", "CODE", text)
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"[\1]", text)


def sentences(text):
    found, start = [], 0
    text = plain(text)
    for end in SENTENCE_END.finditer(text):
        if not ABBREVIATION.search(text[:end.start()]):
            found.append(text[start:end.start()])
            start = end.end()
    return [each for each in [*found, text[start:]] if words(each)]


def words(sentence):
    return sum(1 for word in sentence.split() if re.search(r"\w", word))


def measure(page):
    """(words of each sentence of the text, without cells)"""
    return [words(each) for _, text, cell in prose(page) if not cell for each in sentences(text)]


def long_sentences(root, page):
    for number, text, _ in prose(page):
        for each in sentences(text):
            if words(each) > LONGEST:
                yield number, f"a sentence of {words(each)} words: {' '.join(each.split()[:8])} …"
        if found := BANNED.search(plain(text)):
            yield number, f"say it with the noun of the field, not “{found[0]}”"
    lengths = measure(page)
    if lengths and sum(lengths) > MEAN * len(lengths):
        yield 1, f"{sum(lengths) / len(lengths):.1f} words in a sentence on average, more than {MEAN}"


def wide_lines(root, page):
    fenced = False
    for number, line in written(page):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        if len(line) > WIDTH and not fenced and not line.startswith("    ") and not line.lstrip().startswith("|"):
            yield number, f"{len(line)} columns, more than {WIDTH}"


def too_long(root, page):
    most = LINES.get(page.relative_to(root).as_posix())
    lines = sum(1 for _ in written(page))
    if most and lines > most:
        yield lines, f"{lines} lines, more than {most}"


def interfaces(header):
    """{class: its virtual functions} of a header of interfaces."""
    out = {}
    for name, body in re.findall(r"^class (\w+)[^;{]*\{(.*?)^\};", header, re.MULTILINE | re.DOTALL):
        code = re.sub(r"//[^\n]*", "", body)
        functions = re.findall(r"virtual [^;{(]*?(~?\w+)\(", code)
        out[name] = list(dict.fromkeys(each for each in functions if not each.startswith("~")))
    return {name: functions for name, functions in out.items() if functions}


def wrong_interfaces(root, page):
    told, at = {}, 0
    for number, line in written(page):
        cells = [QUOTED.findall(cell) for cell in line.strip().strip("|").split("|")]
        if line.startswith("| interface | functions"):
            at = number
        elif told and not line.startswith("|"):
            break
        elif at and len(cells) > 1 and cells[0]:
            told[cells[0][0]] = cells[1]
    if not at:
        return
    found = interfaces((root / "src/model/model.hpp").read_text())
    for name in sorted(found.keys() | told.keys()):
        if found.get(name) != told.get(name):
            yield at, f"{name} has the functions {', '.join(found.get(name, [])) or 'of no class'}"


CHECKS = (wrong_names, wrong_classes, long_sentences, wide_lines, too_long, wrong_interfaces)


def pages_of(root):
    return [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).parent.parent)
    parser.add_argument("--words", action="store_true")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    pages = pages_of(root)
    if arguments.words:
        for page in pages:
            if lengths := measure(page):
                print(f"{len(lengths):5} sentences, {sum(lengths) / len(lengths):5.1f} words, longest {max(lengths):3}  "
                      f"{page.relative_to(root)}")
        return
    found = [f"{page.relative_to(root)}:{number}: {breach}"
             for page in pages for check in CHECKS for number, breach in check(root, page)]
    print("\n".join(found) if found else f"{len(pages)} pages name what is there, in short sentences")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
