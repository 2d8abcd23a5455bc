"""Asking waymark: one run, and what it says as JSON."""
import json
from dataclasses import dataclass
import sys

from . import ROOT, processes

BINARY = ROOT / "build" / "release" / "waymark"


@dataclass
class Answer:
    said: dict  # what it printed; empty if that is no JSON
    done: processes.Done

    @property
    def verdict(self):
        """Its verdict, or that it has none."""
        return self.said.get("verdict") or f"none, exit code {self.done.code}"

    @property
    def detail(self):
        """What the verdict says further; without one, the last line it printed."""
        return self.said.get("detail") or ("" if self.said else (self.done.last_words().splitlines() or [""])[-1])


def defines(values):
    """Options that define NAME=VALUE for the preprocessor."""
    return [word for value in values for word in ("--define", value)]


def ask(waymark, command, *arguments, limit=None, watch=None):
    """Runs `waymark COMMAND --json ARGUMENTS`. Never ends the program; raises TookTooLong after `limit` seconds."""
    done = processes.run([waymark, command, "--json", *arguments], limit=limit, watch=watch)
    try:
        said = json.loads(done.out)
    except json.JSONDecodeError:
        said = {}
    return Answer(said, done)


def demand(waymark, command, *arguments, codes=(0, 1, 3), **how):
    """As ask(), but an answer without JSON or with another exit code ends the program."""
    answer = ask(waymark, command, *arguments, **how)
    if not answer.said or answer.done.code not in codes:
        words = " ".join(map(str, [command, *arguments]))
        sys.exit(f"waymark {words} ended with {answer.done.code}:\n{answer.done.last_words()}")
    return answer


def add_option(parser):
    parser.add_argument("--waymark", default=str(BINARY), help="the binary [build/release/waymark]")
