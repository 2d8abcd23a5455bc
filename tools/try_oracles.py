#!/usr/bin/env python3
"""Whether the comparisons of builds see: try_oracles.py [--old BINARY] [--build DIR] [NAME...].

Small changes of behaviour, each in a room of its own, are made one after the other in a copy of the last commit, and built;
compare_builds.py has to find each, and count_instructions.py what makes one language some percent slower. What is
compared is a share of a language's programs, never the one program that a change is for. --old is a build of the last
commit. At first the copy is compared as it is: then nothing may differ. Exit code 1 if something is not found.
"""
import argparse
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from lib import ROOT, processes, waymark

SAME = "compare_builds.py"
INSTRUCTIONS = "count_instructions.py"
# Each turn takes some six instructions, and no compiler leaves it out.
SLOWLY = "for (volatile int i = 0; i < {}; i = i + 1) {{\n  }}\n"


@dataclass
class Change:
    name: str
    file: str  # below src/
    old: str  # stands there once
    new: str
    tool: str
    options: list  # of the tool


def behind(text, more):
    """A text with more behind it, as old and new of a change."""
    return text, text + more


CHANGES = [
    Change("a headline's word", "report/text.cpp", '"no {} in any reachable state of {}"', '"no {} in any state of {}"',
           SAME, ["--language", "promela", "--share", "90/24"]),
    Change("a sentence of the command line", "cli/commands/artifacts.cpp", '"Script {}written to {}. To check it:"',
           '"Script {}written to {}. To confirm it:"', SAME, ["--language", "c", "--share", "5/24"]),
    Change("why a hunt proves nothing", "check/say/telling.cpp", '"a hunt sees only some of the runs"', '"a hunt sees some of the runs only"',
           SAME, ["--language", "extracted", "--share", "2/12"]),
    Change("an options' text", "load/derivation.cpp", 'reduction_text = "partial order reduction"', 'reduction_text = "partial order reduced"',
           SAME, ["--language", "c", "--share", "7/24"]),
    Change("a name in a C trail", "llvm/telling.cpp", 'fmt::format("{}::{}", code.shown', 'fmt::format("{}:{}", code.shown',
           SAME, ["--language", "c", "--share", "3/12"]),
    Change("where a Java lock is from", "java/held_locks.cpp", '"{} made at {}"', '"{} born at {}"',
           SAME, ["--language", "java", "--share", "1/4"]),
    Change("a name in a Promela trail", "promela/explainer.cpp", 'fmt::format("{} {}", types[', 'fmt::format("{}:{}", types[',
           SAME, ["--language", "promela", "--share", "101/24"]),
    Change("a figure of Java under --jobs 2", "search/parallel/parallel_breadth_first.cpp", "unit->begin, replayed_.depth, turn",
           "unit->begin, replayed_.depth + (settings_.jobs > 1 ? 1 : 0), turn", SAME, ["--language", "java", "--share", "0/4"]),
    Change("a verdict about larger scripts", "certify/lean.cpp", "evidence.announced_count != evidence.arrived_count",
           "evidence.announced_count != evidence.arrived_count || figures.states > 1000",
           SAME, ["--language", "extracted", "--share", "0/4"]),
    Change("a name in an extracted model", "c/extract/line_writer.cpp", 'names_.fresh("tmp")', 'names_.fresh("temp")',
           SAME, ["--language", "extracted", "--share", "4/12"]),
    Change("slower Java", "java/machine/interpreter.cpp",
           *behind("Stop Interpreter::run(Thread& thread, std::size_t until) {\n", SLOWLY.format(200)), INSTRUCTIONS, ["--language", "java"]),
    Change("slower C", "llvm/machine/machine.cpp",
           *behind("Outcome Machine::step(Thread& thread, std::uint32_t choice) {\n", "if (!program_->cpp) " + SLOWLY.format(120)),
           INSTRUCTIONS, ["--language", "c"]),
    Change("slower C++", "llvm/machine/machine.cpp",
           *behind("Outcome Machine::step(Thread& thread, std::uint32_t choice) {\n", "if (program_->cpp) " + SLOWLY.format(300)),
           INSTRUCTIONS, ["--language", "cpp"]),
]


