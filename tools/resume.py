#!/usr/bin/env python3
"""Searches that are stopped and gone on with: resume.py [--waymark BINARY] --build DIR [--seed N] [--rounds N]
[--stops N] [--most SECONDS].

Promela models and Java programs are searched undisturbed, and then in pieces: each piece goes on with the checkpoint of the one
before, by another store, and ends by a limit on states or by SIGKILL, SIGINT or SIGTERM at a random moment. The last
piece has to come to the same verdict, counts, findings and statements never executed, and to the same bytes of script and
trail. After SIGKILL there is the checkpoint that was there before, or a newer one, and it is never refused."""
import argparse
import contextlib
import json
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from lib import ROOT, comparing, java, waymark

MODELS = [
    ["--por", "off", "bench/models/leader.pml"],
    ["bench/models/philosophers_mixed.pml", "--define", "N=5"],
    ["--por", "off", "--property", "deadlock", "tests/promela/corpus/snoopy_cache.pml"],
    ["--por", "off", "bench/models/philosophers_mixed.pml", "--define", "N=6"],
    ["--por", "off", "tests/promela/corpus/leader_election.pml", "--invariant", "true"],
]
# FutureChain and WordCount refute what their reductions presume; RemoteAgent has a deadlock.
PROGRAMS = ["WordCount", "FutureChain", "ReplicatedWorkers 3 4", "BoundedBuffer 3 2 2", "RemoteAgent", "Pipeline 3 3"]
STORES = ("exact", "collapse", "tree")
SAME = ("verdict", "kind", "detail", "location", "reason", "properties", "states", "transitions", "depth", "errors",
        "reduced", "shortest", "steps", "partial", "violations", "unreached")
PATIENCE = 120  # seconds; after so many it hangs


class Subject:
    def __init__(self, binary, where, words):
        self.binary, self.words, self.name = binary, [str(word) for word in words], " ".join(map(str, words))
        self.script, self.trail, self.kept = where / "parts.way", where / "parts.trail", where / "kept"
        began = time.monotonic()
        whole = self.run()
        self.seconds = time.monotonic() - began
        if whole.returncode not in (0, 1):
            sys.exit(f"{self.name}: ends with {whole.returncode}: {whole.stderr}")
        self.said = json.loads(whole.stdout)
        self.files = self.written()

    def command(self, *more):
        return [self.binary, "check", "--json", "--script", self.script, "--trail", self.trail, *more, *self.words]

    def run(self, *more):
        for file in (self.script, self.trail):
            file.unlink(missing_ok=True)
        return subprocess.run([str(word) for word in self.command(*more)], capture_output=True, text=True, timeout=PATIENCE)

    def written(self):
        return [file.read_bytes() if file.exists() else None for file in (self.script, self.trail)]

    def piece(self, store, every):
        more = ["--checkpoint", self.kept, "--every", every, "--store", store]
        return more + (["--resume", self.kept] if self.kept.exists() else [])

    def judge(self, done, how):
        if done.returncode not in (0, 1):
            sys.exit(f"{self.name}, {how}: ends with {done.returncode}: {done.stderr}")
        said = json.loads(done.stdout)
        for key in SAME:
            if key == "unreached" and "--classpath" in self.words:
                continue  # which methods were called before is not known
            if said[key] != self.said[key]:
                sys.exit(f"{self.name}, {how}: {key} is {said[key]}, and undisturbed {self.said[key]}")
        if self.written() != self.files:
            sys.exit(f"{self.name}, {how}: script or trail differ from those of the search that was left alone")

    def begin(self):
        for file in (self.kept, self.kept.with_name("kept.new")):
            file.unlink(missing_ok=True)

    def stop_by_states(self, stops, chance):
        """Pieces that end at so many places each; answers how many there were."""
        self.begin()
        limits = sorted(chance.sample(range(10, max(11, self.said["states"])), min(stops, max(1, self.said["states"] - 10))))
        pieces = 0
        for limit in limits:
            done = self.run(*self.piece(chance.choice(STORES), "1h"), "--states", limit)
            if done.returncode == 1:
                break
            if done.returncode != 3:
                sys.exit(f"{self.name}: with --states {limit} it ends with {done.returncode}: {done.stderr}")
            pieces += 1
        self.judge(self.run(*self.piece(chance.choice(STORES), "1h")), f"stopped {pieces} times")
        return pieces

    def kill(self, chance, lost):
        """Pieces that end by a signal at a random moment; answers how many did. Moments become later, so that it ends."""
        self.begin()
        killed = 0
        while True:
            for file in (self.script, self.trail):
                file.unlink(missing_ok=True)
            words = [str(word) for word in self.command(*self.piece(chance.choice(STORES), "0.02s"))]
            before = self.kept.stat().st_mtime_ns if self.kept.exists() else 0
            child = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(chance.uniform(0, self.seconds * (0.5 + killed / 5)))
            sent = chance.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM))
            running = child.poll() is None
            if running:
                child.send_signal(sent)
            out, err = child.communicate(timeout=PATIENCE)
            if not running or child.returncode not in (3, -signal.SIGKILL, -signal.SIGINT, -signal.SIGTERM):
                self.judge(subprocess.CompletedProcess(words, child.returncode, out, err), f"killed {killed} times")
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
    parser.add_argument("--most", type=float, default=60, help="seconds; what takes longer undisturbed is left out")
    parser.add_argument("--stops", type=int, default=6, help="pieces by limits, in each round")
    options = parser.parse_args()
    java.require()
    shutil.rmtree(options.build, ignore_errors=True)
    options.build.mkdir(parents=True)
    binary = Path(options.waymark).resolve()
    names = sorted({program.split()[0] for program in PROGRAMS})
    classes = java.examples(options.build, binary.parent / "waymark-library.jar", names)
    words = [[ROOT / word if word.endswith(".pml") else word for word in model] for model in MODELS]
    words += [["--classpath", classes, *program.split()] for program in PROGRAMS]
    chance = random.Random(options.seed)
    lost = [0]
    stopped = killed = disturbed = 0
    subjects = [Subject(binary, options.build, each) for each in words]
    subjects = [subject for subject in subjects if subject.seconds <= options.most]
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
