"""What two builds have to say alike: results as JSON, texts for people and scripts, without what no two runs share: times,
memory, and counts by a sketch, which a secret of the run decides."""
import re
from dataclasses import dataclass

MEASURED = re.compile(r"seconds|.*_seconds|.*bytes.*|rate")  # keys
# Where a cycle and a failing step can both be found, which of them comes first is not the same.
OF_CYCLES = {"exit code", "verdict", "properties", "not_judged", "program", "search", "store", "reduced"}
DURATION = r"(?:\d+ h \d+ min|\d+ min \d+ s|[\d.]+ s)"
SIZE = r"[\d.]+ (?:B|[KMGT]iB)"
TEXTS = [  # what a text has in place of what was measured
    (re.compile(rf"^  {DURATION}(?:, [\d.]+(?: [kM])? states/s)?, {SIZE}(?: \(store: \d+ B per state\))?$", re.MULTILINE), "  TIME, MEMORY"),
    (re.compile(rf"with the automaton, {DURATION}$", re.MULTILINE), "with the automaton, TIME"),
    (re.compile(r"at least [\d,]+ different states, [\d,]+ of them explored: they were counted by a sketch"), "SKETCH"),
    (re.compile(r'(<testsuite [^>]*) time="[\d.]+"'), r'\1 time="TIME"'),  # of JUnit
    (re.compile(r'"seconds":[-+.e\d]+'), '"seconds":TIME'),  # of SARIF
]
OPENING = bytes.fromhex("895741590d0a1a0a")  # of a script
OPTIONS = re.compile(r"^ *options .*$", re.MULTILINE)  # a line of what `script info` says


@dataclass(frozen=True)
class LeftOut:
    """What two builds may say otherwise."""
    release: str = ""  # the number of this build's, if that of the other is another
    options: bool = False  # their text in scripts, and its digest
    keys: frozenset = frozenset()  # of the JSON


def result(value, without=frozenset()):
    """What of a JSON value has to be the same. That a figure was measured stays, and the figure does not."""
    if isinstance(value, dict):
        if value.get("exact") is False:
            return "counted by a sketch"
        return {key: "measured" if MEASURED.fullmatch(key) and isinstance(it, (int, float)) else result(it, without)
                for key, it in value.items() if key not in without}
    return [result(it, without) for it in value] if isinstance(value, list) else value


def of_cycles(said):
    """Of a search for cycles by several workers, each of which goes along another path: the verdict, and the counts where nothing
    is violated. Which cycle is found first depends on who comes first."""
    if said["verdict"] != "holds":
        return {what: said[what] for what in OF_CYCLES if what in said}
    return {what: value for what, value in said.items() if what != "depth"}


def text(said, left_out=LeftOut()):
    """A text for people, SARIF or JUnit, without what was measured or is left out."""
    for pattern, instead in TEXTS:
        said = pattern.sub(instead, said)
    if left_out.options:
        said = OPTIONS.sub("options", said)
    return said.replace(left_out.release, "RELEASE") if left_out.release else said


@dataclass
class Fields:
    """Where the contents of a script begin, and where its first fields end."""
    begin: int
    writer: int
    program: int
    options: int
    end: int  # of all contents


def fields(script):
    """docs/trust/script-format.md has the format; nothing if that is no script."""
    if script is None or not script.startswith(OPENING) or len(script) < 36:
        return None
    end = len(script) - 24
    begin = end - int.from_bytes(script[end:end + 8], "little")

    def behind_text(at):
        length = shift = 0
        while True:
            byte = script[at]
            length, shift, at = length | (byte & 0x7F) << shift, shift + 7, at + 1
            if byte < 0x80:
                return at + length

    writer = behind_text(begin + 1)
    return Fields(begin, writer, writer + 32, behind_text(writer + 64), end)


def script(content, left_out=LeftOut()):
    """The bytes of a script. Without its release or its options, the checksum over the contents goes, too. What is no script
    stays as it is."""
    found = fields(content) if left_out.release or left_out.options else None
    if not found:
        return content
    release = b"" if left_out.release else content[found.begin + 1:found.writer]
    options = b"" if left_out.options else content[found.program:found.options]
    return (content[:found.begin + 1] + release + content[found.writer:found.program] + options
            + content[found.options:found.end] + content[-8:])


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
