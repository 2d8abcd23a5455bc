#!/usr/bin/python3
"""The stranger's campaign: forge.py --batch BATCH [--count N] [--seed N] [--jobs N]

Forges scripts of random little graphs (forger.py), hands them to `waymark certify` whole, in parts, by several workers,
or in tasks on imagined machines, and compares each verdict with that of the stranger's own certifier (certifier.py),
which counts exactly and knows the graph. Questions vary: nothing, deadlocks, or what is judged by default. Some results
of tasks are tampered with. Ends with 1 if a verdict is wrong or a command hangs; such cases are kept.
"""
import argparse
import collections
import multiprocessing
import pathlib
import random
import select
import shutil
import subprocess
import sys
import tempfile

import certifier
import forger
import graphs
import script as s

LONGEST = 60  # seconds that a command may take before it counts as hanging
VIOLATED = 1
NAMES = {certifier.CERTIFIED: "certified", VIOLATED: "violated", certifier.IN_PART: "in part", certifier.REJECTED: "rejected", certifier.BAD_INPUT: "bad input"}


class Hang(Exception):
    pass


class Question:
    """What is asked of a script, and which exit codes are right."""

    def __init__(self, chance, graph):
        self.kind = chance.choices(("none", "deadlock", "default"), (6, 3, 1))[0]
        self.words = [] if self.kind == "default" else ["--property", self.kind]
        self.violated = self.kind != "none" and graph.has_deadlock()
        self.tampered = False

    def fits(self, found, expected):
        accepted = expected in (certifier.CERTIFIED, certifier.IN_PART)
        if self.tampered:
            return found not in (certifier.CERTIFIED, certifier.IN_PART)
        if found == VIOLATED:
            return self.violated
        if self.violated and found in (certifier.CERTIFIED, certifier.REJECTED):
            return found == certifier.REJECTED and not accepted
        if self.kind == "default" and expected == certifier.CERTIFIED:  # a script need not show what is judged by default
            return found in (certifier.CERTIFIED, certifier.IN_PART)
        return found == expected


class Batch:
    """Runs commands in one process, in a folder of its own."""

    def __init__(self, program, folder):
        self.folder = folder
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        self.slowest = 0
        self.old = None  # a result of an earlier run

    def run(self, *words):
        """The exit code."""
        self.process.stdin.write("\t".join(map(str, words)).encode() + b"\n")
        self.process.stdin.flush()
        if not select.select([self.process.stdout], [], [], LONGEST)[0]:
            self.process.kill()
            raise Hang(" ".join(map(str, words)))
        answer = self.process.stdout.readline().split()
        if len(answer) != 2:
            raise Hang("it ended by itself: " + " ".join(map(str, words)))
        self.slowest = max(self.slowest, int(answer[1]) / 1e6)
        return int(answer[0])

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def is_ids(path):
    """Other forms, and what is no script, are not cut by subtrees."""
    try:
        return s.decode(path.read_bytes()).header.form == s.IDS
    except (s.Malformed, OSError):
        return False


def tamper(result, chance, old):
    """Changes a result, or puts one of another run in its place."""
    data = bytearray(result.read_bytes())
    if old and chance.random() < 0.3:
        data = bytearray(old)
    elif chance.random() < 0.3:
        del data[chance.randrange(len(data)):]
    else:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    result.write_bytes(data)


def in_tasks(batch, names, chance, question):
    """The verdict of tasks that are merged."""
    ids = chance.choice(("slice", "subtree"))
    words = ["script", "split", *names, "-o", "cut", "--tune", f"cut={ids}"]
    code = batch.run(*words) if len(names) > 1 else batch.run(*words, "-k", chance.randint(1, 4))
    if code:
        # Several scripts that are no parts are a slip of whoever calls, there.
        return certifier.REJECTED if len(names) > 1 else code
    if not (batch.folder / "cut.run").exists():  # a trustful script has parts, but no run
        return batch.run("certify", "p.graph", *question.words, "--script", names[0])
    data = (batch.folder / "cut.run").read_bytes()
    run = s.Run.decode(data)
    if run.encode() != data:
        raise s.Malformed("a run that comes back as another one")
    parts = sorted(batch.folder.glob("cut.*-of-*.way"))
    results = []
    for task in range(1, run.tasks + 1):
        given = [each.name for each in parts] or names
        words = [word for name in given for word in ("--script", name)] if run.form == s.LEAN else ["--script", names[0]]
        if len(run.files) > 1:  # its own part alone
            own = [name for name in given if s.digest((batch.folder / name).read_bytes()) == run.files[task - 1]]
            words = ["--script", own[0]]
        result = batch.folder / ("result%d" % task)
        batch.run("certify", "p.graph", *question.words, *words, "--run", "cut.run", "--task",
                  "%d/%d" % (task, run.tasks), "--result", result.name)
        if not result.exists():
            return certifier.REJECTED
        s.TaskResult.decode(result.read_bytes(), run)
        results.append(result)
    old, batch.old = batch.old, results[0].read_bytes()
    if chance.random() < 0.2:
        question.tampered = True
        if len(results) > 1 and chance.random() < 0.3:
            results.remove(chance.choice(results))
        else:
            tamper(chance.choice(results), chance, old)
    merged = [word for result in results for word in ("--merge", result.name)]
    return batch.run("certify", "p.graph", *question.words, "--run", "cut.run", *merged)


