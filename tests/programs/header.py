"""Programs under test, and the header that says what is expected of each. It is the first comment of the file:

    /* waymark: check --por off
       expect:  holds
       states:  38 (Spin, full search)
       output:  left
       output:  right
       needs:   clang-19
       level:   1 */

  waymark  the command; the program stands behind it, or where `{}` is, and its own arguments behind `--` [check]
  expect   holds, violated: KIND, violated: KIND|KIND, refused: TEXT, or incomplete: TEXT; no header is without it
  states   how many a search counts, and in brackets who says so: a peer or a derivation, never Waymark
  output   a line that a program prints which holds; one such line for each
  needs    commands on the PATH, files, `jdk>=N`, `mpi` or `coq`; without one of them the program is skipped
  level    0: it takes a moment; 1: some seconds; 2: longer, and only shares of these are tested [0]

The main of a Java program is in the class that is named as its file; its other classes are nested, for all programs are compiled
at once. Further files of a program are in a folder of its name, beside it: those of C and C++ are compiled with it.
"""
import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

KEYS = ("waymark", "expect", "states", "output", "needs", "level")
# Folders below tests/programs, and how names of their programs end.
LANGUAGES = {"promela": ".pml", "java": ".java", "c": ".c", "cpp": ".cpp"}
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
VERDICTS = "holds, violated: KIND, refused: TEXT, or incomplete: TEXT"


class Malformed(Exception):
    """What is wrong with a header: file, line and remedy."""


@dataclass
class Program:
    path: Path
    options: list = field(default_factory=list)  # of check, with {} where the program stands
    arguments: list = field(default_factory=list)  # its own
    verdict: str = "holds"
    said: list = field(default_factory=list)  # kinds of a violation; otherwise the text that a refusal or a limit has
    states: int | None = None
    output: list = field(default_factory=list)
    needs: list = field(default_factory=list)
    level: int = 0

    @property
    def language(self):
        return next(name for name, ending in LANGUAGES.items() if self.path.suffix == ending)

    @property
    def name(self):
        return f"{self.language}/{self.path.stem}"

    @property
    def expected(self):
        return self.verdict + (": " + "|".join(self.said) if self.said else "")

    @property
    def main_class(self):
        package = re.search(r"^package ([\w.]+);", self.path.read_text(), re.MULTILINE)
        return f"{package[1]}.{self.path.stem}" if package else self.path.stem

    @property
    def more(self):
        """Further files of it, in a folder of its name."""
        return sorted(self.path.with_suffix("").rglob(f"*{self.path.suffix}"))

    def given(self, *options):
        """Whether the header gives one of these options."""
        return any(word.split("=", 1)[0] in options for word in self.options)


def read(path):
    """The program of a file. Raises Malformed."""
    text = path.read_text(encoding="utf-8")
    comment = re.match(r"\s*/\*(.*?)\*/", text, re.DOTALL)
    if not comment or not re.match(r"\s*\w+:", comment[1]):
        raise Malformed(f"{path}:1: no header; begin the file with /* expect: holds */, or with what else is expected: {VERDICTS}")
    found = lines_of(path, comment[1], text[:comment.start(1)].count("\n") + 1)
    for again in COMMENT.finditer(text, comment.end()):
        key = re.search(r"^\W*(waymark|expect):\s", again[0], re.MULTILINE)
        if key:
            line = text[:again.start() + key.start(1)].count("\n") + 1
            raise Malformed(f"{path}:{line}: a second header; a file is one program, so make two files of it")
    if not COMMENT.sub("", text[comment.end():]).strip():
        raise Malformed(f"{path}:1: a header, but no program behind it; add the program, or remove the file")
    return program_of(path, found)


def lines_of(path, comment, first):
    """{key: [(line number, value), …]} of the header's text."""
    found = {}
    for number, line in enumerate(comment.split("\n"), first):
        if not line.strip():
            continue
        entry = re.fullmatch(r"\s*(\w+):(.*)", line)
        if not entry:
            raise Malformed(f"{path}:{number}: not a line of a header: {line.strip()}; write KEY: VALUE, "
                            "and what the program is about into a comment of its own")
        key, value = entry[1], entry[2].strip()
        if key not in KEYS:
            raise Malformed(f"{path}:{number}: unknown key {key}; the keys are {', '.join(KEYS)}")
        if key in found and key != "output":
            raise Malformed(f"{path}:{number}: a second {key}; only output may be repeated, once for each printed line")
        if not value and key != "output":
            raise Malformed(f"{path}:{number}: {key} says nothing; write a value, or remove the line")
        found.setdefault(key, []).append((number, value))
    return found


def program_of(path, found):
    program = Program(path)
    if "expect" not in found:
        raise Malformed(f"{path}:1: the header has no expect; add one of {VERDICTS}")
    number, value = found["expect"][0]
    verdict, _, said = value.partition(": ")
    if verdict not in ("holds", "violated", "refused", "incomplete") or (verdict == "holds") != (not said):
        raise Malformed(f"{path}:{number}: not an expectation: {value}; write {VERDICTS}")
    program.verdict = verdict
    program.said = said.split("|") if verdict == "violated" else [said] if said else []
    if "waymark" in found:
        number, value = found["waymark"][0]
        program.options, program.arguments = command_of(path, number, value)
    if "states" in found:
        number, value = found["states"][0]
        states = re.fullmatch(r"(\d+)\s*\(.+\)", value)
        if not states or verdict == "refused":
            raise Malformed(f"{path}:{number}: not a count with its source: {value}; write as `states: 38 (Spin, full search)`, "
                            "of a program that is searched")
        program.states = int(states[1])
    if "output" in found and verdict != "holds":
        raise Malformed(f"{path}:{found['output'][0][0]}: output of a program that does not hold is not compared; remove it")
    program.output = [value for _, value in found.get("output", [])]
    if "needs" in found:
        program.needs = re.split(r"[,\s]+", found["needs"][0][1])
    number, value = found.get("level", [(0, "0")])[0]
    if value not in ("0", "1", "2"):
        raise Malformed(f"{path}:{number}: no level {value}; write 0, 1 or 2")
    program.level = int(value)
    return program


def command_of(path, number, value):
    """The options, and the program's own arguments."""
    try:
        command, *words = shlex.split(value)
    except ValueError as why:
        raise Malformed(f"{path}:{number}: {why} in {value}; close it") from None
    if command != "check":
        raise Malformed(f"{path}:{number}: the command is {command}; begin with check, the only one that headers have")
    if "--" in words:
        return words[:words.index("--")], words[words.index("--") + 1:]
    return words, []


def find(folder):
    """All programs below the folder, in the order of their names. Raises Malformed with all that is wrong in them."""
    programs, wrong = [], []
    for language, ending in LANGUAGES.items():
        home = folder / language
        for path in sorted(home.iterdir()) if home.is_dir() else []:
            if path.is_dir():
                if not path.with_name(path.name + ending).exists():
                    wrong.append(f"{path}:1: files of no program; beside the folder there is no {path.name}{ending}")
            elif path.suffix != ending:
                wrong.append(f"{path}:1: not a program of {language}; its name has to end in {ending}")
            else:
                try:
                    programs.append(read(path))
                except Malformed as why:
                    wrong.append(str(why))
    if wrong:
        raise Malformed("\n".join(wrong))
    return programs
