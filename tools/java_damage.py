#!/usr/bin/env python3
"""Damages class files of a program and checks it: 200 have to be refused cleanly, and nothing else may happen than a verdict.

java_damage.py --waymark BINARY --library JAR --build DIR [--count 200] [--seed 1]. Refused cleanly: exit code 2, nothing on standard output, and
on standard error a line that says 'error' and names a class. Damage that does no harm (a name, a line number) gets some verdict.
"""
import argparse
import concurrent.futures
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = {"BoundedBuffer": ["1", "1", "1"], "SleepingBarber": ["1", "1", "1"], "Choices": ["3"]}


def damage(data, chance):
    kind = chance.randrange(4)
    data = bytearray(data)
    if kind == 0:
        return data[:chance.randrange(len(data))]
    if kind == 1:
        at = chance.randrange(len(data))
        return data[:at] + bytes(chance.randrange(256) for _ in range(chance.randrange(1, 9))) + data[at:]
    for _ in range(chance.randrange(1, 4)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return data


def attempt(waymark, classes, scratch, seed):
    """'refused', 'verdict', or what went wrong."""
    chance = random.Random(seed)
    program = chance.choice(sorted(PROGRAMS))
    victim = chance.choice(sorted(classes.glob(f"{program}*.class")))
    with tempfile.TemporaryDirectory(dir=scratch) as home:
        for path in classes.glob(f"{program}*.class"):
            shutil.copy(path, home)
        (pathlib.Path(home) / victim.name).write_bytes(damage(victim.read_bytes(), chance))
        words = [waymark, "check", "--quiet", "--time", "5s", "--memory", "500M", "--classpath", home, program, *PROGRAMS[program]]
        try:
            ran = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=60)
        except subprocess.TimeoutExpired:
            return f"seed {seed}: {victim.name}: no end after a minute"
    if ran.returncode in (0, 1, 3):
        return "verdict"
    first = ran.stderr.split("\n")[0]
    if ran.returncode == 2 and not ran.stdout and "error" in first:
        return "refused"
    return f"seed {seed}: {victim.name}: exit code {ran.returncode}: {first}"


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--waymark", required=True)
    options.add_argument("--library", required=True)
    options.add_argument("--build", type=pathlib.Path, required=True)
    options.add_argument("--count", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    args = options.parse_args()
    if not shutil.which("javac"):
        print("SKIPPED: no javac on the PATH; apt install openjdk-17-jdk-headless")
        sys.exit(77)
    classes = args.build / "classes"
    sources = [ROOT / "examples" / "java" / f"{name}.java" for name in PROGRAMS]
    subprocess.run(["javac", "-g", "-cp", args.library, "-d", classes, *sources], check=True)
    refused = verdicts = 0
    wrong = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for begin in range(args.seed, args.seed + 5 * args.count, 20):
            for result in pool.map(lambda seed: attempt(args.waymark, classes, args.build, seed), range(begin, begin + 20)):
                refused += result == "refused"
                verdicts += result == "verdict"
                wrong += [result] if result not in ("refused", "verdict") else []
            if refused >= args.count:
                break
    for line in wrong:
        print(line)
    print(f"{refused} damaged programs were refused, {verdicts} got a verdict, {len(wrong)} did something else")
    sys.exit(1 if wrong or refused < args.count else 0)


if __name__ == "__main__":
    main()
