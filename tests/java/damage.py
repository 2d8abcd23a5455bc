#!/usr/bin/env python3
"""Damages class files of a program and checks it: 200 have to be refused cleanly, and nothing else may happen than a verdict.

damage.py --waymark BINARY --library JAR --build DIR [--count 200] [--seed 1]. Refused cleanly: exit code 2, nothing on standard output, and
on standard error a line that says 'error' and names a class. Damage that does no harm (a name, a line number) gets some verdict.
"""
import argparse
import concurrent.futures
import pathlib
import random
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, java, processes  # noqa: E402

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
            ran = processes.run(words, limit=HANGS)
        except processes.TookTooLong:
            return f"seed {seed}: {victim.name}: no end"
    if ran.code in (0, 1, 3):
        return "verdict"
    first = ran.err.split("\n")[0]
    if ran.code == 2 and not ran.out and "error" in first:
        return "refused"
    return f"seed {seed}: {victim.name}: exit code {ran.code}: {first}"


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--waymark", required=True)
    options.add_argument("--library", type=pathlib.Path, required=True)
    options.add_argument("--build", type=pathlib.Path, required=True)
    options.add_argument("--count", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    args = options.parse_args()
    java.require()
    classes = java.examples(args.build, args.library, PROGRAMS)
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