def demand(command, where):
    done = processes.run(command, where=where, merge=True)
    if done.code != 0:
        sys.exit(f"try_oracles: {' '.join(map(str, command))} ended with {done.code}:\n{done.last_words()}")
    return done.out


def copy_of_commit(build):
    """The last commit of this checkout in a folder of its own, whose build stays from one time to the next."""
    source = build / "source"
    if not (source / ".git").exists():
        build.mkdir(parents=True, exist_ok=True)
        demand(["git", "clone", "-q", "--shared", ROOT, source], build)
    commit = demand(["git", "rev-parse", "HEAD"], ROOT).strip()
    demand(["git", "fetch", "-q", ROOT, commit], source)
    demand(["git", "checkout", "-q", "-f", "--detach", commit], source)
    return source


def build_waymark(source, jobs):
    if not (source / "build" / "release" / "build.ninja").exists():
        demand(["cmake", "--preset", "release", "-DWAYMARK_UNITS=OFF"], source)
    demand(["cmake", "--build", "build/release", "--target", "waymark", "-j", jobs], source)
    return source / "build" / "release" / "waymark"


def compared(tool, old, new, options):
    """What the tool printed; its exit code has to fit that."""
    done = processes.run([sys.executable, ROOT / "tools" / tool, "--old", old, "--new", new, *options])
    if done.code not in (0, 1) or not tells(tool, done.out):
        sys.exit(f"try_oracles: {tool} {' '.join(options)} ended with {done.code}:\n{done.last_words()}")
    return done


def tells(tool, out):
    """Whether a tool came to its end, and did not just fail."""
    last = (out.strip().splitlines() or [""])[-1]
    return bool(re.match(r"\d+ programs, [1-9]\d* results compared: " if tool == SAME else r"\w+: geometric mean ", last))


def changed(text, change):
    if text.count(change.old) != 1:
        sys.exit(f"try_oracles: src/{change.file} has {text.count(change.old)} times {change.old!r}: {change.name} needs another place")
    return text.replace(change.old, change.new)


def shown(out, most=4):
    """A few lines of a table of differences, and the last of the output."""
    lines = out.strip().splitlines()
    return "\n".join([*(line for line in lines if line.startswith("| "))][2:2 + most] + lines[-1:])


def tried(change, source, old, jobs):
    """Whether the change is found; the copy is then as before."""
    file = source / "src" / change.file
    before = file.read_text()
    try:
        file.write_text(changed(before, change))
        done = compared(change.tool, old, build_waymark(source, jobs), change.options)
    finally:
        file.write_text(before)
    print(f"{change.name} (src/{change.file}): {'found' if done.code == 1 else 'NOT FOUND'} by {change.tool} {' '.join(change.options)}")
    print(shown(done.out), flush=True)
    return done.code == 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", type=Path, default=waymark.BINARY)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "oracles")
    parser.add_argument("--jobs", default="2")
    parser.add_argument("names", nargs="*", metavar="NAME", help="changes whose name contains this [all]")
    options = parser.parse_args()
    if subprocess.run(["git", "diff", "--quiet", "HEAD", "--", "src"], cwd=ROOT).returncode != 0:
        sys.exit("try_oracles: src/ has changes that are no commit")
    chosen = [change for change in CHANGES if not options.names or any(name in change.name for name in options.names)]
    old, source = options.old.resolve(), copy_of_commit(options.build.resolve())
    new = build_waymark(source, options.jobs)
    done = compared(SAME, old, new, ["--share", "17/60"])
    if done.code != 0:
        sys.exit(f"try_oracles: {old} is no build of the last commit:\n{shown(done.out)}")
    missed = [change.name for change in chosen if not tried(change, source, old, options.jobs)]
    print(f"{len(chosen) - len(missed)} of {len(chosen)} changes found" + "".join(f"; NOT FOUND: {name}" for name in missed))
    sys.exit(1 if missed or not chosen else 0)


if __name__ == "__main__":
    main()
