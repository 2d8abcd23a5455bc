#!/usr/bin/env python3
"""What several workers bring: make bench NAME=jobs.

Prints Markdown: models of two million states and more (bakery: 1.6) by 1, 2, 4, ... workers, as many as there are processors. Seconds are
wall clock of the search, the least of --repeat; the speed-up is one worker's time over theirs; processor time, of the whole
command, is that of all workers over that of one; idle is the share of their wall clock that no processor was used for; bytes
are the store's, per state. Counts and scripts have to be the same for any number of workers; where formulas are judged, which
is done along as many paths as there are workers, the counts of states and transitions. "Of apart": the speed-up over that of
as many searches by one worker each that run at the same time, which is all that the machine has to give.

  jobs_bench.py --repeat 3 --jobs 1,2
"""
import argparse
import os
import pathlib
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from lib import ROOT, java, waymark  # noqa: E402
from lib.tables import geometric_mean, table  # noqa: E402

MODELS = ["bakery", "elevator", "file_transfer", "peterson_filter", "ricart_agrawala", "sliding_window", "store_buffers"]

# Over half a million states with the automaton, which is weak but for the philosophers'.
FORMULAS = {"cache_directory": "[] !(state[0] == exclusive && state[1] == exclusive)",
            "ricart_agrawala": "[] (in == 1 -> <> (in == 0))",
            "bakery": "[] (choosing[0] -> <> (!choosing[0] || in <= 1))",
            "philosophers_mixed": "([] <> (meals[2] == 0) && [] <> (meals[2] == 1)) -> [] <> (meals[2] == 2)"}

JAVA = ["Elevator 2 3 3", "ReadersWriters 3 3", "Pipeline 4 4"]

# What is to be reached: the speed-up of two workers over that of two searches apart.
GOALS = {"models": 0.9, "formulas": 0.8, "Java": 0.75}


def words_of(model, *how):
    return ["--por", "off", *how, ROOT / f"bench/models/{model}.pml"]


def apart(options, number, words):
    """Seconds of so many searches at the same time, each by one worker: the mean of each time, and the least of --repeat."""
    def one(_):
        return waymark.demand(options.waymark, "check", "--jobs", 1, *words).said["seconds"]

    with ThreadPoolExecutor(number) as pool:
        return min(sum(pool.map(one, range(number))) / number for _ in range(options.repeat))


def script(binary, jobs, model, folder):
    path = pathlib.Path(folder) / "script"
    path.unlink(missing_ok=True)
    waymark.demand(binary, "check", "--jobs", jobs, "--script", path, *words_of(model))
    return path.read_bytes() if path.exists() else None


class Rows:
    """A table: programs by each number of workers, and the means."""

    def __init__(self, options, goal):
        self.options, self.goal, self.rows = options, goal, []
        self.gains = {jobs: [] for jobs in options.numbers}
        self.shares = {jobs: [] for jobs in options.numbers}

    def add(self, name, words, same):
        """`same`: what has to be the same for any number of workers."""
        one = None
        for jobs in self.options.numbers:
            answer = min((waymark.demand(self.options.waymark, "check", "--jobs", jobs, *words) for _ in range(self.options.repeat)),
                         key=lambda it: it.said["seconds"])
            one = one or answer
            if any(answer.said[what] != one.said[what] for what in same):
                sys.exit(f"{name}: {jobs} workers find something else than one")
            self._add(name, one, answer, jobs, one.said["seconds"] if jobs == 1 else apart(self.options, jobs, words))

    def _add(self, name, one, answer, jobs, seconds_apart):
        said, cpu = answer.said, answer.done.cpu
        self.gains[jobs].append(one.said["seconds"] / said["seconds"])
        self.shares[jobs].append(seconds_apart / (jobs * said["seconds"]))
        idle = max(0.0, 1 - cpu / (jobs * answer.done.wall))
        self.rows.append([name, f"{said['states']:,}", jobs, f"{said['seconds']:.2f}", f"{self.gains[jobs][-1]:.2f}",
                          f"{self.shares[jobs][-1]:.2f}", f"{cpu / one.done.cpu:.2f}", f"{100 * idle:.0f}%", f"{said['bytes_per_state']:.0f}"])

    def print(self):
        if not self.rows:
            return
        mean = [[f"geometric mean (goal {self.goal} of apart)", "", jobs, "", f"{geometric_mean(self.gains[jobs]):.2f}",
                 f"{geometric_mean(self.shares[jobs]):.2f}", "", "", ""] for jobs in self.options.numbers]
        table(["program", "states", "workers", "seconds", "speed-up", "of apart", "processor time", "idle", "bytes"], self.rows + mean)


def bench_models(options):
    rows = Rows(options, GOALS["models"])
    with tempfile.TemporaryDirectory() as folder:
        for model in filter(None, options.models.split(",")):
            if len({script(options.waymark, jobs, model, folder) for jobs in options.numbers}) != 1:
                sys.exit(f"{model}: several workers write another script than one")
            rows.add(model, words_of(model), ("states", "transitions", "depth"))
    rows.print()


def bench_formulas(options):
    rows = Rows(options, GOALS["formulas"])
    for model in filter(None, options.formulas.split(",")):
        rows.add(f"{model}: `{FORMULAS[model]}`", words_of(model, "--property", "none", "--ltl", FORMULAS[model]),
                 ("verdict", "states", "transitions"))
    rows.print()


def bench_java(options):
    programs = [it for it in options.java.split(",") if it]
    if not programs:
        return
    java.require()
    rows = Rows(options, GOALS["Java"])
    with tempfile.TemporaryDirectory() as folder:
        classes = java.examples(pathlib.Path(folder) / "java", pathlib.Path(options.waymark).parent / "waymark-library.jar")
        for program in programs:
            rows.add(program, ["--classpath", classes, *program.split()], ("verdict", "states", "transitions", "depth"))
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
    options.numbers = [int(jobs) for jobs in options.jobs.split(",")]
    if options.numbers[0] != 1:
        sys.exit("jobs_bench: the first number of workers has to be 1")
    bench_models(options)
    bench_formulas(options)
    bench_java(options)


if __name__ == "__main__":
    main()
