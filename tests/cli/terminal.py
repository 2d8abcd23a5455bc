#!/usr/bin/env python3
"""What waymark does at a terminal: terminal.py [--waymark BINARY]. Each case runs it in a pseudo-terminal of its own.

Steps by hand are asked for by a prompt, and end with Ctrl-D; Ctrl-C ends what runs; long lines are cut off there and nowhere else; a
search redraws one line, and is silent where there is no terminal."""
import argparse
import codecs
import fcntl
import json
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS  # noqa: E402

LONG = "a_rather_long_name_" * 9
MODELS = {
    "turns.pml": "byte x;\nactive [2] proctype P() { do :: x < 3 -> x++ :: else -> break od; assert(x == 3) }\n",
    "endless.pml": "int a, b, c;\nactive proctype P() { do :: a++ :: b++ :: c++ od }\n",
    "long.pml": f"byte {LONG};\nactive proctype P() {{ {LONG} = {LONG} + 1; assert({LONG} == 0) }}\n",
}


class Terminal:
    """A process whose standard streams are a terminal of so many columns."""

    def __init__(self, words, folder, columns=80, variables=None, **streams):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        streams = {"stdin": slave, "stdout": slave, "stderr": slave} | streams

        def take_over():
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

        environment = os.environ | {"TERM": "xterm", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"} | (variables or {})
        self.process = subprocess.Popen(words, cwd=folder, preexec_fn=take_over, env=environment, **streams)
        os.close(slave)
        self.decoder = codecs.getincrementaldecoder("utf-8")()  # a read may end within a character
        self.seen = ""

    def wait_for(self, text):
        """Reads until the text was printed since the last call; answers what came before it."""
        while text not in self.seen:
            if not self.read_more():
                raise AssertionError(f"expected {text!r}, got {self.seen!r}")
        before, self.seen = self.seen.split(text, 1)
        return before

    def wait_while(self, by_line):
        """While the terminal reads whole lines, or single keys as an editor of lines does; without one, for a moment only."""
        ends = time.monotonic() + 2
        while bool(termios.tcgetattr(self.master)[3] & termios.ICANON) == by_line and time.monotonic() < ends:
            time.sleep(0.01)

    def press_until(self, key, text):
        """Once the command runs. The key may come too early all the same: then it is pressed again."""
        self.wait_while(by_line=False)
        for _ in range(HANGS):
            os.write(self.master, key.encode())
            ends = time.monotonic() + 1
            while text not in self.seen and time.monotonic() < ends:
                if select.select([self.master], [], [], 0.1)[0]:
                    self.read_more()
            if text in self.seen:
                break
        self.wait_for(text)

    def read_more(self):
        ready, _, _ = select.select([self.master], [], [], HANGS)
        if not ready:
            raise AssertionError(f"nothing more is printed after {self.seen!r}")
        try:
            more = os.read(self.master, 65536)
        except OSError:  # the other side is closed
            more = b""
        self.seen += self.decoder.decode(more)
        return bool(more)

    def type(self, text):
        self.wait_while(by_line=True)
        os.write(self.master, text.encode())

    def finish(self):
        """The exit code, and all that was printed."""
        while self.read_more():
            pass
        os.close(self.master)
        return self.process.wait(HANGS), self.seen


def demand(truth, what):
    if not truth:
        raise AssertionError(what)


def hand_is_asked_for(waymark, folder):
    at = Terminal([waymark, "simulate", "turns.pml", "--interactive"], folder)
    at.wait_for("step 0> ")
    at.type("1\n")
    at.wait_for("step 1> ")
    at.type("b\n")
    at.wait_for("Ahead lies 1.")
    at.wait_for("step 0> ")
    at.type("until x == 2\n")
    at.wait_for("x == 2 holds.")
    at.type("save t.trail\n")
    at.wait_for("saved in t.trail")
    at.wait_for("> ")
    at.type("\x04")  # Ctrl-D
    code, _ = at.finish()
    demand(code == 0, f"Ctrl-D ends with {code}")
    replayed = subprocess.run([waymark, "replay", "turns.pml", "--trail", "t.trail"], cwd=folder, capture_output=True, text=True)
    demand(replayed.returncode == 0 and "x: 1" in replayed.stdout, "what was saved is not replayed")


def hand_goes_on_after_an_interrupt(waymark, folder):
    at = Terminal([waymark, "simulate", "endless.pml", "--interactive"], folder)
    at.wait_for("step 0> ")
    at.type("ru")
    at.type("\x03")  # Ctrl-C drops the line
    at.wait_for("step 0> ")
    at.type("run 100000000\n")
    at.wait_for("run 100000000")
    at.press_until("\x03", "Interrupted.")  # and ends what runs
    at.wait_for("> ")
    at.type("print a + b + c\n")
    at.wait_for("a + b + c = ")
    at.wait_for("> ")
    os.kill(at.process.pid, signal.SIGTERM)
    code, said = at.finish()
    demand(code == 3 and "interrupted" in said, f"SIGTERM ends with {code}: {said!r}")


def hand_is_not_lost_when_keys_are_dropped(waymark, folder):
    # Ctrl-C drops keys that the terminal has announced and nobody has read yet: a read that waits for them would never end.
    at = Terminal([waymark, "simulate", "endless.pml", "--interactive"], folder)
    at.wait_for("step 0> ")
    for _ in range(500):
        at.wait_while(by_line=True)
        os.write(at.master, b"ru")
        os.write(at.master, b"\x03")
        at.wait_for("step 0> ")
    at.type("q\n")
    demand(at.finish()[0] == 0, "'q' does not end it")


def lines_are_edited(waymark, folder):
    doctor = subprocess.run([waymark, "doctor"], capture_output=True, text=True).stdout
    if re.search("missing +libedit", doctor):
        return
    at = Terminal([waymark, "debug", "turns.pml"], folder)
    at.wait_for("step 0> ")
    at.type("print x + 41\n")
    at.wait_for("x + 41 = 41")
    at.wait_for("step 0> ")
    at.type("\x1b[A\x7f2\n")  # the line before, its last digit replaced
    at.wait_for("x + 42 = 42")
    at.wait_for("step 0> ")
    at.type("rint x\x01p\n")  # to the begin of the line
    at.wait_for("x = 0")
    at.type("q\n")
    demand(at.finish()[0] == 0, "'q' does not end it")


def hand_goes_along(waymark, folder):
    checked = subprocess.run([waymark, "check", "long.pml", "--trail", "long.trail", "--quiet"], cwd=folder, capture_output=True)
    demand(checked.returncode == 1, "there is no counterexample")
    at = Terminal([waymark, "replay", "long.pml", "--trail", "long.trail", "--interactive"], folder)
    at.wait_for("step 0> ")
    at.type("\n")
    at.wait_for("step 1> ")
    at.type("\n")
    at.wait_for("violation: assertion")
    at.type("q\n")
    demand(at.finish()[0] == 0, "'q' does not end it")


def lines_are_cut_off_here_only(waymark, folder):
    at = Terminal([waymark, "check", "long.pml"], folder, columns=70)
    code, said = at.finish()
    rows = [row for row in said.splitlines() if re.match("  [0-9]  P ", row)]
    demand(code == 1 and rows and all("…" in row for row in rows), f"long statements are not cut off: {rows}")
    demand(all(len(row) <= 70 for row in said.splitlines() if "0 → 1" in row or row in rows), f"columns are left: {said!r}")
    piped = subprocess.run([waymark, "check", "long.pml"], cwd=folder, capture_output=True, text=True).stdout
    demand(f"{LONG} = ({LONG}+1)" in piped and "…" not in piped, "a pipe gets less than everything")


def progress_is_one_line(waymark, folder):
    at = Terminal([waymark, "check", "endless.pml", "--time", "4", "--memory", "2G", "--quiet"], folder, columns=160)
    code, said = at.finish()
    drawn = [line for line in said.split("\r\x1b[K") if "open" in line]
    demand(code == 3 and len(drawn) >= 2, f"no progress in {said!r}")
    demand(all("\n" not in line and " of 2 GiB (full in " in line and " of 4.00 s" in line for line in drawn), f"not all is told: {drawn}")
    demand("and rising" in drawn[-1], f"what is open grows, and nobody says so: {drawn[-1]}")


def progress_goes_away_after_an_interrupt(waymark, folder):
    columns = 50
    at = Terminal([waymark, "check", "endless.pml", "--memory", "2G", "--quiet"], folder, columns=columns)
    at.wait_for("\r\x1b[K")
    drawn = at.wait_for("...") + "..."
    os.write(at.master, b"\x03")
    code, said = at.finish()
    # What is echoed stands behind the line, and the line is not full: nothing begins a second one.
    demand(len(drawn) + len("^C") < columns, f"{drawn!r} goes on in the next line when Ctrl-C is echoed")
    demand(code == 3 and re.search(r"\^C.*\r\x1b\[Kincomplete: interrupted", said, re.DOTALL), f"the line stays: {said!r}")


def progress_is_silent_elsewhere(waymark, folder):
    done = subprocess.run([waymark, "check", "endless.pml", "--time", "3", "--quiet"], cwd=folder, capture_output=True, text=True)
    demand(done.stderr == "", f"without a terminal it prints {done.stderr!r}")


def progress_is_an_object_for_programs(waymark, folder):
    done = subprocess.run([waymark, "check", "endless.pml", "--time", "2", "--progress", "json", "--json"], cwd=folder,
                          capture_output=True, text=True)
    told = [json.loads(line)["progress"] for line in done.stderr.splitlines()]
    demand(len(told) >= 2, f"too little is told: {done.stderr!r}")
    demand(all(one["states"] < two["states"] and one["seconds"] < two["seconds"] for one, two in zip(told, told[1:])), "it does not go on")
    demand(told[-1]["open"] > 0 and told[-1]["time_limit"] == 2 and told[-1]["memory_limit"] > 0, f"not all is told: {told[-1]}")
    demand(told[-1]["states"] <= json.loads(done.stdout)["states"], "progress tells more than the result")


def made_script(waymark, folder):
    """A script that takes some seconds to certify, however quick it was made; and no minutes where everything is slow."""
    made = subprocess.run([waymark, "check", "endless.pml", "--states", "5000000", "--time", "15", "--script", "endless.way", "--quiet"],
                          cwd=folder, capture_output=True)
    demand(made.returncode == 3, "there is no script")


def progress_of_certify_is_one_line(waymark, folder):
    made_script(waymark, folder)
    at = Terminal([waymark, "certify", "endless.pml", "--script", "endless.way", "--jobs", "1", "--quiet", "--time", "60", "--plain", "--count", "exact"], folder, columns=160)
    code, said = at.finish()
    drawn = [line for line in said.split("\r\x1b[K") if "/s, " in line]
    demand(code == 3 and drawn, f"no progress in {said!r}")
    demand(all(re.fullmatch(r"[\d,]+ states of [\d,]+ \(\d+%\), .*/s, .*iB of .*iB, .* s of 60 s", line) for line in drawn), f"not all is told: {drawn}")


def progress_of_certify_is_an_object_for_programs(waymark, folder):
    made_script(waymark, folder)
    done = subprocess.run([waymark, "certify", "endless.pml", "--script", "endless.way", "--jobs", "2", "--progress", "json", "--json"],
                          cwd=folder, capture_output=True, text=True)
    told = [json.loads(line)["progress"] for line in done.stderr.splitlines()]
    result = json.loads(done.stdout)
    demand(told and all(one["states"] <= two["states"] for one, two in zip(told, told[1:])), f"it does not go on: {done.stderr!r}")
    demand(all(0 <= one["tasks_done"] <= one["tasks"] and one["memory_bytes"] > 0 for one in told), f"not all is told: {told}")
    demand(told[-1]["states_expected"] == result["states"] >= told[-1]["states"] > 0, "progress tells more than the result")
    demand(result["tasks"]["count"] > 1 and sum(one["states"] for one in result["tasks"]["works"]) == result["states"], "tasks do not add up")


def colours_are_for_terminals_of_people(waymark, folder):
    words = [waymark, "check", "turns.pml"]
    _, said = Terminal(words, folder, variables={"NO_COLOR": ""}).finish()
    demand("\x1b[" in said, f"no colours at a terminal: {said!r}")
    # mpirun gives each process a terminal of its own.
    _, said = Terminal(words, folder, variables={"NO_COLOR": "", "OMPI_COMM_WORLD_SIZE": "1"}).finish()
    demand("\x1b[3" not in said, f"colours in what mpirun may write to a file: {said!r}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waymark", default="build/release/waymark")
    binary = pathlib.Path(parser.parse_args().waymark).resolve()
    cases = [case for name, case in globals().items() if name.split("_")[0] in ("colours", "hand", "lines", "progress")]
    failed = 0
    for case in cases:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in MODELS.items():
                pathlib.Path(folder, name).write_text(text)
            try:
                case(binary, folder)
            except AssertionError as fault:
                failed += 1
                print(f"{case.__name__}: {fault}")
    print(f"terminal: {len(cases) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
