#!/usr/bin/env python3
"""Confirms the verdicts of the C++ programs by g++ and its sanitizers, without Waymark.

confirm.py FOLDER [--runs N] [NAME...]. Each program is compiled with the address and undefined sanitizers (with the
thread sanitizer if it is about races or locks) and run many times with random delays. What holds must never fail; what is
violated must fail at least once, in its own way. A program that has no such run needs a comment `Schedule:` or
`Argument:` that says why its verdict is right.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# What a native run says for each kind of violation.
SAYS = {
    "assertion": r"Assertion .* failed", "exception": r"terminate called after throwing",
    "terminate": r"terminate called (without|recursively)|pure virtual method called", "abort": r"pure virtual method called|terminate called",
    "use-after-free": r"heap-use-after-free", "use-after-scope": r"stack-use-after-(scope|return)",
    "double-free": r"attempting double-free", "free": r"not malloc|alloc-dealloc-mismatch|new-delete-type-mismatch",
    "null": r"null pointer|unknown address 0x0000000000", "bounds": r"buffer-overflow|out of bounds",
    "leak": r"detected memory leaks|new-delete-type-mismatch", "race": r"data race", "overflow": r"signed integer overflow",
    "division": r"division by zero", "shift": r"shift exponent",
    "lock": r"destroy of a locked mutex|unlock of an unlocked mutex|double lock",
}
THREADS = {"race", "lock"}  # kinds of the thread sanitizer


def build(program, folder, std, threads):
    binary = folder / f"{program.stem}.{'t' if threads else 'a'}"
    sanitizer = ["-fsanitize=thread"] if threads else ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    subprocess.run(["g++", std, "-g", "-O0", "-w", "-pthread", "-finstrument-functions", *sanitizer, program, folder / "perturb.o",
                    "-o", binary], check=True)
    return binary


def run(binary, seed, leaks):
    environment = {**os.environ, "ASAN_OPTIONS": f"detect_leaks={int(leaks)}:detect_stack_use_after_return=1",
                   "TSAN_OPTIONS": "exitcode=66:report_mutex_bugs=1:detect_deadlocks=0"}
    if seed:
        environment["PERTURB"] = str(seed)
    try:
        done = subprocess.run([binary], capture_output=True, text=True, timeout=3 if seed else 10, env=environment, errors="replace")
    except subprocess.TimeoutExpired:
        return "deadlock", ""
    return done.returncode, done.stdout + done.stderr


def confirm(program, folder, runs):
    text = program.read_text()
    expected, _, options = text.split("\n", 1)[0].removeprefix("// ").partition(";")
    words = shlex.split(options)
    std = next((word for word in words if word.startswith("-std=")), "-std=c++14")
    leaks = "leak" in options
    kinds = expected.removeprefix("violated: ").split("|") if expected != "holds" else []
    if not kinds:
        for threads in (False, True) if "race" in options else (False,):
            binary = build(program, folder, std, threads)
            for seed in range(runs // 8 + 1):
                code, said = run(binary, seed, leaks)
                if code != 0:
                    return "not confirmed", f"{code}: {said[:2000]}"
        return "confirmed", ""
    binary = build(program, folder, std, bool(THREADS & set(kinds)))
    seen = ""
    for seed in range(runs):
        code, said = run(binary, seed, leaks)
        if code == "deadlock" and "deadlock" in kinds or any(re.search(SAYS.get(kind, "^$"), said) for kind in kinds):
            return "confirmed", ""
        if code != 0:
            seen = f"{code}: {said[:2000]}"
    argued = re.search(r"// (Schedule|Argument):", text)
    return ("argued" if argued and not seen else "not confirmed"), seen


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    programs = sorted(path for path in given.folder.glob("*.cpp") if not given.names or path.stem in given.names)
    answers = {"confirmed": 0, "argued": 0, "not confirmed": 0}
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(2) as pool:
        folder = pathlib.Path(name)
        subprocess.run(["gcc", "-c", "-O1", HERE / "perturb.c", "-o", folder / "perturb.o"], check=True)
        for program, (answer, why) in zip(programs, pool.map(lambda one: confirm(one, folder, given.runs), programs)):
            answers[answer] += 1
            if answer != "confirmed":
                print(f"{program.name}: {answer}: {why}", flush=True)
    print(", ".join(f"{count} {answer}" for answer, count in answers.items()))
    sys.exit(1 if answers["not confirmed"] or not programs else 0)


if __name__ == "__main__":
    main()
