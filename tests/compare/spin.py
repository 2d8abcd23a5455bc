"""Waymark's whole search of Promela models against Spin's.

For each model: build Spin's verifier without any reduction, run it past errors, and hold Waymark to the same number of
states and edges, the same verdict and kinds of error. docs/trust/exactness.md says what each kind of error allows to compare.
Spin's results are cached by content, so a second run only runs Waymark.

  compare.py spin                        the corpus (tests/promela/corpus)
  compare.py spin a.pml b.pml            these models
  compare.py spin --random SEED COUNT    COUNT generated models; those that differ are shrunk
  compare.py spin --spin-only            no Waymark: only check the expectations in the models' headers
  compare.py spin --record FILES         write Spin's results into the headers"""
import hashlib
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path

import lib.spin
import random_promela
from lib import HANGS, ROOT, files, waymark
from lib.comparing import Compared, left_out
from lib.processes import TookTooLong
from lib.spin import NoAnswer, Verifier

CORPUS = ROOT / "tests" / "promela" / "corpus"
OPTIONS = "--search dfs --por off --errors 0"
STATE_LIMIT = 200_000  # generated models above it are skipped

# Text of a pan report -> our kind. First match wins, so the special assertion comes before the general one.
KINDS = [
    ("invalid array index", "bounds"),
    ("assertion violated", "assertion"),
    ("invalid end state", "deadlock"),
    ("end state in claim reached", "claim"),
    ("event_trace error", "trace"),
    ("non-determinism in event-trace", "trace"),
    ("non-determinism in D_proctype", "nondeterminism"),
    ("d_step", "dstep"),
    ("too many processes", "limit"),
    ("too many queues", "limit"),
    ("priority is out of range", "priority"),
    ("polling rv chan", "poll"),
    ("poll rendezvous", "poll"),
    ("used: enabled", "enabled"),
    ("chan", "channel"),
    ("queue", "channel"),
    ("parameters in send", "channel"),
    ("pars in receive", "channel"),
    ("msg fields in rcv", "channel"),
]
# After these pan goes on defined and counts once per event, so everything is comparable.
COUNTED = {"assertion", "deadlock", "nondeterminism", "trace"}
# Here states and edges are comparable, but pan reports one event several times.
EXPLORED = COUNTED | {"claim"}


@dataclass
class SpinResult:
    states: int = 0
    transitions: int = 0
    errors: int = 0
    kinds: list = field(default_factory=list)
    fatal: bool = False

    def comparable(self, kinds):
        return not self.fatal and set(self.kinds) <= kinds


# ---------------------------------------------------------------- headers

@dataclass
class Header:
    options: str = OPTIONS
    compile_flags: str = ""
    expect: str = ""
    states: str = ""


def header_of(text):
    """The expectation comment a corpus model opens with."""
    comment = re.match(r"\s*/\*(.*?)\*/", text, re.S)
    header = Header()
    if not comment or "waymark:" not in comment.group(1):
        return header
    for line in comment.group(1).splitlines():
        key, _, value = line.strip().partition(":")
        value = value.strip()
        if key == "waymark":
            header.options = value.removeprefix("check").strip()
        elif key == "spin":
            header.compile_flags = value
        elif key == "expect":
            header.expect = value
        elif key == "states":
            header.states = value
    return header


def expectation(result):
    """The two header values that tell Spin's result."""
    expect = ", ".join(result.kinds) if result.errors else "holds"
    if not result.comparable(EXPLORED):
        return expect, "not comparable (Spin stops or goes on undefined)"
    text = f"{result.states}   transitions: {result.transitions}"
    if result.comparable(COUNTED):
        text += f"   errors: {result.errors}"
    return expect, text + "   (Spin, full search)"


def record(path, result):
    text = path.read_text()
    header = header_of(text)
    expect, states = expectation(result)
    lines = [f"/* waymark: check {header.options}"]
    if header.compile_flags:
        lines.append(f"   spin:    {header.compile_flags}")
    lines += [f"   expect:  {expect}", f"   states:  {states}"]
    comment = re.match(r"\s*/\*(.*?)\*/", text, re.S)
    old = comment.group(1) if comment and "waymark:" in comment.group(1) else None
    if old is None:
        path.write_text("\n".join(lines) + " */\n" + text)
        return
    known = re.compile(r"\s*(waymark|spin|expect|states):")
    rest = [line for line in old.splitlines() if line.strip() and not known.match(line)]
    path.write_text("\n".join(lines + [line.rstrip() for line in rest]) + " */" + text[comment.end():])


