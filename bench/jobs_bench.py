#!/usr/bin/env python3
"""What several workers bring: make bench NAME=jobs.

Prints Markdown: models of a million states and more by 1, 2, 4, ... workers, as many as there are processors. Seconds are
wall clock of the search, the least of --repeat; the speed-up is one worker's time over theirs; processor time, of the whole
command, is that of all workers over that of one; idle is the share of their wall clock that no processor was used for; bytes
are the store's, per state. Counts and scripts have to be the same for any number of workers; where formulas are judged, which
is done along as many paths as there are workers, the counts of states and transitions. Of Java's programs, where each worker
starts a virtual machine of its own, two workers are at most 2 / processor time as fast as one.

  jobs_bench.py --repeat 3 --jobs 1,2
"""
import argparse
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from lib import ROOT, java, waymark  # noqa: E402
from lib.tables import geometric_mean, table  # noqa: E402

MODELS = ["bakery", "file_transfer", "philosophers_mixed", "leader", "peterson_filter", "resource_manager"]

# Over half a million states with the automaton, which is weak but for the philosophers'.
FORMULAS = {"cache_directory": "[] !(state[0] == exclusive && state[1] == exclusive)",
            "ricart_agrawala": "[] (in == 1 -> <> (in == 0))",
            "bakery": "[] (choosing[0] -> <> (!choosing[0] || in <= 1))",
            "philosophers_mixed": "([] <> (meals[2] == 0) && [] <> (meals[2] == 1)) -> [] <> (meals[2] == 2)"}

JAVA = ["Elevator 2 3 3", "ReadersWriters 3 3", "Pipeline 4 4"]


def best(binary, jobs, model, repeat, how=()):
    words = ["--por", "off", "--jobs", jobs, *how, ROOT / f"bench/models/{model}.pml"]
    return min((waymark.demand(binary, "check", *words) for _ in range(repeat)), key=lambda answer: answer.said["seconds"])


def script(binary, jobs, model, folder):
    path = pathlib.Path(folder) / "script"
    path.unlink(missing_ok=True)
    waymark.demand(binary, "check", "--por", "off", "--jobs", jobs, "--script", path, ROOT / f"bench/models/{model}.pml")
    return path.read_bytes() if path.exists() else None


class Rows:
    """The table, and what several workers gain in each part of it."""

    def __init__(self, numbers):
        self.rows, self.numbers = [], numbers
        self.gains = {jobs: [] for jobs in numbers}

    def add(self, name, one, answer, jobs):
        said, cpu = answer.said, answer.done.cpu
        self.gains[jobs].append(one.said["seconds"] / said["seconds"])
        idle = max(0.0, 1 - cpu / (jobs * answer.done.wall))
        self.rows.append([name, f"{said['states']:,}", jobs, f"{said['seconds']:.2f}", f"{self.gains[jobs][-1]:.2f}",
                          f"{cpu / one.done.cpu:.2f}", f"{100 * idle:.0f}%", f"{said['bytes_per_state']:.0f}"])

    def print(self):
        if not self.rows:
            return
        mean = [["geometric mean", "", jobs, "", f"{geometric_mean(self.gains[jobs]):.2f}", "", "", ""] for jobs in self.numbers]
        table(["model", "states", "workers", "seconds", "speed-up", "processor time", "idle", "bytes"], self.rows + mean)


def bench_formulas(options, numbers):
    rows = Rows(numbers)
    for model in filter(None, options.formulas.split(",")):
        one = None
        for jobs in numbers:
            answer = best(options.waymark, jobs, model, options.repeat, ["--property", "none", "--ltl", FORMULAS[model]])
            one = one or answer
            if any(answer.said[what] != one.said[what] for what in ("verdict", "states", "transitions")):
                sys.exit(f"{model}: {jobs} workers find something else than one")
            rows.add(f"{model}: `{FORMULAS[model]}`", one, answer, jobs)
    rows.print()


def bench_java(options, numbers, folder):
    programs = [it for it in options.java.split(",") if it]
    if not programs:
        return
    java.require()
    classes = java.examples(pathlib.Path(folder) / "java", pathlib.Path(options.waymark).parent / "waymark-library.jar")
    rows = Rows(numbers)
    for program in programs:
        one = None
        for jobs in numbers:
            words = ["--jobs", jobs, "--classpath", classes, *program.split()]
            answer = min((waymark.demand(options.waymark, "check", *words) for _ in range(options.repeat)),
                         key=lambda it: it.said["seconds"])
            one = one or answer
            if any(answer.said[what] != one.said[what] for what in ("verdict", "states", "transitions", "depth")):
                sys.exit(f"{program}: {jobs} workers find something else than one")
            rows.add(program, one, answer, jobs)
    print()
    rows.print()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--formulas", default=",".join(FORMULAS), help="models whose formulas are judged")
    parser.add_argument("--java", default=",".join(JAVA), help="programs of examples/java with their arguments")
    usual = [jobs for jobs in (1, 2, 4, 8, 16, 32, 64) if jobs <= (os.cpu_count() or 1)]
    parser.add_argument("--jobs", default=",".join(map(str, usual)))
    options = parser.parse_args()
    numbers = [int(jobs) for jobs in options.jobs.split(",")]
    if numbers[0] != 1:
        sys.exit("jobs_bench: the first number of workers has to be 1")
    rows = Rows(numbers)
    with tempfile.TemporaryDirectory() as folder:
        for model in filter(None, options.models.split(",")):
            one, written = None, None
            for jobs in numbers:
                answer = best(options.waymark, jobs, model, options.repeat)
                recorded = script(options.waymark, jobs, model, folder)
                if one is None:
                    one, written = answer, recorded
                same = all(answer.said[what] == one.said[what] for what in ("states", "transitions", "depth"))
                if recorded != written or not same:
                    sys.exit(f"{model}: {jobs} workers find something else than one")
                rows.add(model, one, answer, jobs)
    if options.models:
        rows.print()
        print()
    bench_formulas(options, numbers)
    with tempfile.TemporaryDirectory() as folder:
        bench_java(options, numbers, folder)


if __name__ == "__main__":
    main()
