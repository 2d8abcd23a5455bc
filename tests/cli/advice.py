#!/usr/bin/env python3
"""Every command that a result advises is one that the command line accepts.

advice.py --waymark BINARY. Searches that a limit ends, with options that exclude others, and results that violate a
property or hold: each command of theirs is run with a short limit, and must not end with exit code 2.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

PROGRAMS = {
    "grid.pml": "byte a, b, c;\n" + "".join(
        f"active proctype {n.upper()}() {{ do :: {n} < 60 -> {n}++ :: {n} > 0 -> {n}-- od }}\n" for n in "abc"),
    "wrong.pml": "byte x;\nactive [2] proctype P() { x++; x++; assert(x < 4) }\n",
    "grid.c": "#include <pthread.h>\nstatic volatile int a, b;\n"
              "static void *work(void *unused) { for (int i = 0; i < 90; i++) { a = i; b = a; } return 0; }\n"
              "int main(void) { pthread_t t, u, v; pthread_create(&t, 0, work, 0); pthread_create(&u, 0, work, 0);\n"
              "  pthread_create(&v, 0, work, 0); work(0); pthread_join(t, 0); pthread_join(u, 0); return 0; }\n",
}
# Each ends early, but for the last two.
LIMITED = [
    ["grid.pml", "--por", "off", "--memory", "1M"],
    ["grid.pml", "--por", "off", "--memory", "2M", "--store", "exact"],
    ["grid.pml", "--por", "off", "--memory", "2M", "--store=exact", "--script", "g.way"],
    ["grid.pml", "--por", "off", "--memory", "2M", "--store", "exact", "--search", "dfs"],
    ["grid.pml", "--por", "off", "--memory", "2M", "--store", "exact", "--checkpoint", "g.checkpoint"],
    ["grid.pml", "--por", "off", "--memory", "2M", "--store", "exact", "--profile", "g.csv"],
    ["grid.pml", "--por", "off", "--memory", "1M", "--store", "cache"],
    ["grid.pml", "--por", "off", "--memory", "2M", "--ltl", "[] (a <= 60)"],
    ["grid.pml", "--por", "off", "--memory", "2M", "--property", "none", "--ltl", "[] <> (a == 0)", "--fair"],
    ["grid.pml", "--por", "off", "--states", "500"],
    ["grid.pml", "--por", "off", "--time", "0.05s", "--jobs", "1"],
    ["grid.pml", "--time", "0.05s", "--shortest"],
    ["grid.pml", "--hunt", "--time", "0.2s"],
    ["grid.pml", "--preemptions", "1", "--memory", "1M"],
    ["grid.c", "--states", "200"],
    ["wrong.pml", "--search", "dfs"],
    ["wrong.pml", "--property", "deadlock"],
]
HANGS = 60


def run(binary, words, folder):
    return subprocess.run([binary, *words], cwd=folder, capture_output=True, text=True, timeout=HANGS, check=False)


def faults(binary, words, folder):
    """What is wrong with the commands of one result, and how many there were."""
    done = run(binary, ["check", *words, "--json"], folder)
    try:
        said = json.loads(done.stdout)
    except json.JSONDecodeError:
        return [f"{' '.join(words)}: {done.stderr}"], 0
    commands = list(said["next"])
    commands += [option["command"] for option in said.get("known", {}).get("options", [])]
    found = []
    for command in commands:
        asked = shlex.split(command)
        limit = [] if "--time" in asked else ["--time", "0.2s"]
        again = run(binary, asked[1:] + limit, folder)
        if asked[0] != "waymark" or again.returncode == 2:
            found.append(f"{' '.join(words)}: advises {command}: {again.stderr.strip()}")
    if said["verdict"] in ("incomplete", "violation") and not commands:
        found.append(f"{' '.join(words)}: no advice")
    return found, len(commands)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waymark", required=True)
    binary = os.path.abspath(parser.parse_args().waymark)

    def one(words):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in PROGRAMS.items():
                (pathlib.Path(folder) / name).write_text(text)
            return faults(binary, words, folder)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(one, LIMITED))
    wrong = [fault for found, _ in answers for fault in found]
    print(*wrong, f"{sum(count for _, count in answers)} commands, {len(wrong)} faults", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
