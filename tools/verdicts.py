#!/usr/bin/env python3
"""Which verdicts the tests reach: a list of (program, way, verdict), and what two lists do not have in common.

    verdicts.py record --build DIR [--sanitized DIR]… --into FILE [-- CTEST OPTION…]
    verdicts.py compare OLD NEW [--explained FILE]

record runs ctest in the build tree DIR and writes a line for each of these, once, sorted, its three fields separated by tabs:

  a process    of waymark, wherever it was installed, or of a program that was built in DIR/tests. The program is the file or
               class that is named; the way is the other words of the command line; the verdict is the exit code, with the
               verdict and the violation's kind if waymark printed one. tests/tools/verdicts.c, put into LD_PRELOAD, writes
               them down: it works whoever starts the process
  a subject    of a runner, which has many in one process: each file of llvm_runner with what it printed; each name in the
               JSON of litmus_runner and library_runner; each line that contract_runner, travel_runner and batch have read
  a ctest      entry, by its name, and once more with its options, such as --seed 7; its verdict is ctest's
  a unit test  of GoogleTest, by its name, with the verdict of its ctest entry
  a command    `$ waymark …` of a golden file, and each broken model, with the verdict of its ctest entry

--sanitized names a tree whose processes carry a sanitizer, which bears no LD_PRELOAD. Nothing is run there: the last three
kinds are listed, of entries with the label unit or sanitized, of ThreadSanitizer's tree threads; and the fuzz targets.

What differs from run to run, or from tree to tree, is masked:

  * a path below the source is written from there; of any other path only the last name stays. A random suffix, as mktemp
    gives it, is a star
  * a program outside of the source has a hash of its text behind an @, for random models share their names
  * options are sorted; --json and --quiet are left out
  * processes that a signal ended have no line, nor have children without exec; figures, such as times and states, have none
  * which of its ways litmus_runner takes with `some` depends on the program's turn, and is not told

compare prints what only one of the lists has. A program that moved to another folder is the same. --explained names a file of
lines `PATTERN: REASON`, the pattern being a regular expression for lines that are lost on purpose; `#` begins a comment. It
ends with 1 if something was lost without a reason. What was gained is fine.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import count_tests
from lib import ROOT, ctest

PRELOADED = ROOT / "tests" / "tools" / "verdicts.c"
SANITIZED, THREADS = "^(unit|sanitized)$", "^threads$"  # labels of what runs in trees with sanitizers, with ThreadSanitizer
PROGRAM = re.compile(r"\.(pml|c|cc|cpp|ll|graph)$")
CLASS = re.compile(r"([a-z]\w*\.)*[A-Z][\w$]*(#\w+)?$")
PATH = re.compile(r"(?<![\w.@])/[^\s:;,='\"]+")
JSON = re.compile(r'"verdict": ?"([\w ]+)"(?:,\s*"headline": ?"(?:[^"\\]|\\.)*",\s*"kind": ?(?:"([^"]*)"|null))?')
TEXT = re.compile(r"^(?:\S+: )?(holds|explored|incomplete|certified(?: in part)?|rejected|violation)"
                  r"(?:: (.*?)(?:$| after | of | in ))?", re.MULTILINE)
PARTS = {"litmus_runner", "library_runner"}  # which take programs out of a JSON file
LINES = {"contract_runner", "travel_runner", "batch"}  # which read programs, a line for each
UNTOLD = {"--json", "--quiet"}


class Tree:
    """A build tree, and the source that it is of."""

    def __init__(self, build):
        self.build = pathlib.Path(build).resolve()
        cache = (self.build / "CMakeCache.txt").read_text()
        self.source = pathlib.Path(re.search(r"^CMAKE_HOME_DIRECTORY:\w+=(.*)$", cache, re.M)[1])
        sanitize = re.search(r"^WAYMARK_SANITIZE:\w+=(.+)$", cache, re.M)
        self.suffix = f", {sanitize[1]}" if sanitize else ""

    def path(self, path):
        """A path as every tree has it."""
        if path.startswith(f"{self.source}/") and not path.startswith((f"{self.source}/build/", f"{self.build}/")):
            return path.removeprefix(f"{self.source}/")
        if path in (str(self.source), str(self.build)):
            return "."
        return without_suffix(path.rstrip("/").rpartition("/")[2])

    def word(self, word):
        """A word of a command line, with its paths as every tree has them."""
        return PATH.sub(lambda found: self.path(found[0]), word)

    def file(self, word, folder, text_hash):
        """The name of a file that was there when the process began. Golden tests have the examples in their folder."""
        path = os.path.normpath(os.path.join(folder, word))
        named = self.path(path)
        if not word.startswith("/") and (self.source / word).exists():
            return os.path.normpath(word)
        scratch = "/" not in named and not (self.source / named).exists()
        return f"{named}@{text_hash[-8:]}" if scratch and PROGRAM.search(named) else named

    def entries(self, options):
        """The ctest entries that the options choose: (name, command, folder)."""
        for test in ctest.entries(self.build, *options):
            where = [it["value"] for it in test.get("properties", []) if it["name"] == "WORKING_DIRECTORY"]
            yield test["name"], test.get("command", []), pathlib.Path(where[0] if where else self.build)


def without_suffix(name):
    """The name of a temporary file without what was drawn for it."""
    return re.sub(r"^(tmp|.*[-.])(?:(?=\w*[0-9_])[a-z0-9_]{8}|(?<=tmp)[a-z0-9_]{8}|(?<=tmp\.)\w{10})$", r"\1*", name)


def sorted_options(words):
    """The words with the options in order. What follows an option stays with it, and what follows `--` stays last."""
    end = words.index("--") if "--" in words else len(words)
    groups = [[]]
    for word in words[:end]:
        if word.startswith("-"):
            groups.append([])
        groups[-1].append(word)
    return [word for group in [groups[0], *sorted(groups[1:])] for word in group] + words[end:]


class Process:
    """A record of tests/tools/verdicts.c."""

    def __init__(self, tree, record):
        executable, self.folder, self.code, self.heard, self.said, *words = record.split("\x1f")[:-1]
        self.tree, self.name = tree, pathlib.Path(executable).name
        built = pathlib.Path(executable).parent in (tree.build, tree.build / "tests")  # not by a test, of its own program
        self.counts = self.name.startswith("waymark") or built and not self.name.endswith("_test")
        self.raw = [word.partition("\x1e")[::2] for word in words]  # (word, hash of the file that it names, or "")
        self.words = [tree.file(word, self.folder, has) if has else tree.word(word) for word, has in self.raw]

    def lines(self, kept):
        """(program, way, verdict) of each of its subjects. `kept` has copies of JSON files, by their hash."""
        ended = f"exit {self.code}"
        if self.name == "llvm_runner":
            way = self.way(self.files())
            return [(program, way, self.printed_of(word)) for word, program in self.named() if PROGRAM.search(word)]
        if self.name in PARTS:
            way = f"{self.name} {self.words[2]}" if self.name == "litmus_runner" else self.name
            names = self.words[3:] or [name for _, has in self.raw if has in kept for name in json.loads(kept[has])]
            return [(name, way, ended) for name in names]
        if self.name in LINES:
            way = " ".join([self.name, *self.words[:1]])
            heard = [" ".join(self.tree.word(word) for word in line.split()) for line in self.heard.splitlines()]
            return [(line, way, ended) for line in heard] or [(" ".join(self.words[1:]) or "-", way, ended)]
        programs = self.files() or [word for word in self.words if CLASS.match(word)][:1]
        return [(" ".join(programs) or "-", self.way(programs), " ".join([ended, *self.verdicts()]))]

    def named(self):
        return [(word, told) for (word, has), told in zip(self.raw, self.words) if has]

    def files(self):
        return [told for word, told in self.named() if PROGRAM.search(word)]

    def way(self, programs):
        words = [word for word in self.words if word not in programs and word not in UNTOLD]
        return " ".join([self.name, *sorted_options(words)])

    def printed_of(self, file):
        found = [line.removeprefix(f"{file}: ") for line in self.said.splitlines() if line.startswith(f"{file}: ")]
        return "; ".join(self.tree.word(re.sub(r"( \[\d|:).*", "", line)) for line in found)

    def verdicts(self):
        """What waymark says, as JSON or as text, each once."""
        found = JSON.findall(self.said)
        if not found:
            found = TEXT.findall(self.said)
            found = [(verdict, kind if verdict == "violation" else "") for verdict, kind in found]
        return sorted({" ".join(filter(None, one)) for one in found})


def golden_commands(command, folder):
    """What a golden test compares: the command lines of test files, and the names of broken models."""
    for path in (folder / word for word in command):
        for file in sorted(path.glob("*.*")) if path.is_dir() else [path]:
            if file.suffix == ".expected":
                yield file.stem
            elif file.suffix == ".test":
                yield from (line for line in file.read_text().splitlines() if line.startswith("$ "))


def unit_tests(binary, command):
    """The tests of GoogleTest that a ctest entry's command runs."""
    filters = [word for word in command if word.startswith("--gtest_filter=")]
    alone = filters and re.fullmatch(r"--gtest_filter=([^*:?-]+)", filters[0])
    if alone:
        return [alone[1]]
    said = subprocess.run([binary, *filters, "--gtest_list_tests"], check=True, capture_output=True, text=True,
                          env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}).stdout
    found, suite = [], ""
    for line in said.splitlines():
        if line.startswith("  "):
            found.append(suite + line.split("#")[0].strip())
        elif line.endswith(".") or ".  #" in line:
            suite = line.split()[0]
    return found


