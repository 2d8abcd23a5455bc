#!/usr/bin/env python3
"""Searches that are stopped and gone on with: resume.py [--waymark BINARY] --build DIR [--seed N] [--rounds N]
[--stops N] [--most SECONDS].

Promela models and Java programs are searched undisturbed, and then in pieces: each piece goes on with the checkpoint of the one
before, by another store, and ends by a limit on states or by SIGKILL, SIGINT or SIGTERM at a random moment. The last
piece has to come to the same verdict, counts, findings and statements never executed, and to the same bytes of script and
trail. After SIGKILL there is the checkpoint that was there before, or a newer one, and it is never refused."""
import argparse
import contextlib
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, comparing, java, pieces, waymark  # noqa: E402

MODELS = [
    ["--por", "off", "bench/models/leader.pml"],
    ["bench/models/philosophers_mixed.pml", "--define", "N=5"],
    ["--por", "off", "--property", "deadlock", "tests/promela/corpus/snoopy_cache.pml"],
    ["--por", "off", "bench/models/philosophers_mixed.pml", "--define", "N=6"],
    ["--por", "off", "tests/promela/corpus/leader_election.pml", "--invariant", "true"],
]
# FutureChain and WordCount refute what their reductions presume; RemoteAgent has a deadlock.
PROGRAMS = ["WordCount", "FutureChain", "ReplicatedWorkers 3 4", "BoundedBuffer 3 2 2", "RemoteAgent", "Pipeline 3 3"]
STORES = ("exact", "tree")


class Subject(pieces.Subject):
    def __init__(self, binary, where, words):
        began = time.monotonic()
        super().__init__(binary, where, words)
        self.seconds = time.monotonic() - began

    def piece(self, store, every):
        return self.command(*self.going_on("--every", every, "--store", store))

    def finish(self, command, how):
        done = self.run(command)
        self.judge(done.returncode, done.stdout, done.stderr, how)

    def stop_by_states(self, stops, chance):
        """Pieces that end at so many places each; answers how many there were."""
        self.begin()
        limits = sorted(chance.sample(range(10, max(11, self.said["states"])), min(stops, max(1, self.said["states"] - 10))))
        stopped = 0
        for limit in limits:
            done = self.run([*self.piece(chance.choice(STORES), "1h"), "--states", limit])
            if done.returncode == 1:
                break
            if done.returncode != 3:
                sys.exit(f"{self.name}: with --states {limit} it ends with {done.returncode}: {done.stderr}")
            stopped += 1
        self.finish(self.piece(chance.choice(STORES), "1h"), f"stopped {stopped} times")
        return stopped

    def kill(self, chance, lost):
        """Pieces that end by a signal at a random moment; answers how many did. Moments become later, so that it ends."""
        self.begin()
        killed = 0
        while True:
            before = self.kept.exists()
            child = self.start(self.piece(chance.choice(STORES), "0.02s"))
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(chance.uniform(0, self.seconds * (0.5 + killed / 5)))
            sent = chance.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM))
            running = child.poll() is None
            if running:
                child.send_signal(sent)
            out, err = child.communicate(timeout=HANGS)
            if not running or child.returncode not in (3, -signal.SIGKILL, -signal.SIGINT, -signal.SIGTERM):
                self.judge(child.returncode, out, err, f"killed {killed} times")
                return killed
            killed += 1
            if before and not self.kept.exists():
                sys.exit(f"{self.name}: the checkpoint is gone after {sent.name}")
            lost[0] += self.kept.with_name("kept.new").exists()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    waymark.add_option(parser)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1, help="how often each is done in pieces by signals")
    parser.add_argument("--most", type=float, default=60, help="seconds; what takes longer undisturbed is left out, but for the shortest three")
    parser.add_argument("--stops", type=int, default=6, help="pieces by limits, in each round")
    options = parser.parse_args()
    java.require()
    shutil.rmtree(options.build, ignore_errors=True)
    options.build.mkdir(parents=True)
    binary = Path(options.waymark).resolve()
    words = pieces.subjects(options.build, binary, MODELS, PROGRAMS)
    chance = random.Random(options.seed)
    lost = [0]
    stopped = killed = disturbed = 0
    subjects = [Subject(binary, options.build, each) for each in words]
    shortest = sorted(subjects, key=lambda subject: subject.seconds)[:3]
    subjects = [subject for subject in subjects if subject.seconds <= options.most or subject in shortest]
    for subject in subjects:
        for _ in range(options.rounds):
            stopped += subject.stop_by_states(options.stops, chance)
            times = subject.kill(chance, lost)
            killed += times
            disturbed += times > 0
    print(f"{stopped} stops by limits, {killed} by signals, {lost[0]} of them while a checkpoint was being written; nothing was lost or changed")
    return 0 if comparing.enough(disturbed, len(subjects) * options.rounds, "searches were disturbed by signals") else 1


if __name__ == "__main__":
    sys.exit(main())
