#!/usr/bin/env python3
"""Whether two builds of waymark say the same: compare_builds.py --old BINARY [--new BINARY] [--filter TEXT].

On the models of bench/, at sizes that take seconds, on all Promela examples and on the Java examples, each with reduction and
without: verdict, kinds, states, transitions, depth and all else that the JSON says but for times, memory and the words
of messages; scripts (lean, ids, ids as text, trustful) byte for byte, and what certifying them says; trails, and what
replaying them prints. Prints a table of what differs; exit code 1 if anything does, or if nothing was compared.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass, field

from lib import HANGS, ROOT, java, processes, tables, waymark

SIZES = [  # of the models in bench/models
    ("bakery", "N=2"), ("board_puzzle", ""), ("cache_directory", ""), ("counters", "MOST=20"), ("elevator", "F=2"),
    ("file_transfer", ""), ("handshake", "MOST=20"), ("leader", "N=5"), ("pegs", "BOARD=32639"), ("peterson_filter", "N=3"),
    ("philosophers_mixed", "N=6"), ("pipeline", "LAST=2"), ("resource_manager", "CLIENTS=3"), ("ricart_agrawala", "N=2"),
    ("semaphore_ring", "PERMITS=10"), ("sliding_window", "W=1"), ("store_buffers", "DEPTH=1"), ("token", "MOST=10"),
    ("thesis/bounded_buffer", "ROUNDS=1 PRODUCERS=2 CONSUMERS=2"), ("thesis/elevator", "ROUNDS=1 FLOORS=2 PEOPLE=2"),
    ("thesis/ksu_pipeline", "STAGES=3 ITEMS=1"), ("thesis/nested_monitor", "ROUNDS=1 PRODUCERS=2 CONSUMERS=1"),
    ("thesis/philosophers", "ROUNDS=1 N=5"), ("thesis/pipeline", "STAGES=3 ITEMS=1"),
    ("thesis/replicated_workers", "WORKERS=2 ITEMS=1"), ("thesis/rwvsn", "ROUNDS=1 READERS=2 WRITERS=2"),
    ("thesis/sleeping_barber", "ROUNDS=1 CUSTOMERS=3"),
    ("slice/accounts", ""), ("slice/alternating_bit", ""), ("slice/checksum", ""), ("slice/clock", ""), ("slice/log", ""),
    ("slice/payload", ""), ("slice/retries", ""), ("slice/sensors", ""), ("slice/statistics", ""), ("slice/words", ""),
    ("kinds/goto_chain", ""), ("kinds/kernel", "TASKS=2"), ("kinds/mobile", ""), ("kinds/sessions", ""), ("kinds/traced", ""),
    ("large/counters", "N=6"), ("less/budget", ""), ("less/lease", ""), ("less/meter", ""), ("less/window", ""),
]
MOST_STATES = "1500000"  # where a model of bench/ has more, both builds stop there
MODELS = ROOT / "bench" / "models"
EXAMPLES = ["examples/promela", "tests/promela/corpus", "tests/promela/liveness", "tests/promela/claims"]
MEASURED = re.compile(r"seconds|.*bytes.*|rate")  # what no two runs share
WORDS = {"detail", "headline", "script", "scripts", "trail", "trails"}  # names in messages may change; the files are scratch


@dataclass
class Subject:
    name: str
    words: list  # the program and what belongs to it, for every command
    how: list = field(default_factory=list)  # further options of check


@dataclass
class Difference:
    subject: str
    way: str
    what: str
    old: str
    new: str


def told(value):
    """What a JSON value says that has to be the same."""
    if isinstance(value, dict):
        if value.get("exact") is False:  # counted by a sketch, which a secret of the run decides
            return None
        return {key: told(it) for key, it in value.items() if not MEASURED.fullmatch(key) and key not in WORDS}
    return [told(it) for it in value] if isinstance(value, list) else value


class Side:
    """One build at work on one subject, in a folder of its own; `results` is what it said: {way: {what: text}}."""

    def __init__(self, binary, subject, where):
        self.binary, self.subject, self.where, self.results = binary, subject, where, {}
        where.mkdir()
        for way, options in (("default", []), ("whole", ["--por", "off", "--search", "dfs", "--errors", "0"])):
            self.check(way, options)

    def file(self, name):
        return self.where / name

    def note(self, way, what, value):
        self.results.setdefault(way, {})[what] = value

    def ask(self, way, command, *options):
        """A command whose JSON has to be the same."""
        answer = waymark.ask(self.binary, command, *options, *self.subject.words, limit=HANGS)
        self.note(way, "exit code", answer.done.code)
        for key, value in told(answer.said).items():
            self.note(way, key, value)
        if not answer.said:  # bad input: the message itself
            self.note(way, "message", answer.detail)

    def run(self, way, what, *command):
        """A command whose text has to be the same, wherever it was told to put its files."""
        done = processes.run([self.binary, *command], limit=HANGS)
        self.note(way, what, f"{done.code} {done.out} {done.err}".replace(str(self.where), ""))

    def compare_bytes(self, way, what, path):
        self.note(way, what, path.read_bytes() if path.exists() else None)

    def check(self, way, options):
        script, trail = self.file(f"{way}.way"), self.file(f"{way}.trail")
        self.ask(way, "check", "--script", script, "--trail", trail, *self.subject.how, *options)
        self.compare_bytes(way, "script, bytes", script)
        self.compare_bytes(way, "trail, bytes", trail)
        if trail.exists():
            self.run(way, "replay", "replay", "--trail", trail, *self.subject.words)
        if not script.exists():
            return
        self.ask(f"{way}, certify", "certify", "--script", script)
        if way == "default":
            trustful = self.file("trustful.way")
            self.run(way, "trustful", "script", "trustful", "--script", script, "-o", trustful, *self.subject.words)
            self.compare_bytes(way, "trustful script, bytes", trustful)
        else:
            self.run(way, "script as text", "script", "text", "--script", script, *self.subject.words)


def short(value):
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    text = " ".join(str(value).split())
    return text if len(text) <= 60 else text[:57] + "..."


def first_difference(old, new):
    """Both, shortened, from a little before they part."""
    if isinstance(old, bytes) and isinstance(new, bytes):
        at = next((i for i, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
        return f"{len(old)} bytes", f"{len(new)} bytes, other from byte {at}"
    one, two = str(old), str(new)
    at = next((i for i, (a, b) in enumerate(zip(one, two)) if a != b), min(len(one), len(two)))
    begin = max(0, at - 20) if max(len(one), len(two)) > 60 else 0
    return short(one[begin:]), short(two[begin:])


def compare(subject, old, new, where):
    """(differences, number of things that were compared)"""
    folder = pathlib.Path(tempfile.mkdtemp(dir=where))
    try:
        sides = [Side(binary, subject, folder / name).results for binary, name in ((old, "old"), (new, "new"))]
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
                found.append(Difference(subject.name, way, what, *first_difference(before, after)))
    return found, compared


def promela_subjects():
    for name, sizes in SIZES:
        yield Subject(f"{name} {sizes}".strip(), [*waymark.defines(sizes.split()), MODELS / f"{name}.pml"], ["--states", MOST_STATES])
    there = {path.relative_to(MODELS).with_suffix("").as_posix() for path in MODELS.rglob("*.pml")}
    missing = there - {name for name, _ in SIZES}
    if missing:
        sys.exit(f"compare_builds: no size for {', '.join(sorted(missing))}")
    for folder in EXAMPLES:
        models = sorted((ROOT / folder).glob("*.pml"))
        if not models:
            sys.exit(f"compare_builds: no models in {folder}")
        for path in models:
            yield Subject(str(path.relative_to(ROOT)), [path])


def java_subjects(classes):
    for program in json.loads((java.EXAMPLES / "expected.json").read_text()):
        words = [program["main"], *program["args"]]
        invariants = [f"--invariant={it}" for it in program.get("invariants", [])]
        yield Subject(" ".join(words), ["--classpath", classes, *invariants, *words], program.get("options", []))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--old", required=True)
    options.add_argument("--new", default=str(waymark.BINARY))
    options.add_argument("--filter", default="", help="only programs whose name contains this")
    options.add_argument("--jobs", type=int, default=2)
    arguments = options.parse_args()
    for binary in (arguments.old, arguments.new):
        if not shutil.which(binary):
            sys.exit(f"compare_builds: no program {binary}")
    java.require()
    differences, compared = [], 0
    with tempfile.TemporaryDirectory(prefix="same-") as home, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        where = pathlib.Path(home)
        classes = java.examples(where / "java", pathlib.Path(arguments.new).parent / "waymark-library.jar")
        subjects = [it for it in [*promela_subjects(), *java_subjects(classes)] if arguments.filter in it.name]
        for found, count in pool.map(lambda it: compare(it, arguments.old, arguments.new, where), subjects):
            differences += found
            compared += count
    if differences:
        tables.table(["program", "way", "what", "old", "new"],
                     [[it.subject, it.way, it.what, it.old, it.new] for it in differences])
    programs = len({it.subject for it in differences})
    print(f"{len(subjects)} programs, {compared} results compared: {len(differences)} differ"
          + (f", in {programs} programs" if differences else ""))
    sys.exit(1 if differences or not compared else 0)


if __name__ == "__main__":
    main()
