"""Spin's verifiers: pan.c made by spin, compiled, run, and read."""
import math
import re
import shutil
import sys
from pathlib import Path

from . import processes

# Optimising a verifier costs more than it saves on a few thousand states; where times count, "optimised" does.
COMPILERS = {"gcc": ["gcc", "-O0", "-fsanitize=integer-divide-by-zero", "-fsanitize-undefined-trap-on-error"],
             "tcc": ["tcc"],  # lets a division by zero pass
             "optimised": ["gcc", "-O2"]}
PLAIN = ["-o1", "-o2", "-o3"]  # spin without dead-variable elimination, merging of statements and their like


class NoAnswer(Exception):
    """Spin cannot be compared with: it or the compiler refuses the model, or what pan prints tells nothing exact."""


def require():
    """packages.txt promises spin, so whoever needs it fails without it."""
    if not shutil.which("spin"):
        sys.exit(f"{Path(sys.argv[0]).name}: no spin on the PATH; `make packages` installs it")


def number(pattern, output):
    """The number that the pattern's group finds in pan's output."""
    found = re.search(pattern, output)
    if not found:
        raise NoAnswer("cannot read pan's output: " + output.strip()[-200:])
    return float(found.group(1))


def states(output):
    return int(number(r"([\d.e+]+) states, stored", output))


def transitions(output):
    return int(number(r"([\d.e+]+) transitions \(=", output))


def errors(output):
    return int(number(r"errors: (\d+)", output))


class Verifier:
    """A model's verifier, in a folder of the caller's. `depth` and `bits` size its stack and its table."""

    def __init__(self, where, model, defined=(), optimisations=PLAIN, limit=None):
        self.where, self.limit = Path(where), limit
        self.depth, self.bits = 1_000_000, 18
        done = self._run(["spin", "-a", *optimisations, *[f"-D{d}" for d in defined], model])
        if done.code != 0 or not (self.where / "pan.c").exists():
            lines = done.out.strip().splitlines() or ["no output"]
            wrong = [line for line in lines if "Error" in line and "dubious" not in line]
            raise NoAnswer("spin refuses the model: " + (wrong or lines[-1:])[0])

    def compile(self, compiler, *flags):
        done = self._run([*COMPILERS[compiler], "-w", *flags, "-o", "pan", "pan.c"])
        if done.code != 0:
            wrong = re.search(r"error: (.*)", done.out)
            raise NoAnswer(f"{compiler} refuses the verifier: " + (wrong.group(1) if wrong else done.out[:200]))
        return self

    def search(self, *options):
        """Runs it; what it printed is in `out`. It writes no trail unless told to."""
        return self._run(["./pan", *options, f"-m{self.depth}", f"-w{self.bits}", "-n"])

    def fit(self, output):
        """Sizes the stack as deep as that search needed it, and the table so that it is at most half full."""
        self.depth = int(number(r"depth reached (\d+)", output)) + 10
        self.bits = max(16, math.ceil(math.log2(max(1, states(output)))) + 1)

    def _run(self, command):
        return processes.run(command, where=self.where, limit=self.limit, merge=True)


def finished(output):
    """pan's output, if it searched all there is; else the program ends."""
    if "max search depth too small" in output or "Search not completed" in output:
        sys.exit("Spin did not finish:\n" + output[-800:])
    return output