def listed(tree, options, results):
    """The lines of ctest entries, and of what their commands list."""
    lines = set()
    for name, command, folder in tree.entries(options):
        verdict = results.get(name, "listed")
        given = [tree.word(word) for word in command]
        first = next((i for i, word in enumerate(given) if word.startswith("--")), len(given))
        lines |= {(name, f"ctest{tree.suffix}", verdict),
                  (name, f"ctest{tree.suffix}: {' '.join(sorted_options(given[first:]))}", verdict)}
        if any(word.endswith("golden.py") for word in command):
            lines |= {(words, f"golden{tree.suffix}", verdict) for words in golden_commands(command, folder)}
        for binary in command:
            if binary.endswith("_test") and pathlib.Path(binary).is_relative_to(tree.build):
                lines |= {(test, f"unit{tree.suffix}", verdict) for test in unit_tests(binary, command)}
    return lines


def compile_preloaded(library, *options):
    subprocess.run(["cc", "-std=gnu11", "-shared", "-fPIC", "-O1", *options, "-o", library, PRELOADED, "-ldl"], check=True)


def preloading(library, tree, log):
    """Variables with which processes of the tree are written down."""
    return {"LD_PRELOAD": str(library), "VERDICTS_TREE": str(tree.build), "VERDICTS_FILE": str(log)}


