#!/usr/bin/env python3
"""Whether two builds of waymark say the same: compare_builds.py --old BINARY [--new BINARY] [--filter TEXT].

On the models of bench/, at sizes that take seconds, on all Promela examples and on the Java examples, each with reduction and
without: verdict, kinds, states, transitions, depth and all else that the JSON says but for times, memory and the words
of messages; scripts (lean, ids, ids as text, trustful) byte for byte, but for the fields that name the release and the
options, and what certifying them says; trails, and what replaying them prints. Prints a table of what differs; exit code 1
if anything does, or if nothing was compared.

An older build spells some options otherwise: tools/renamed_options.json has `options`, {"--old X": "--tune new=X"}, and
`keys` of the JSON, {"old": "new"}, or null for a key that is gone. Each build is driven with its own spelling. `added` are
keys that only this build has. `meant` are keys whose values differ on purpose, with the reason; they are counted apart.
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
    ("protocols/bathroom", ""), ("protocols/chang_roberts", ""), ("protocols/dijkstra_scholten", ""),
    ("protocols/dijkstra_token", ""), ("protocols/go_back_n", ""), ("protocols/gossip", ""), ("protocols/itai_rodeh", ""),
    ("protocols/lamport_mutex", ""), ("protocols/mcs_lock", ""), ("protocols/mesi", ""), ("protocols/paxos", ""),
    ("protocols/raymond_tree", ""), ("protocols/savages", ""), ("protocols/smokers", ""), ("protocols/snapshot", ""),
    ("protocols/stop_and_wait", ""), ("protocols/suzuki_kasami", ""), ("protocols/two_phase_commit", ""),
    ("protocols/woo_lam", ""), ("protocols/work_pool", ""),
    ("slice/accounts", ""), ("slice/alternating_bit", ""), ("slice/checksum", ""), ("slice/clock", ""), ("slice/log", ""),
    ("slice/payload", ""), ("slice/retries", ""), ("slice/sensors", ""), ("slice/statistics", ""), ("slice/words", ""),
    ("kinds/goto_chain", ""), ("kinds/kernel", "TASKS=2"), ("kinds/mobile", ""), ("kinds/sessions", ""), ("kinds/traced", ""),
    ("large/counters", "N=6"), ("symmetry/clients", "N=4"), ("symmetry/counters", "N=5"),
    ("symmetry/lock", ""), ("less/budget", ""), ("less/lease", ""), ("less/meter", ""), ("less/window", ""),
    ("aside/chang_roberts", "N=4"), ("aside/lamport_fast", "N=3"), ("aside/mesh_routing", ""), ("aside/paxos", ""),
    ("aside/ring_buffer", "SIZE=2"), ("aside/snooping", "N=2"), ("aside/szymanski", ""), ("aside/two_phase", "N=3"),
]
MOST_STATES = "1500000"  # where a model of bench/ has more, both builds stop there
MODELS = ROOT / "bench" / "models"
EXAMPLES = ["examples/promela", "tests/promela/corpus", "tests/promela/liveness", "tests/promela/claims"]
MEASURED = re.compile(r"seconds|.*bytes.*|rate")  # what no two runs share
OPENING = bytes.fromhex("895741590d0a1a0a")  # of a script
NAMED = re.compile(r"^(?:tool|options) .*$", re.MULTILINE)  # lines of a script as text that name the release and the options
PAGE = re.compile(r"docs/(?:use|trust|inside)/")  # pages have moved
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


class Renamed:
    """How options and keys of the JSON are spelled by an older build and by this one."""

    def __init__(self, options=None, keys=None, added=(), meant=None):
        self.keys, self.meant = keys or {}, meant or {}
        self.gone = {key: None for key, new in self.keys.items() if new is None} | {key: None for key in added}
        self.to_new, self.to_old = {}, {}
        for old, new in (options or {}).items():
            name, tuned = old.split()[0], new.removeprefix("--tune ")
            self.to_new[name] = ("X" in old.split(), new)
            self.to_old[tuned.split("=")[0] if new.startswith("--tune ") else new.split()[0]] = old

    @staticmethod
    def read(path=ROOT / "tools" / "renamed_options.json"):
        return Renamed(**json.loads(path.read_text())) if path.exists() else Renamed()

    def newly(self, words):
        """The words of a command line as this build has them."""
        out, rest = [], [str(word) for word in words]
        while rest:
            name, equals, value = rest.pop(0).partition("=")
            takes, new = self.to_new.get(name, (False, None))
            if new is None:
                out.append(name + equals + value)
                continue
            if takes and not equals:
                value = rest.pop(0)
            out += [part.replace("X", value) if takes else part for part in new.split()]
        return out

    def formerly(self, words):
        """The same as an older build has them."""
        out, rest = [], [str(word) for word in words]
        while rest:
            word = rest.pop(0)
            if word == "--tune" and rest:
                for part in rest.pop(0).split(","):
                    key, equals, value = part.partition("=")
                    out += self.to_old.get(key, "--tune " + key + equals + "X").replace("X", value).split()
            elif word in self.to_old:
                name, *takes = self.to_old[word].split()
                out += [name, rest.pop(0)] if takes else [name]
            else:
                out.append(word)
        return out


def comparable(value, keys={}):
    """What of a JSON value has to be the same."""
    if isinstance(value, dict):
        if value.get("exact") is False:  # counted by a sketch, which a secret of the run decides
            return None
        named = {keys.get(key, key): it for key, it in value.items()}
        return {key: comparable(it, keys) for key, it in named.items()
                if key is not None and not MEASURED.fullmatch(key) and key not in WORDS}
    if isinstance(value, list):
        return [comparable(it, keys) for it in value]
    return PAGE.sub("docs/", value) if isinstance(value, str) else value


def without_options(script):
    """The bytes of a script without its version, the texts that name the release and the options, the digest of these, and
    the checksum over them; other bytes as they are. docs/trust/script-format.md has the format."""
    if script is None or not script.startswith(OPENING) or len(script) < 36:
        return script
    end = len(script) - 24
    at = begin = end - int.from_bytes(script[end:end + 8], "little")

    def behind_text(at):
        length = shift = 0
        while True:
            byte = script[at]
            length, shift, at = length | (byte & 0x7F) << shift, shift + 7, at + 1
            if byte < 0x80:
                return at + length

    form, at = script[at:at + 1], behind_text(at + 1)
    program, at = script[at:at + 32], behind_text(at + 64)
    return OPENING + script[len(OPENING) + 1:begin] + form + program + script[at:end] + script[-8:]


class Side:
    """One build at work on one subject, in a folder of its own; `results` is what it said: {way: {what: text}}."""

    def __init__(self, binary, subject, where, spelled=list, keys={}):
        self.binary, self.subject, self.where, self.results = binary, subject, where, {}
        self.spelled, self.keys = spelled, keys
        where.mkdir()
        for way, options in (("default", []), ("whole", ["--por", "off", "--search", "dfs", "--errors", "0"])):
            self.check(way, options)

    def file(self, name):
        return self.where / name

    def note(self, way, what, value):
        self.results.setdefault(way, {})[what] = value

    def ask(self, way, command, *options):
        """A command whose JSON has to be the same."""
        answer = waymark.ask(self.binary, *self.spelled([command, *options, *self.subject.words]), limit=HANGS)
        self.note(way, "exit code", answer.done.code)
        for key, value in comparable(answer.said, self.keys).items():
            self.note(way, key, value)
        if not answer.said:  # bad input: the message itself
            self.note(way, "message", answer.detail)

    def run(self, way, what, *command):
        """A command whose text has to be the same, wherever its files lie."""
        done = processes.run([self.binary, *self.spelled(command)], limit=HANGS)
        said = NAMED.sub("", PAGE.sub("docs/", f"{done.code} {done.out} {done.err}".replace(str(self.where), "")))
        self.note(way, what, said)

    def compare_bytes(self, way, what, path):
        self.note(way, what, without_options(path.read_bytes() if path.exists() else None))

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


def compare(subject, old, new, where, renamed=None):
    """(differences, number of things that were compared)"""
    renamed = renamed or Renamed()
    folder = pathlib.Path(tempfile.mkdtemp(dir=where))
    try:
        sides = [Side(old, subject, folder / "old", renamed.formerly, renamed.keys).results,
                 Side(new, subject, folder / "new", renamed.newly, renamed.gone).results]
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
    differences, compared, meant, renamed = [], 0, 0, Renamed.read()
    with tempfile.TemporaryDirectory(prefix="same-") as home, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        where = pathlib.Path(home)
        classes = java.examples(where / "java", pathlib.Path(arguments.new).parent / "waymark-library.jar")
        subjects = [it for it in [*promela_subjects(), *java_subjects(classes)] if arguments.filter in it.name]
        for found, count in pool.map(lambda it: compare(it, arguments.old, arguments.new, where, renamed), subjects):
            differences += [it for it in found if it.what not in renamed.meant]
            meant += sum(it.what in renamed.meant for it in found)
            compared += count
    if differences:
        tables.table(["program", "way", "what", "old", "new"],
                     [[it.subject, it.way, it.what, it.old, it.new] for it in differences])
    programs = len({it.subject for it in differences})
    print(f"{len(subjects)} programs, {compared} results compared: {len(differences)} differ"
          + (f", in {programs} programs" if differences else "") + (f"; {meant} differ as meant" if meant else ""))
    sys.exit(1 if differences or not compared else 0)


if __name__ == "__main__":
    main()
