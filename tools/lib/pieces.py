"""Searches in pieces, each of which goes on with the checkpoint of the one before: what tests/cli/resume.py and
tests/cluster/resume.py share. A search is done undisturbed once; what comes of the pieces has to be the same."""
import json
import subprocess
import sys

from . import HANGS, ROOT, java

SAME = ("verdict", "kind", "detail", "location", "reason", "properties", "states", "transitions", "depth", "errors",
        "reduced", "shortest", "steps", "partial", "violations", "unreached")


def subjects(build, binary, models, programs):
    """The words by which each is checked: models, as lists of words, and Java programs with their arguments."""
    names = sorted({program.split()[0] for program in programs})
    classes = java.examples(build, binary.parent / "waymark-library.jar", names)
    words = [[ROOT / word if word.endswith(".pml") else word for word in model] for model in models]
    return words + [["--classpath", classes, *program.split()] for program in programs]


class Subject:
    def __init__(self, binary, where, words):
        self.binary, self.words, self.name = binary, [str(word) for word in words], " ".join(map(str, words))
        self.script, self.trail, self.kept = where / "parts.way", where / "parts.trail", where / "kept"
        done = self.run(self.undisturbed())
        if done.returncode not in (0, 1):
            sys.exit(f"{self.name}: ends with {done.returncode}: {done.stderr}")
        self.said, self.files = json.loads(done.stdout), self.written()

    def undisturbed(self):
        return self.command()

    def command(self, *more):
        return [self.binary, "check", "--json", "--script", self.script, "--trail", self.trail, *more, *self.words]

    def run(self, command):
        self.forget()
        return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=HANGS)

    def start(self, command):
        self.forget()
        return subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def forget(self):
        for file in (self.script, self.trail):
            file.unlink(missing_ok=True)

    def written(self):
        return [file.read_bytes() if file.exists() else None for file in (self.script, self.trail)]

    def begin(self):
        for file in (self.kept, self.kept.with_name("kept.new")):
            file.unlink(missing_ok=True)

    def going_on(self, *more):
        """Options of the next piece."""
        return ["--checkpoint", self.kept, *more, *(["--resume", self.kept] if self.kept.exists() else [])]

    def judge(self, code, out, err, how):
        if code not in (0, 1):
            sys.exit(f"{self.name}, {how}: ends with {code}: {err}")
        said = json.loads(out)
        for key in SAME:
            if key == "unreached" and "--classpath" in self.words:
                continue  # which methods were called before is not known
            if said[key] != self.said[key]:
                sys.exit(f"{self.name}, {how}: {key} is {said[key]}, and undisturbed {self.said[key]}")
        if self.written() != self.files:
            sys.exit(f"{self.name}, {how}: script or trail differ from those of the search that was left alone")