def run(tree, options, folder):
    """Runs ctest; gives the lines of its processes, and ctest's verdicts by name."""
    library, log, junit = folder / "verdicts.so", folder / "log", folder / "junit.xml"
    compile_preloaded(library)
    jobs = [] if any(word.startswith(("-j", "--parallel")) for word in options) else ["-j", str(os.cpu_count())]
    subprocess.run(["ctest", "--test-dir", tree.build, *jobs, "--output-on-failure", "--output-junit", junit, *options],
                   env={**os.environ, **preloading(library, tree, log)})
    return processes(tree, log), count_tests.junit(junit)


def processes(tree, log):
    kept = {file.suffix[1:]: file.read_text() for file in log.parent.glob(f"{log.name}.*")}
    lines = set()
    for record in log.read_text(errors="replace").split("\x1d")[:-1] if log.exists() else []:
        process = Process(tree, record)
        if process.counts:
            lines.update(process.lines(kept))
    return lines


def refuse_unbuilt(tree, options):
    """The tests take long, and what their list lacks is found at its end."""
    for _, command, _ in tree.entries(options):
        for word in command:
            if pathlib.Path(word).is_relative_to(tree.build) and word.endswith("_test") and not pathlib.Path(word).exists():
                sys.exit(f"verdicts: error: {word} is not built; type: cmake --build {tree.build}")