# ---------------------------------------------------------------- Spin

def sources(path, seen=None):
    """The model's text followed by that of the files it includes."""
    seen = seen if seen is not None else set()
    if path in seen or not path.exists():
        return ""
    seen.add(path)
    text = path.read_text()
    for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', text, re.M):
        text += sources((path.parent / name).resolve(), seen)
    return text


def kind_of(message):
    for text, kind in KINDS:
        if text in message:
            return kind
    raise NoAnswer(f"unknown report of pan: {message}")


def count(pattern, output):
    found = re.search(pattern, output)
    if not found:
        raise NoAnswer("cannot read pan's output: " + output.strip().splitlines()[-1][:120])
    if "e" in found.group(1):  # pan prints eight digits
        raise NoAnswer("too many states to compare exactly")
    return int(found.group(1))


def parse_pan(done):
    output = done.out
    if done.code < 0:
        # Division by zero is compiled to a trap; other signals come from undefined behaviour in pan.
        if -done.code in (4, 5, 8):
            return SpinResult(errors=1, kinds=["division"], fatal=True)
        raise NoAnswer(f"pan died of signal {-done.code}")
    if "max search depth too small" in output:
        raise NoAnswer("pan's depth limit is too small")
    if "has unconditional self-loop" in output:
        raise NoAnswer("pan refuses a process that can loop on skip alone")
    if "VECTORSZ" in output:
        raise NoAnswer("pan's state vector is too small")
    messages = re.findall(r"^pan:\d+: (.*) \(at depth", output, re.M)
    return SpinResult(
        states=count(r"([\d.e+]+) states, stored", output),
        transitions=count(r"([\d.e+]+) transitions \(=", output),
        errors=count(r"errors: (\d+)", output),
        kinds=sorted({kind_of(message) for message in messages}),
        fatal="Search not completed" in output,
    )


def build_and_run(path, flags, compiler, limit):
    with tempfile.TemporaryDirectory(prefix="spin-") as where:
        pan = Verifier(where, path, limit=limit)
        pan.compile(compiler, "-DSAFETY", "-DNOREDUCE", "-DNOFAIR", "-DVECTORSZ=8192", *shlex.split(flags))
        return parse_pan(pan.search("-c0"))


class Spin:
    def __init__(self, cache, compiler, limit=HANGS):
        self.cache = cache
        self.compiler = compiler
        self.limit = limit
        version = subprocess.run(["spin", "-V"], capture_output=True, text=True, check=True).stdout.strip()
        # Another way to build or read pan asks for new results.
        self.key = files.digest([Path(__file__), Path(lib.spin.__file__)], version, compiler)

    def contradicts_itself(self, path, flags=""):
        """Whether another order of search changes pan's counts; exactness.md tells where its undoing of steps errs."""
        return self.check(path, flags) != self.check(path, flags + " -DREVERSE")

    def check(self, path, flags=""):
        # The header tells results, so it cannot change them.
        model = re.sub(r"\A\s*/\*\s*waymark:.*?\*/", "", sources(path.resolve()), flags=re.S)
        content = "\0".join([self.key, flags, model])
        entry = self.cache / (hashlib.sha256(content.encode()).hexdigest() + ".json")
        if entry.exists():
            stored = json.loads(entry.read_text())
            if "refused" in stored:
                raise NoAnswer(stored["refused"])
            return SpinResult(**stored)
        try:
            result = build_and_run(path.resolve(), flags, self.compiler, self.limit)
        except NoAnswer as why:
            self.remember(entry, {"refused": str(why)})
            raise
        self.remember(entry, asdict(result))
        return result

    def remember(self, entry, result):
        files.write(entry, json.dumps(result))


# ---------------------------------------------------------------- Waymark

def run_waymark(binary, path, options, limit):
    try:
        answer = waymark.ask(binary, "check", *shlex.split(options), path, limit=limit)
    except TookTooLong:
        return {"verdict": f"none after {limit} s"}
    return {**answer.said, "verdict": answer.verdict, "detail": answer.detail}


