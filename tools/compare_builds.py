#!/usr/bin/env python3
"""Whether two builds of waymark say the same: compare_builds.py --old BINARY [--new BINARY] [--language L,...] [--filter TEXT].

Both check the programs of tools/lib/subjects.py: Promela, Java, C and C++ as compiled, and models that are extracted from C. Of
each program is compared:
- the text for people, of check, and of certify or replay after it; the script and the trail byte for byte;
- in the ways below, the JSON with headline and details, the script and the trail, and what certify and replay say of these if
  they are others than before; a way is a format (json, sarif, junit) or options (whole, hunt, preemptions, ...).
A program takes some ways always and some in turn, by its number, for C++ costs a second for each; --ways all takes all.
Of all this only times, memory and counts by a sketch are left out (tools/lib/comparable.py). Where the builds are two
releases, their number is, too. --without-options leaves out the text of the options in scripts, and its digest;
--without-keys leaves out keys of the JSON. Prints a table of what differs; exit code 1 if anything does, or if nothing was
compared.
"""
import argparse
import concurrent.futures
import json
import pathlib
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass

from lib import HANGS, comparable, java, processes, subjects, tables, waymark

ONE = ["--jobs", "1"]
WAYS = {
    "json": [],
    "whole": [*ONE, "--por", "off", "--search", "dfs", "--errors", "0"],
    "sarif": [*ONE, "--format", "sarif"],
    "junit": [*ONE, "--format", "junit"],
    "hunt": [*ONE, "--hunt", "--seed", "7", "--tune", "runs=50", "--depth", "2000"],
    "preemptions": [*ONE, "--preemptions", "1"],
    "jobs": ["--jobs", "2"],
    "symmetry": [*ONE, "--symmetry", "auto"],
    "slice": [*ONE, "--slice"],
}
FORMATS = {"sarif", "junit"}
OF_MODELS = {"symmetry", "slice"}  # which languages that are compiled do not have
ALWAYS = {"promela": ["json", "whole"], "java": ["json"], "c": ["json"], "cpp": [], "extracted": ["json"]}
IN_TURN = {"promela": 1, "java": 2, "c": 1, "cpp": 1, "extracted": 2}  # how many of the others


@dataclass
class Difference:
    subject: str
    way: str
    what: str
    old: str
    new: str


def ways_of(language, number, chosen="turn"):
    """Those of a language's program with this number: the chosen ones, all, or what its turn is."""
    possible = [way for way in WAYS if language in ("promela", "extracted") or way not in OF_MODELS]
    if chosen == "all":
        return possible
    if chosen != "turn":
        return [way for way in possible if way in chosen.split(",")]
    always, count = ALWAYS[language], IN_TURN[language]
    others = [way for way in possible if way not in always]
    return always + [others[(number * count + i) % len(others)] for i in range(count)]


def of_cycles_by_several(way, said):
    return way == "jobs" and bool(said.get("liveness"))


