#!/usr/bin/env python3
"""Searches of real programs that do not end, and their scripts: partial_runs.py [--waymark BINARY] --build DIR.

Promela models and Java programs are stopped at many limits. Each script must be certified in part, with the states of
the search, and the depth that it covers must be what other searches say: as many states are fewer than d transitions away as
`check --depth` meets, and the explored ones, being the first, are at least these and fewer than those one further away.
"""
import argparse
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from lib import ROOT, java, waymark  # noqa: E402

MODELS = [
    (["tests/promela/corpus/peterson.pml"], [10, 17, 25]),
    (["tests/promela/corpus/leader_election.pml"], [10, 50, 200]),
    (["tests/promela/corpus/snoopy_cache.pml"], [10, 100, 1000, 5000]),
    (["bench/models/philosophers_mixed.pml", "--define", "N=5"], [10, 100, 777, 3000]),
    (["bench/models/thesis/elevator.pml"], [100, 5000]),
]
PROGRAMS = [("DiningPhilosophers 3", [10, 40, 150]), ("BoundedBuffer 2 1 1", [12, 100]), ("AtomicCounter 3", [10, 30])]
DEPTHS = (0, 1, 3, 8)


class Subject:
    def __init__(self, binary, where, arguments, how=()):
        self.binary, self.arguments, self.how = binary, [*arguments], [*how]
        self.script = where / "part.way"
        self.met = {}  # depth: states that are no further away

    def search(self, *limits):
        self.script.unlink(missing_ok=True)
        return waymark.demand(self.binary, "check", *limits, "--script", self.script, *self.how, *self.arguments).said

    def within(self, depth):
        """How many states are at most so many transitions away."""
        if depth not in self.met:
            self.met[depth] = self.search("--depth", depth)["states"]
        return self.met[depth]

    def compare(self, *limits):
        """A search and its certificate; answers whether there was something to compare."""
        found = self.search(*limits)
        if found["verdict"] != "incomplete":
            return False
        told = " ".join(map(str, [*limits, *self.arguments]))
        said = waymark.demand(self.binary, "certify", "--script", self.script, "--jobs", 2, *self.arguments, codes=(1, 3, 4)).said
        if said["verdict"] == "violation":  # a deadlock on the frontier, which the search had not looked at
            if said["kind"] != "deadlock":
                sys.exit(f"{told}: the search ended without a violation, and certifying finds {said['kind']}")
            return False
        if said["verdict"] != "certified in part":
            sys.exit(f"{told}: {said['verdict']}: {said['detail']}")
        part, distinct = said["partial"], said["distinct"]
        if part["explored"] + part["frontier"] != said["states"] or distinct["states"] > said["states"]:
            sys.exit(f"{told}: {part} and {distinct} of {said['states']} states")
        if limits[0] == "--depth":
            if (said["states"], said["transitions"]) != (found["states"], found["transitions"]):
                sys.exit(f"{told}: {said['states']} states certified of {found['states']}")
            if part["covered"] != limits[1]:
                sys.exit(f"{told}: covers {part['covered']}")
        if said["states"] > found["states"] or said["transitions"] > found["transitions"]:
            sys.exit(f"{told}: more is certified than was found")
        covered = part["covered"]
        nearer = self.within(covered - 1) if covered > 0 else 0
        if not nearer <= part["explored"] < self.within(covered):
            sys.exit(f"{told}: {part['explored']} states were explored; {nearer} are nearer than {covered}, "
                     f"{self.within(covered)} at most so far")
        return True

    def estimate(self, states):
        """A search that estimates what it covers, and its certificate, which must make the same of it."""
        found = self.search("--estimate", "--states", states)
        if found["verdict"] != "incomplete" or not found["coverage"]:
            return False
        told = f"--estimate --states {states} {' '.join(map(str, self.arguments))}"
        said = waymark.demand(self.binary, "certify", "--script", self.script, "--jobs", 2, *self.arguments, codes=(3, 4)).said
        if said["verdict"] != "certified in part":
            sys.exit(f"{told}: {said['verdict']}: {said['detail']}")
        if not said["coverage"]:  # nothing is in the sample, so nothing is known
            if (found["coverage"]["low"], found["coverage"]["high"]) != (0, 1):
                sys.exit(f"{told}: the certificate has no estimate; the search has {found['coverage']}")
            return False
        for key in ("estimate", "low", "high", "covered", "sampled", "arrivals", "estimator"):
            if found["coverage"][key] != said["coverage"][key]:
                sys.exit(f"{told}: {key} is {found['coverage'][key]}, and {said['coverage'][key]} for whoever certifies")
        if found["coverage"]["estimator"] != "digest":
            sys.exit(f"{told}: the script shows no sample: {found['coverage']}")
        return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    waymark.add_option(parser)
    parser.add_argument("--build", type=Path, required=True)
    options = parser.parse_args()
    java.require()
    shutil.rmtree(options.build, ignore_errors=True)
    options.build.mkdir(parents=True)
    binary = Path(options.waymark).resolve()
    names = sorted({program.split()[0] for program, _ in PROGRAMS})
    classes = java.examples(options.build, binary.parent / "waymark-library.jar", names)
    subjects = []
    for (model, *defines), limits in MODELS:
        for por in ("on", "off"):
            subjects.append((Subject(binary, options.build, [*defines, ROOT / model], ["--por", por]), limits))
    for program, limits in PROGRAMS:
        subjects.append((Subject(binary, options.build, ["--classpath", classes, *program.split()]), limits))
    compared = runs = estimated = 0
    for subject, limits in subjects:
        estimated += sum(subject.estimate(n) for n in limits if n >= 40)
        for limit in [("--states", n) for n in limits] + [("--depth", d) for d in DEPTHS]:
            runs += 1
            compared += subject.compare(*limit)
    print(f"{compared} of {runs} searches ended early, and were certified in part")
    print(f"{estimated} of them estimated what they cover, and so did who certified them")
    if compared < runs / 2 or estimated < 10:
        sys.exit("too few of them ended early")


if __name__ == "__main__":
    main()