def differences(spin, ours):
    """What Waymark said that Spin did not, as a list of words; empty when they agree."""
    verdict = "violation" if spin.errors else "holds"
    if ours.get("verdict") != verdict:
        said = f"{ours.get('verdict')} ({ours.get('detail', '')})"
        return [f"verdict {said}, Spin {verdict} {','.join(spin.kinds)}".rstrip()]
    found = []
    if spin.errors and ours.get("kind") not in spin.kinds:
        found.append(f"kind {ours.get('kind')}, Spin {','.join(spin.kinds)}")
    if spin.comparable(EXPLORED):
        if ours.get("states") != spin.states:
            found.append(f"states {ours.get('states')}, Spin {spin.states}")
        if ours.get("transitions") != spin.transitions - 1:
            found.append(f"transitions {ours.get('transitions')}, Spin {spin.transitions - 1}")
    if spin.comparable(COUNTED) and ours.get("errors", 0) != spin.errors:
        found.append(f"errors {ours.get('errors')}, Spin {spin.errors}")
    return found


# ---------------------------------------------------------------- the comparison

def add_options(parser):
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--filter", default="", help="only models whose name contains this")
    parser.add_argument("--cache", type=Path, default=ROOT / "build" / "spin-cache")
    parser.add_argument("--limit", type=int, default=HANGS, help="seconds for one run of a tool")
    parser.add_argument("--spin-only", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--reverse", action="store_true",
                        help="also check that Spin agrees with itself in reverse order")
    parser.add_argument("--compiler", choices=("gcc", "tcc"), default="gcc",
                        help="for Spin's verifiers; tcc is quicker but lets a division by zero pass")
    parser.add_argument("--no-shrink", dest="shrink", action="store_false")


def subjects(arguments, where):
    lib.spin.require()
    if not (arguments.spin_only or arguments.record) and not shutil.which(arguments.waymark):
        sys.exit(f"no program {arguments.waymark}; name it with --waymark or use --spin-only")
    limit = 2 if arguments.random else arguments.limit  # large random models are skipped
    arguments.spin = Spin(arguments.cache, arguments.compiler, limit)
    arguments.strict = Spin(arguments.cache, "gcc", limit)
    return arguments.seeds or [path for path in arguments.files or sorted(CORPUS.glob("*.pml")) if arguments.filter in path.name]


def compare_file(path, arguments):
    """Empty list when all agrees; what differs otherwise."""
    header = header_of(path.read_text())
    spin = arguments.strict if "division" in header.expect else arguments.spin
    try:
        result = spin.check(path, header.compile_flags)
    except (NoAnswer, TookTooLong) as why:
        return [f"cannot compare: {why}"]
    if arguments.record:
        record(path, result)
        return []
    if arguments.reverse and result.comparable(EXPLORED) and spin.contradicts_itself(path, header.compile_flags):
        return ["cannot compare: Spin's counts depend on the order of search"]
    found = []
    if header.expect and (header.expect, header.states) != expectation(result):
        found.append("header says {}; {}. Spin says {}; {}".format(header.expect, header.states, *expectation(result)))
    if not arguments.spin_only:
        found += differences(result, run_waymark(arguments.waymark, path, header.options, arguments.limit))
    return found


def disagree(text, arguments, folder):
    """The differences on a generated model, or None when Spin has no exact answer for it."""
    path, spin = folder / "tried.pml", arguments.spin
    path.write_text(text)
    try:
        result = spin.check(path)
        if result.states > STATE_LIMIT:
            return None
        if arguments.spin_only:
            return []
        # Where pan stopped for good only the verdict counts, and the rest of the states may be too many for anyone.
        options = OPTIONS if result.comparable(EXPLORED) else OPTIONS.replace("--errors 0", "--errors 1")
        # How often an error is reported is a matter of taste: one step of ours can be several of pan's.
        found = differences(result, run_waymark(arguments.waymark, path, options, arguments.limit))
        found = [difference for difference in found if not difference.startswith("errors ")]
        return None if found and spin.contradicts_itself(path) else found
    except (NoAnswer, TookTooLong):
        return None
    finally:
        path.unlink(missing_ok=True)


def compare(subject, arguments, folder):
    if isinstance(subject, Path):
        return Compared(compare_file(subject, arguments))
    text = random_promela.generate(subject)
    found = disagree(text, arguments, folder)
    if found is None:
        return left_out()
    if found:
        if arguments.shrink:
            text = random_promela.shrink(text, lambda smaller: bool(disagree(smaller, arguments, folder)))
        (folder / f"random-{subject}.pml").write_text(text)
    return Compared(found)
