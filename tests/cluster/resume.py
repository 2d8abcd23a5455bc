#!/usr/bin/env python3
"""Ranks that are killed, and gone on with: resume.py [--waymark BINARY] --build DIR [--kills N] [--seed N].

Promela models and Java programs are searched by one process undisturbed, and then by ranks in pieces: each piece goes on with the
checkpoint of the one before, with another number of ranks, and ends by SIGKILL of one rank or of all of them, or by SIGINT, at a
random moment. A piece in which a rank was killed ends within seconds and says no verdict, but which one it was (of one that had not
joined yet mpirun says only that it ended); the checkpoint that was there before is there, or a newer one, and it is never refused. The last piece has to come to the same verdict, counts,
findings and statements never executed as the one process, and to the same bytes of script and trail. Searches for cycles are compared with
those of one rank.
"""
import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, cluster, java, pieces, waymark  # noqa: E402

CYCLES = ["--property", "none", "--por", "off", "--ltl"]
SERVED = "([] <> (meals[2] == 0) && [] <> (meals[2] == 1)) -> [] <> (meals[2] == 2)"
MODELS = [
    ["--por", "off", "bench/models/leader.pml"],
    [*CYCLES, SERVED, "bench/models/philosophers_mixed.pml", "--define", "N=6"],
    ["bench/models/philosophers_mixed.pml", "--define", "N=5"],
    [*CYCLES, "[] (opened -> <> !opened)", "--fair", "bench/models/elevator.pml", "--define", "F=1"],
    ["--por", "off", "--property", "deadlock", "tests/promela/corpus/snoopy_cache.pml"],
    [*CYCLES, "[] <> (leaders == 0)", "bench/models/leader.pml"],
    ["--por", "off", "tests/promela/corpus/leader_election.pml", "--invariant", "true"],
]
# WordCount refutes what its reduction presumes; RemoteAgent has a deadlock.
PROGRAMS = ["WordCount", "ReplicatedWorkers 3 4", "BoundedBuffer 3 2 2", "RemoteAgent", "RemoteAgent locked"]
RANKS = (1, 2, 3, 5)


def ranks_of(mpirun):
    """The processes that it has started."""
    with contextlib.suppress(OSError):
        return [int(pid) for pid in Path(f"/proc/{mpirun}/task/{mpirun}/children").read_text().split()]
    return []


def result_in(out):
    """Nothing if it is none, or cut."""
    with contextlib.suppress(json.JSONDecodeError):
        return json.loads(out)
    return None


class Subject(pieces.Subject):
    def undisturbed(self):
        # Of cycles one process goes through other states, and its scripts have other labels.
        return cluster.started(1, *self.command("--cluster")) if "--ltl" in self.words else self.command()

    def start_piece(self, ranks):
        command = cluster.started(ranks, *self.command("--cluster", *self.going_on("--every", "0.02s")))
        return self.start(word for word in command if word != "-q")  # to hear who was killed

    def is_left_undone(self, said):
        """What holds of cycles holds also if there was no time for its script."""
        return said["verdict"] == "incomplete" or (self.said["script"] and not said["script"])

    def in_pieces(self, chance, seconds):
        """Goes to the end in pieces; answers how many of them were killed."""
        self.begin()
        killed = 0
        while True:
            existed = self.kept.exists()
            ranks = chance.choice(RANKS)
            child = self.start_piece(ranks)
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(chance.uniform(0.3, 0.5 + seconds * (0.5 + killed / 4)))
            how = chance.choice(("one", "one", "all", "interrupt"))
            pids = ranks_of(child.pid)
            struck = child.poll() is None and len(pids) == ranks
            if struck:
                for pid in [chance.choice(pids)] if how == "one" else pids if how == "all" else []:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                if how == "interrupt":
                    child.send_signal(signal.SIGINT)
            began = time.monotonic()
            out, err = child.communicate(timeout=HANGS)
            # Interrupted, mpirun has an exit code of its own.
            said = result_in(out)
            if said and not (struck and how == "interrupt" and self.is_left_undone(said)):
                # Who is killed after all was told is not missed, but the exit code is mpirun's then.
                self.judge(0 if struck else child.returncode, out, err, f"disturbed {killed} times")
                return killed
            if not struck:
                sys.exit(f"{self.name}, by {ranks} ranks: ends by itself with {child.returncode}: {err}")
            named = any(word in err for word in ("rank", "process returned"))
            if how != "interrupt" and (not named or time.monotonic() - began > 30):
                sys.exit(f"{self.name}: a rank was killed, and it is not told, or late: {err}")
            killed += 1
            if existed and not self.kept.exists():
                sys.exit(f"{self.name}: the checkpoint is gone")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    waymark.add_option(parser)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=100, help="go on until so many pieces were disturbed")
    options = parser.parse_args()
    java.require()
    cluster.require()
    shutil.rmtree(options.build, ignore_errors=True)
    options.build.mkdir(parents=True)
    binary = Path(options.waymark).resolve()
    words = pieces.subjects(options.build, binary, MODELS, PROGRAMS)
    chance = random.Random(options.seed)
    killed = rounds = 0
    subjects = {}
    while killed < options.kills:
        place = rounds % len(words)
        if place not in subjects:
            subjects[place] = Subject(binary, options.build, words[place])
        killed += subjects[place].in_pieces(chance, min(3.0, 2 * subjects[place].said["seconds"]))
        rounds += 1
        if rounds > 20 + 5 * options.kills:
            sys.exit(f"only {killed} of {rounds} searches could be disturbed")
    print(f"{killed} pieces ended by signals, in {rounds} searches by ranks; nothing was lost or changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