class Side:
    """One build at work on one subject, in a folder of its own; `results` is what it said: {way: {what: text}}."""

    def __init__(self, binary, subject, where, ways, left_out=comparable.LeftOut()):
        self.binary, self.subject, self.where, self.left_out, self.results = binary, subject, where, left_out, {}
        self.seen = set()  # what was written so far
        if subject.extract:
            self.run("text", "extract", "extract", *subject.extract, "-o", subjects.MODEL)
            self.written("text", "model", subjects.MODEL)
        self.text()
        for way in ways:
            if way in FORMATS:
                self.run(way, "output", "check", *WAYS[way], *self.asking())
            elif way != "slice" or "--slice" not in subject.asked:
                self.check(way, WAYS[way])

    def asking(self):
        return [*self.subject.how, *self.subject.asked, *self.subject.words]

    def note(self, way, what, value):
        self.results.setdefault(way, {})[what] = value

    def waymark(self, *words):
        return processes.run([self.binary, *words], where=self.where, limit=HANGS)

    def run(self, way, what, *command):
        """A command whose text has to be the same."""
        done = self.waymark(*command)
        self.note(way, what, comparable.text(f"{done.code}\n{done.out}\n{done.err}", self.left_out))

    def ask(self, way, *command):
        """A command whose JSON has to be the same, as far as it does not depend on which of several workers comes first. Answers
        what it said."""
        done = self.waymark(*command)
        self.note(way, "exit code", done.code)
        self.note(way, "standard error", comparable.text(done.err, self.left_out))
        try:
            said = json.loads(done.out)
        except json.JSONDecodeError:
            self.note(way, "output", comparable.text(done.out, self.left_out))
            return {}
        if not set(ONE) <= set(command):
            (said.get("known") or {}).pop("unreached", None)  # they go on for some states after a limit
        kept = comparable.of_cycles(said) if of_cycles_by_several(way, said) else said
        for key, value in comparable.result(kept, self.left_out.keys).items():
            self.note(way, key, json.dumps(value, ensure_ascii=False))
        return said

    def written(self, way, what, name):
        """Notes the bytes of a file, and answers whether it is there and no other was the same."""
        path = self.where / name
        content = path.read_bytes() if path.exists() else None
        self.note(way, f"{what}, bytes", comparable.script(content, self.left_out))
        new = content not in self.seen
        self.seen.add(content)
        return new and content is not None

    def others_written(self, way):
        """Notes the bytes of further trails, and of the scripts of formulas."""
        for path in sorted(self.where.glob(f"{way}.*.*")):
            self.note(way, f"{path.name}, bytes", comparable.script(path.read_bytes(), self.left_out))

    def text(self):
        """What people read, without further options."""
        words, asking = self.subject.words, self.asking()
        self.run("text", "check", "check", *ONE, "--script", "text.way", "--trail", "text.trail", *asking)
        if self.written("text", "trail", "text.trail"):
            self.run("text", "replay", "replay", "--trail", "text.trail", *words)
        if self.written("text", "script", "text.way"):
            self.run("text", "script info", "script", "info", "text.way")
            self.run("text", "certify", "certify", "--script", "text.way", *self.subject.asked, *words)
            if self.subject.language != "cpp":  # which would be compiled again
                self.run("text", "trustful", "script", "trustful", "--script", "text.way", "-o", "trustful.way", *words)
                self.written("text", "trustful script", "trustful.way")
        self.others_written("text")

    def check(self, way, options):
        words, script, trail = self.subject.words, f"{way}.way", f"{way}.trail"
        said = self.ask(way, "check", "--json", "--script", script, "--trail", trail, *options, *self.asking())
        if of_cycles_by_several(way, said):
            return
        if self.written(way, "trail", trail):
            self.run(way, "replay", "replay", "--trail", trail, *words)
        if self.written(way, "script", script):
            certified = [option for option in options if option == "--slice"]
            self.ask(f"{way}, certify", "certify", "--json", "--script", script, *certified, *self.subject.asked, *words)
        self.others_written(way)


def compare(subject, old, new, where, ways, releases=("", ""), options=False, keys=()):
    """(differences, number of things that were compared)"""
    folder = pathlib.Path(tempfile.mkdtemp(dir=where))
    sides = []
    try:
        for binary, release in zip((old, new), releases):
            work = folder / "work"  # the same for both, for texts may name it
            work.mkdir()
            sides.append(Side(binary, subject, work, ways, comparable.LeftOut(release, options, frozenset(keys))).results)
            shutil.rmtree(work)
    except processes.TookTooLong as why:
        return [Difference(subject.name, "", "time", str(why), "")], 0
    finally:
        shutil.rmtree(folder)
    found, compared = [], 0
    for way in sides[0] | sides[1]:
        one, two = (side.get(way, {}) for side in sides)
        for what in one | two:
            compared += 1
            before, after = one.get(what, "-"), two.get(what, "-")
            if before != after:
                found.append(Difference(subject.name, way, what, *comparable.first_difference(before, after)))
    return found, compared


