"""A program with all that is needed to ask Waymark about it, and its answers in the words of headers."""
import functools
import json
import re

from lib import HANGS, processes
from lib.waymark import Answer


class Fault(Exception):
    """What was expected, and what was found."""

    def __init__(self, expected, found):
        super().__init__(f"expected {expected}, found {found}")
        self.expected, self.found = expected, found


class Case:
    """A program with all that is needed to ask about it: the binary, a folder for files, and the answer of `plain`."""

    def __init__(self, program, binary, folder, classes):
        self.program, self.binary, self.folder, self.classes = program, binary, folder, classes
        self.command = []  # the last one
        self.plain = None

    def words(self, command, options=None):
        """The program's own words behind a command of waymark: those of its options that the command has, and the program."""
        options = self.program.options if options is None else options
        it = self.program.main_class if self.program.language == "java" else str(self.program.path)
        made = [word.replace("{}", it) for word in known_to(self.binary, command, options)]
        if self.classes:
            made = ["--classpath", self.classes, *made]
        if not any("{}" in word for word in options):
            made.append(it)
        if self.program.language in ("c", "cpp"):
            made += map(str, self.program.more)
        return made + (["--", *self.program.arguments] if self.program.arguments else [])

    def run(self, *command, text=None, where=None):
        self.command = [str(word) for word in command]
        return processes.run(command, limit=HANGS, text=text, where=where)

    def ask(self, command, *more, options=None):
        """waymark's answer; what is no JSON is a refusal."""
        done = self.run(self.binary, command, "--json", *more, *self.words(command, options))
        return answer_of(done)

    def agree(self, answer, states=True):
        """Raises a Fault unless the answer has the verdict of `plain`, and its number of states."""
        expected, found = told(self.plain), told(answer)
        if states:
            expected, found = (f"{one}, {by.said.get('states')} states" for one, by in ((expected, self.plain), (found, answer)))
        if expected != found:
            raise Fault(expected, found)


def answer_of(done):
    try:
        return Answer(json.loads(done.out), done)
    except json.JSONDecodeError:
        return Answer({}, done)


@functools.cache
def options_of(binary, command):
    """What a command of waymark takes, by its help; of --tune, each key."""
    helps = [processes.run([binary, *command.split(), "--help", what], limit=HANGS).out for what in ("all", "tune")]
    found = {word for line in re.findall(r"^  (-\S+)", helps[0], re.MULTILINE) for word in line.split(",")}
    return found | {f"--tune {key}" for key in re.findall(r"^  (\w[\w-]*)", helps[1], re.MULTILINE)}


def kept(options, keep):
    """Those of the options, each with its value, whose names are to be kept."""
    made, taken = [], True
    for word, value in zip(options, [*options[1:], ""]):
        if word.startswith("-"):
            name = word.split("=", 1)[0]
            taken = keep(f"--tune {value.split('=', 1)[0]}" if name == "--tune" else name)
        if taken or "{}" in word:
            made.append(word)
    return made


def known_to(binary, command, options):
    """Those of the options that the command takes, too. Overflows are part of the program that is replayed, so a command without
    --property asks for them by an option of their own."""
    if command == "check":
        return options
    known = options_of(binary, command)
    also = [] if "--property" in known or "overflow" not in ",".join(options).split(",") else ["--overflow"]
    return also + kept(options, known.__contains__)


def told(answer):
    """An answer in the words of headers."""
    if answer.done.code == 0 and answer.verdict == "holds":
        return "holds"
    if answer.done.code == 1 and answer.said:
        return f"violated: {answer.said.get('kind')}"
    if answer.done.code == 3 and answer.said:
        return f"incomplete: {answer.detail or answer.verdict}"
    words = " ".join((answer.detail or answer.done.last_words()).split())
    return f"refused: {words}" if answer.done.code == 2 else f"ended with {answer.done.code}: {words}"


def as_expected(program, answer):
    if program.verdict == "violated":
        return told(answer) in [f"violated: {kind}" for kind in program.said]
    verdict, _, words = told(answer).partition(": ")
    return verdict == program.verdict and (program.verdict == "holds" or program.said[0] in words)
