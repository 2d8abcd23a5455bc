#!/usr/bin/env python3
"""Known bugs of C++ programs beside runs under ThreadSanitizer that have the same time.

    stress_bench.py [--waymark BINARY] [--filter NAME]

For each bug: states, seconds and memory of the whole check, compiling included; then those of its fix, which holds.
Then g++ compiles the bug with -fsanitize=thread, and as many runs as fit into the seconds of the check show the bug, or
do not: the assertion fails, a race is reported, the program is aborted, or one run needs all the time that is left. That
time is at least ten seconds if a deadlock is expected, so that a slow run is taken for none. Prints a table; the exit
code is 1 if Waymark's verdict is not the expected one.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tools"))
from lib import native, waymark  # noqa: E402

LEAST_FOR_DEADLOCK = 10  # seconds
ENVIRONMENT = {"TSAN_OPTIONS": "exitcode=66:report_mutex_bugs=1:detect_deadlocks=1"}


def checked(binary, name):
    program = native.CPP / f"{name}.cpp"
    expected, words, behind = native.asked(program)
    began = time.monotonic()
    said = waymark.ask(binary, "check", program, *words, *behind).said
    seconds = time.monotonic() - began
    wanted = "holds" if expected == "holds" else "violation"
    return said, seconds, said.get("verdict") == wanted


def run(words, seconds, errors):
    """The exit code, or minus the signal; 'late' if the time was over. Then the memory that it had, in bytes."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=errors, env=ENVIRONMENT)
    late = threading.Event()
    timer = threading.Timer(seconds, lambda: (late.set(), process.kill()))
    timer.start()
    _, status, usage = os.wait4(process.pid, 0)
    timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return "late" if late.is_set() else process.returncode, usage.ru_maxrss * 1024


def stressed(name, seconds, folder):
    """What the first run that went wrong showed, how many runs there were, and the most memory that one had."""
    program, binary, errors = native.CPP / f"{name}.cpp", folder / name, folder / "errors"
    expected, words, behind = native.asked(program)
    standard = next((word for word in words if word.startswith("-std=")), "-std=c++17")
    subprocess.run(["g++", standard, "-g", "-O1", "-w", "-pthread", "-fsanitize=thread", program, "-o", binary], check=True)
    waits = "deadlock" in expected
    end = time.monotonic() + max(seconds, LEAST_FOR_DEADLOCK if waits else 0)
    runs, found, most = 0, "not found", 0
    while time.monotonic() < end and found == "not found":
        with errors.open("w") as stream:
            code, memory = run([binary, *behind[1:]], max(end - time.monotonic(), 0.1), stream)
        runs, most = runs + 1, max(most, memory)
        if code == "late":
            found = "hangs" if waits else found
        elif code != 0:
            found = "race" if "data race" in errors.read_text(errors="replace") else "fails"
    return found, runs, most


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    waymark.add_option(parser)
    parser.add_argument("--filter", default="")
    options = parser.parse_args()
    wrong = 0
    print("| bug | found as | states | s | KiB | fix, states | s | ThreadSanitizer, same time | runs | KiB |\n"
          "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for bug, fix in native.KNOWN_BUGS:
            if options.filter not in bug:
                continue
            said, seconds, right = checked(options.waymark, bug)
            mended, mended_seconds, mended_right = checked(options.waymark, fix)
            wrong += not right or not mended_right
            found, runs, most = stressed(bug, seconds, pathlib.Path(folder))
            print(f"| {bug} | {said.get('kind', said.get('verdict'))} | {said.get('states', 0):,} | {seconds:.1f} | "
                  f"{said.get('memory_bytes', 0) / 1024:,.0f} | {mended.get('verdict')}, {mended.get('states', 0):,} | "
                  f"{mended_seconds:.1f} | {found} | {runs} | {most / 1024:,.0f} |", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