def releases_of(*binaries):
    """Their numbers, or nothing if these are the same."""
    numbers = tuple(processes.run([binary, "--version"]).out.split()[-1] for binary in binaries)
    return ("", "") if len(set(numbers)) == 1 else numbers


def chosen_subjects(arguments, home):
    """Pairs: a subject, and the ways in which it is checked."""
    languages, found = arguments.language.split(","), []
    unknown = set(languages) - set(subjects.LANGUAGES)
    if unknown:
        sys.exit(f"compare_builds: no language {', '.join(sorted(unknown))}; there are {', '.join(subjects.LANGUAGES)}")
    classes = None
    if "java" in languages:
        java.require()
        classes = java.examples(home / "java", pathlib.Path(arguments.new).parent / "waymark-library.jar")
    for language in languages:
        for number, subject in enumerate(subjects.of(language, classes)):
            if arguments.filter in subject.name:
                found.append((subject, ways_of(language, number + arguments.turn, arguments.ways)))
    first, step = map(int, arguments.share.split("/"))
    return found[first::step]


class Progress:
    """A line on standard error now and then, for all of it takes minutes."""

    def __init__(self, of):
        self.of, self.done, self.began, self.told = of, 0, time.monotonic(), time.monotonic()

    def one_more(self, differences):
        self.done += 1
        now = time.monotonic()
        if now - self.told > 20:
            self.told = now
            print(f"compare_builds: {self.done} of {self.of} programs in {now - self.began:.0f} s, {differences} results differ",
                  file=sys.stderr, flush=True)


def parsed():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--old", required=True)
    options.add_argument("--new", default=str(waymark.BINARY))
    options.add_argument("--language", default=",".join(subjects.LANGUAGES), help="some of them, as c,cpp [all]")
    options.add_argument("--filter", default="", help="only programs whose name contains this")
    options.add_argument("--share", default="0/1", help="every M-th program, from the N-th on, of N/M")
    options.add_argument("--ways", default="turn", help=f"all, or some of {','.join(WAYS)} [in turn]")
    options.add_argument("--turn", type=int, default=0, help="another number gives programs other ways")
    options.add_argument("--without-options", action="store_true", help="leave out the options' text in scripts, and its digest")
    options.add_argument("--without-keys", default="", help="leave out these keys of the JSON, as next,known")
    options.add_argument("--jobs", type=int, default=2)
    return options.parse_args()


def main():
    arguments = parsed()
    for binary in (arguments.old, arguments.new):
        if not shutil.which(binary):
            sys.exit(f"compare_builds: no program {binary}")
    old, new = (pathlib.Path(shutil.which(binary)).resolve() for binary in (arguments.old, arguments.new))
    releases = releases_of(old, new)
    keys = [key for key in arguments.without_keys.split(",") if key]
    differences, compared = [], 0
    with tempfile.TemporaryDirectory(prefix="same-") as home, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        where = pathlib.Path(home)
        chosen = chosen_subjects(arguments, where)
        progress = Progress(len(chosen))
        for found, count in pool.map(lambda it: compare(it[0], old, new, where, it[1], releases, arguments.without_options, keys), chosen):
            differences += found
            compared += count
            progress.one_more(len(differences))
    if differences:
        tables.table(["program", "way", "what", "old", "new"],
                     [[it.subject, it.way, it.what, it.old, it.new] for it in differences])
    programs = len({it.subject for it in differences})
    if any(releases):
        print(f"The builds are of releases {' and '.join(releases)}: what names these is left out.")
    print(f"{len(chosen)} programs, {compared} results compared: {len(differences)} differ"
          + (f", in {programs} programs" if differences else ""))
    sys.exit(1 if differences or not compared else 0)


if __name__ == "__main__":
    main()
