#!/usr/bin/env python3
"""What several workers bring: make bench-jobs.

Prints Markdown: models of a million states and more by 1, 2, 4, ... workers, as many as there are processors. Seconds are
wall clock of the search, the least of --repeat; the speed-up is one worker's time over theirs; processor time, of the whole
command, is that of all workers over that of one; idle is the share of their wall clock that no processor was used for; bytes
are the store's, per state. Counts and scripts have to be the same for any number of workers.

  jobs_bench.py --repeat 3 --jobs 1,2
"""
import argparse
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from lib import ROOT, waymark  # noqa: E402
from lib.tables import geometric_mean, table  # noqa: E402

MODELS = ["bakery", "file_transfer", "philosophers_mixed", "leader", "peterson_filter", "resource_manager"]


def best(binary, jobs, model, repeat):
    words = ["--por", "off", "--jobs", jobs, ROOT / f"bench/models/{model}.pml"]
    return min((waymark.demand(binary, "check", *words) for _ in range(repeat)), key=lambda answer: answer.said["seconds"])


def script(binary, jobs, model, folder):
    path = pathlib.Path(folder) / "script"
    path.unlink(missing_ok=True)
    waymark.demand(binary, "check", "--por", "off", "--jobs", jobs, "--script", path, ROOT / f"bench/models/{model}.pml")
    return path.read_bytes() if path.exists() else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--models", default=",".join(MODELS))
    usual = [jobs for jobs in (1, 2, 4, 8, 16, 32, 64) if jobs <= (os.cpu_count() or 1)]
    parser.add_argument("--jobs", default=",".join(map(str, usual)))
    options = parser.parse_args()
    numbers = [int(jobs) for jobs in options.jobs.split(",")]
    if numbers[0] != 1:
        sys.exit("jobs_bench: the first number of workers has to be 1")
    rows, gains = [], {jobs: [] for jobs in numbers}
    with tempfile.TemporaryDirectory() as folder:
        for model in options.models.split(","):
            one, written = None, None
            for jobs in numbers:
                answer = best(options.waymark, jobs, model, options.repeat)
                said, cpu = answer.said, answer.done.cpu
                recorded = script(options.waymark, jobs, model, folder)
                if one is None:
                    one, written, one_cpu = said, recorded, cpu
                if recorded != written or any(said[what] != one[what] for what in ("states", "transitions", "depth")):
                    sys.exit(f"{model}: {jobs} workers find something else than one")
                gains[jobs].append(one["seconds"] / said["seconds"])
                idle = max(0.0, 1 - cpu / (jobs * answer.done.wall))
                rows.append([model, f"{said['states']:,}", jobs, f"{said['seconds']:.2f}", f"{gains[jobs][-1]:.2f}",
                             f"{cpu / one_cpu:.2f}", f"{100 * idle:.0f}%", f"{said['bytes_per_state']:.0f}"])
    rows += [["geometric mean", "", jobs, "", f"{geometric_mean(gains[jobs]):.2f}", "", "", ""] for jobs in numbers]
    table(["model", "states", "workers", "seconds", "speed-up", "processor time", "idle", "bytes"], rows)


if __name__ == "__main__":
    main()
