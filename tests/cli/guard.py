#!/usr/bin/env python3
"""What `check` refuses to ask of a program, no other command asks of it.

guard.py --waymark BINARY. Every option that `check` and `certify` share is tried on programs of each language, alone
and with a question. Where `check` refuses the combination, each other command that has the options must refuse it in
the same words, or not have the option. A new option that is in neither table below fails the test.
"""
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAMS = {
    "plain.pml": "byte x; active proctype A() { do :: x = 1 - x od }\n",
    "claim.pml": "byte x; active proctype A() { do :: x = 1 - x od }\nnever { do :: true od }\n",
    "g.graph": "0 1\n1 0\n",
    "c.c": "int x; int main(void) { x = 1; return 0; }\n",
}
# What shapes a program or asks something of it, with a value. Of a file that is not there another fault is named first.
ASKING = {
    "--define": "A=1", "--classpath": ".", "--test": "T", "--linearizable": "A: f()", "--property": "exception", "--invariant": "x < 3", "--ltl": "[] (x < 3)",
    "--fair": None, "--slice": None, "--abstract": "x:sign", "--claim": "none", "--language": "graph", "--library": "steps",
    "--library-package": "a.b", "--spurious": None, "--timeouts": "last", "--weak": "cleared", "--carriers": "2", "--random": "3", "--stdin": "plain.pml",
    "--files": ".", "--env": "A=1", "--frames": "50", "--jdk": ".", "--overflow": None,
    "--inputs": "sample", "--range": "f=0..1", "--include": ".", "--cflags": "-w",
    "--compile-commands": "plain.pml", "--compiler": "clang", "--entry": "f",
}
MORE = [["--property", "race"], ["--property", "progress"], ["--property", "acceptance"], ["--property", "progress", "--fair"],
        ["--ltl", "[] <> (x == 0)", "--fair"], ["--library", "atomic"], ["--weak", "cleared", "--library", "atomic"],
        ["--carriers", "2", "--library", "atomic"], ["--tune", "pinning=monitors"], ["--carriers", "2", "--tune", "pinning=monitors"]]
# How a command works, and what it writes: no question.
WORKING = {"--time", "--memory", "--jobs", "--format", "--json", "--html", "--sources", "--quiet", "--progress", "--script", "--tune", "--full-trail",
           "--cluster", "--plain", "--help", "--signature", "--key", "--cut", "--graph"}
REFUSED = re.compile(r"error: .* (needs|does not go with) ")
NO_OPTION = re.compile(r"(unknown option|is not an option|no option|not expected|requires|excludes)")


def options_of(waymark, command):
    told = subprocess.run([waymark, command, "--help", "all"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", told, re.M))


class Guard:
    def __init__(self, waymark, folder):
        self.waymark, self.folder, self.faults, self.walked = waymark, folder, [], 0

    def run(self, *words):
        done = subprocess.run([self.waymark, *map(str, words)], cwd=self.folder, capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL)
        return done.returncode, done.stderr

    def others(self, program):
        """All that may be asked the same of it, with what they need besides."""
        stem = program.split(".")[0]
        yield "certify", ["certify", program, "--script", stem + ".way"]
        yield "a task", ["certify", program, "--script", stem + ".1-of-1.way", "--run", stem + ".run", "--task", "1/1", "--result", "r"]
        yield "merging", ["certify", program, "--run", stem + ".run", "--merge", stem + ".res"]
        yield "resume", ["check", program, "--resume", stem + ".checkpoint"]
        for command in ("simulate", "debug", "step", "graph", "slice", "coverage"):
            yield command, [command, program]
        yield "replay", ["replay", program, "--trail", "x.trail"]

    def prepare(self):
        for program, text in PROGRAMS.items():
            (self.folder / program).write_text(text)
            stem = program.split(".")[0]
            for words in (["check", program, "--por", "off", "--property", "deadlock", "--script", stem + ".way"],
                          ["check", program, "--por", "off", "--property", "deadlock", "--checkpoint", stem + ".checkpoint", "--depth", "1"],
                          ["script", "split", stem + ".way", "-k", "1", "-o", stem],
                          ["certify", program, "--script", stem + ".1-of-1.way", "--run", stem + ".run", "--task", "1/1",
                           "--result", stem + ".res", "--property", "deadlock"]):
                code, told = self.run(*words)
                if code not in (0, 3):
                    sys.exit(f"{words} ended with {code}: {told}")

    def walk(self, program, asked):
        code, told = self.run("check", program, *asked)
        if code != 2 or not REFUSED.search(told):
            return
        self.walked += 1
        for name, words in self.others(program):
            code, also = self.run(*words, *asked)
            same = told.splitlines()[0] in also
            if code == 2 and (same or NO_OPTION.search(also)):
                continue
            self.faults.append(f"{name}: {program} {' '.join(asked)}: exit code {code}\n  check: {told}  {name}: {also}")


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--waymark", type=pathlib.Path, required=True)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        guard = Guard(given.waymark.resolve(), pathlib.Path(folder))
        unknown = options_of(guard.waymark, "check") & options_of(guard.waymark, "certify") - set(ASKING) - WORKING
        if unknown:
            sys.exit(f"tell guard.py what these options ask: {', '.join(sorted(unknown))}")
        guard.prepare()
        questions = [[option] if value is None else [option, value] for option, value in ASKING.items()] + MORE
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for done in [pool.submit(guard.walk, program, asked) for program in PROGRAMS for asked in questions]:
                done.result()
        for fault in guard.faults:
            print(fault)
        print(f"guard: {guard.walked} refusals of check, {len(guard.faults)} not shared")
        sys.exit(1 if guard.faults or guard.walked < 30 else 0)


if __name__ == "__main__":
    main()