def record(arguments):
    tree = Tree(arguments.build)
    refuse_unbuilt(tree, arguments.options)
    if tree.suffix:
        sys.exit("verdicts: error: a tree with sanitizers is named by --sanitized")
    lines = set()
    for other in map(Tree, arguments.sanitized):
        lines |= listed(other, ["-L", THREADS if "thread" in other.suffix else SANITIZED], {})
        lines |= {(target.name, f"fuzz{other.suffix}", "built") for target in other.build.glob("**/*_fuzz") if target.is_file()}
    with tempfile.TemporaryDirectory(prefix="verdicts-") as folder:
        ran, results = run(tree, arguments.options, pathlib.Path(folder))
    lines |= ran | listed(tree, arguments.options, results)
    text = sorted("\t".join(re.sub(r"\s+", " ", field) for field in line) for line in lines)
    arguments.into.write_text("".join(f"{line}\n" for line in text))
    print(f"{len(text)} verdicts, of {len(results)} tests that ran")


def without_folder(line):
    """The line with its program's folders left out."""
    program, tab, rest = line.partition("\t")
    return " ".join(word.rpartition("/")[2] for word in program.split(" ")) + tab + rest


def compared(old, new, reasons):
    """What was lost, what was gained, and how many lines each reason explains."""
    names = {without_folder(line) for line in new}
    lost, explained = [], collections.Counter()
    for line in sorted(old - new):
        if without_folder(line) in names:
            continue
        reason = next((reason for pattern, reason in reasons if pattern.search(line)), None)
        if reason is None:
            lost.append(line)
        else:
            explained[reason] += 1
    names = {without_folder(line) for line in old}
    return lost, [line for line in sorted(new - old) if without_folder(line) not in names], explained


def read_reasons(text):
    """[(pattern, reason)] of lines `PATTERN: REASON`."""
    rows = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if bad := [row for row in rows if ": " not in row]:
        sys.exit(f"verdicts: error: expected 'PATTERN: REASON', found '{bad[0]}'")
    return [(re.compile(pattern), reason) for pattern, _, reason in (row.rpartition(": ") for row in rows)]


def compare(arguments):
    old, new = (set(path.read_text().splitlines()) for path in (arguments.old, arguments.new))
    reasons = read_reasons(arguments.explained.read_text()) if arguments.explained else []
    lost, gained, explained = compared(old, new, reasons)
    for what, lines in (("gained", gained), ("lost", lost)):
        for line in lines:
            print(f"{what}: {line}")
    for reason, count in explained.most_common():
        print(f"{count} lost on purpose: {reason}")
    print(f"{len(old)} verdicts before, {len(new)} after: {len(gained)} gained, "
          f"{sum(explained.values())} lost on purpose, {len(lost)} lost")
    sys.exit(1 if lost else 0)


def main():
    words, options = sys.argv[1:], []
    if "--" in words:
        words, options = words[:words.index("--")], words[words.index("--") + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    recording = commands.add_parser("record")
    recording.add_argument("--build", type=pathlib.Path, required=True, help="the tree whose tests run")
    recording.add_argument("--sanitized", type=pathlib.Path, action="append", default=[], help="a tree whose tests are listed")
    recording.add_argument("--into", type=pathlib.Path, required=True, help="the list")
    recording.set_defaults(act=record)
    comparing = commands.add_parser("compare")
    comparing.add_argument("old", type=pathlib.Path)
    comparing.add_argument("new", type=pathlib.Path)
    comparing.add_argument("--explained", type=pathlib.Path, help="lines 'PATTERN: REASON'")
    comparing.set_defaults(act=compare)
    arguments = parser.parse_args(words)
    arguments.options = options
    arguments.act(arguments)


if __name__ == "__main__":
    main()