def ask(batch, case, files, chance, question):
    """How `waymark` was asked, and what it ended with."""
    names = []
    for number, data in enumerate(files):
        names.append("s%d.way" % number)
        (batch.folder / names[-1]).write_bytes(data)
        if case.signatures:
            (batch.folder / (names[-1] + ".sig")).write_bytes(case.signatures[number])
    if not case.signatures and chance.random() < 0.1:
        for old in [*batch.folder.glob("cut.*"), *batch.folder.glob("result*")]:
            old.unlink()
        return "in tasks", in_tasks(batch, names, chance, question)
    jobs = chance.choice((1, 1, 1, 2, 5))
    cut = chance.choice(("slice", "subtree")) if is_ids(batch.folder / names[0]) else "slice"
    words = [word for name in names for word in ("--script", name)]
    if case.signatures:
        words += ["--trustful", "--key", "key%d.pub" % case.key]
    how = "%d workers, %s" % (jobs, cut)
    return how, batch.run("certify", "p.graph", *question.words, "--jobs", jobs, "--tune", f"cut={cut}", *words)


def complete_signatures(case, files):
    """Whoever signs, signs whatever is there."""
    if case.form != s.TRUSTFUL:
        case.signatures = None
        return
    headers = [script.header for script in case.scripts] + [s.Header()] * len(files)
    good = [s.sign(data, header, forger.KEYS[0][1]) for data, header in zip(files, headers)]
    given = case.signatures or []
    case.signatures = [given[i] if i < len(given) else good[i] for i in range(len(files))]


class Tally:
    def __init__(self):
        self.verdicts = collections.Counter()
        self.wrong = 0
        self.slowest = 0

    def add(self, other):
        self.verdicts += other.verdicts
        self.wrong += other.wrong
        self.slowest = max(self.slowest, other.slowest)


def keep(batch, case, files, told):
    kept = pathlib.Path(tempfile.mkdtemp(prefix="forged-"))
    (kept / "p.graph").write_bytes(case.graph.program)
    (kept / "told").write_text(told + "\n")
    for number, data in enumerate(files):
        (kept / ("s%d.way" % number)).write_bytes(data)
        if case.signatures:
            (kept / ("s%d.way.sig" % number)).write_bytes(case.signatures[number])
    for number, (public, _) in enumerate(forger.KEYS):
        (kept / ("key%d.pub" % number)).write_bytes(public)
    return kept


def campaign(program, count, seed):
    """Tallies by lie, and the slowest of all with what it was."""
    shared = pathlib.Path("/dev/shm")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="stranger-", dir=shared if shared.is_dir() else None))
    tallies, slowest = collections.defaultdict(Tally), (0, "")
    batch = Batch(program, folder)
    try:
        for number, (public, _) in enumerate(forger.KEYS):
            (folder / ("key%d.pub" % number)).write_bytes(public)
        graph = None
        for index in range(count):
            chance = random.Random("%d/%d" % (seed, index))
            if index % 8 == 0:
                graph = graphs.random_graph(chance)
                (folder / "p.graph").write_bytes(graph.program)
            case, lies = forger.forge(chance, graph)
            files = case.encoded()
            complete_signatures(case, files)
            expected, why = certifier.judge(graph, files, *((forger.KEYS[case.key][0], case.signatures)
                                                           if case.signatures else ()))
            told = "seed %d, forgery %d: %s" % (seed, index, ", ".join(lies) or "the truth")
            batch.slowest = 0
            question = Question(chance, graph)
            try:
                how, found = ask(batch, case, files, chance, question)
                how += ", asked for " + question.kind + (", a result changed" if question.tampered else "")
                wrong = not question.fits(found, expected)
            except (Hang, s.Malformed) as error:
                how, found, wrong = "%s: %s" % (type(error).__name__, error), None, True
            tally = tallies[lies[-1] if lies else "the truth"]
            tally.verdicts[found if found in NAMES else "other"] += 1
            tally.slowest = max(tally.slowest, batch.slowest)
            slowest = max(slowest, (batch.slowest, "%s (%s)" % (told, how)))
            if wrong:
                tally.wrong += 1
                print("WRONG: %s: %s: %s, expected %s (%s); kept in %s"
                      % (told, how, NAMES.get(found, found), NAMES[expected], why, keep(batch, case, files, told)),
                      file=sys.stderr, flush=True)
                if found is None:
                    batch.close()
                    batch = Batch(program, folder)
    finally:
        batch.close()
        shutil.rmtree(folder)
    return dict(tallies), slowest


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--batch", required=True, help="the program that runs commands")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    batch = str(pathlib.Path(options.batch).resolve())
    share = -(-options.count // options.jobs)
    with multiprocessing.Pool(options.jobs) as pool:
        found = pool.starmap(campaign, [(batch, share, 1000 * options.seed + job) for job in range(options.jobs)])
    tallies, all_ = collections.defaultdict(Tally), Tally()
    for part, _ in found:
        for lie, tally in part.items():
            tallies[lie].add(tally)
            all_.add(tally)
    columns = "%-38s%10s" + "%11s" * len(NAMES) + "%8s%11s"
    print(columns % ("the last lie", "forged", *NAMES.values(), "WRONG", "slowest"))
    for lie, tally in [*sorted(tallies.items()), ("all", all_)]:
        verdicts = [tally.verdicts[verdict] for verdict in NAMES]
        print(columns % (lie.replace("_", " "), sum(tally.verdicts.values()), *verdicts, tally.wrong,
                         "%.3f s" % tally.slowest))
        assert tally.wrong or sum(verdicts) == sum(tally.verdicts.values())
    print("\nThe slowest took %.3f s: %s" % max(slowest for _, slowest in found))
    certified = all_.verdicts[certifier.CERTIFIED]
    if not 0 < 20 * certified < 19 * all_.verdicts[certifier.REJECTED]:
        print("too few are true, or too few are false: this shows nothing", file=sys.stderr)
        return 1
    return 1 if all_.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
