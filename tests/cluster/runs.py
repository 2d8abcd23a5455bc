#!/usr/bin/env python3
"""Whether a cluster says what one process says: runs.py [--waymark BINARY] --build DIR [--ranks 2 3 5] [--every N] [--cpp NAME...].

The models of the corpus, the Java examples and known bugs of C++ programs with their fixes are checked by one process and by
several ranks, with reduction and without, and in all ways to share states in turn: partitions, mappings, lookahead; with --all-ways in each of them.
Cycles are looked for in the models of tests/promela/liveness and in random Java programs, with fairness and without: the verdict
has to be that of one process, of what holds the number of states and transitions too, and a lasso has to replay; of what holds
there has to be a script that certifies.
Everything that is told but times and memory has to be the same, to the statements never executed; so have trails and, where
all holds, search scripts, byte for byte, which as many ranks then certify. Of states that are dropped when they move, only the
verdict has to be. Ranks must have had something to tell each other. Once in a while a line tells how far it has come.
"""
import argparse
import json
import shutil
import sys
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "random"), str(TESTS.parent / "tools")]
from compare import liveness  # noqa: E402
from java import formulas  # noqa: E402
from lib import HANGS, ROOT, cluster, java, native, processes, waymark  # noqa: E402
from lib.java import EXAMPLES  # noqa: E402

OWN = {"seconds", "memory_bytes", "bytes_per_state", "ranks", "workers", "next"}  # what differs between any two runs
TOLD_EVERY = 30  # seconds
# How ranks share states. What moves does so early: these programs are small.
SMALL = ["--tune", "move-at=100K"]
WAYS = [[], ["--tune", "partition=threads"], ["--tune", "partition=half"], ["--tune", "partition=counter"], ["--tune", "partition=counters"],
        ["--tune", "lookahead=1"], ["--tune", "lookahead=2", "--tune", "remember=0"], ["--tune", "lookahead=1", "--tune", "partition=half"],
        ["--tune", "mapping=balanced", "--tune", "partition=counter", *SMALL], ["--tune", "mapping=first", *SMALL],
        ["--tune", "mapping=shared", *SMALL], ["--tune", "mapping=shared", "--tune", "partition=counters", "--tune", "lookahead=1", *SMALL],
        ["--tune", "ask-first"], ["--tune", "ask-first", "--tune", "partition=threads"], ["--jobs", "2"], ["--jobs", "3", "--tune", "remember=0"],
        ["--jobs", "2", "--tune", "ask-first"], ["--jobs", "2", "--tune", "lookahead=1"]]
JAVA_WAYS = [*WAYS, ["--tune", "by-parts"], ["--tune", "by-parts", "--tune", "partition=threads"], ["--tune", "by-parts", "--jobs", "2"]]
CPP_WAYS = [[], ["--tune", "lookahead=1"], ["--tune", "ask-first"], ["--jobs", "2"]]
CYCLE_WAYS = [[], ["--tune", "remember=0"], ["--tune", "lookahead=1"], ["--jobs", "2"]]


class Subject:
    def __init__(self, name, how, program):
        self.name, self.how, self.program = name, how, program  # `how` is for check only

    def is_model(self):
        return "--classpath" not in self.program


def subjects(classes):
    for model in sorted((ROOT / "tests" / "promela" / "corpus").glob("*.pml")):
        for por, errors in (("on", "1"), ("off", "1"), ("off", "0")):
            how = ["--por", por, "--errors", errors]
            yield Subject(" ".join([model.name, *how]), ["--ltl", "none", *how], [model])
    for program in json.loads((EXAMPLES / "expected.json").read_text()):
        if "--search" in program.get("options", []):  # in another order than ranks have
            continue
        name = " ".join([program["main"], *program["args"]])
        invariants = [f"--invariant={i}" for i in program.get("invariants", [])]
        yield Subject(name, [], ["--classpath", classes, *program.get("options", []), *invariants, program["main"], *program["args"]])


def cpp_subjects(names):
    for name in names:
        program = native.CPP / f"{name}.cpp"
        yield Subject(name, [], [program, *native.asked(program)[1]])


def cycle_subjects(classes, programs):
    """What may not go on for ever; each with the options that one process and ranks are both asked with."""
    for model in sorted((ROOT / "tests" / "promela" / "liveness").glob("*.pml")):
        for kind, name in liveness.questions(model.read_text()):
            asked = ["--property", "none", "--ltl", name] if kind == "ltl" else ["--property", kind, "--ltl", "none"]
            for how in (["--por", "on"], ["--por", "off"], ["--por", "on", "--fair"], ["--por", "off", "--fair"]):
                yield Subject(" ".join([model.name, kind, name, *how]), [*asked, *how], [model])
    for name, formula in programs:
        how = ["--property", "none", "--ltl", formula]
        yield Subject(f"{name} {formula}", how, ["--classpath", classes, name])


def java_programs(where):
    """Random programs and formulas about them; compiled below `where`."""
    programs = [formulas.Program(seed) for seed in range(1, 5)]
    where.mkdir(parents=True)
    (where / "Pulse.java").write_text(formulas.PULSE)
    for program in programs:
        (where / f"{program.name}.java").write_text(program.text())
    java.compile(sorted(where.glob("*.java")), where / "classes")
    return [("Pulse", formula) for formula in ("[] !Pulse.up", "<> Pulse.above", "[] (Pulse.n <= 2)")] + \
        [(program.name, program.formula()) for program in programs for _ in range(2)]


def fault_of_cycle_script(binary, where, script, subject, ranks):
    """Of a search for cycles by so many ranks that holds; nothing where every program has what is asked."""
    if not script.exists():
        again = waymark.ask(binary, "check", "--script", where / "alone.way", *subject.how, *subject.program, limit=HANGS)
        return None if not (where / "alone.way").exists() and again.verdict == "holds" else "no script was written"
    fair = [word for word in subject.how if word == "--fair"]
    shown = cluster.ask(ranks, binary, "certify", "--script", script, *fair, *subject.program, limit=HANGS)
    return None if shown.verdict == "certified" else f"its script is not certified: {shown.verdict}: {shown.detail}"


def compare_cycles(binary, where, subject, ranks, way):
    """As compare(), of a search for cycles."""
    trail, script = where / "cycle.trail", where / "cycle.way"
    for old in (trail, script):
        old.unlink(missing_ok=True)
    one = waymark.ask(binary, "check", *subject.how, *subject.program, limit=HANGS)
    outputs_of = ["--trail", trail, "--script", script]
    many = cluster.ask(ranks, binary, "check", *way, *outputs_of, *subject.how, *subject.program, limit=HANGS)
    if one.done.code != many.done.code or one.verdict != many.verdict:
        return f"{many.verdict}, exit code {many.done.code}, instead of {one.verdict}: {many.done.last_words()}", 0
    if one.verdict == "holds":
        # Ranks go through the copies of states that fairness needs and an automaton with one set of accepting states; one
        # process that goes by components does without.
        for key in ("states", "transitions") if one.said["search"] == "nested" else ():
            if one.said["liveness"][0][key] != many.said["liveness"][0][key]:
                return f"{many.said['liveness'][0][key]} {key} instead of {one.said['liveness'][0][key]}", 0
        if one.said["unreached"] != many.said["unreached"]:
            return "other statements never executed", 0
        fault = fault_of_cycle_script(binary, where, script, subject, ranks)
        if fault:
            return fault, 0
    if one.verdict == "violation":
        if many.said["kind"] != one.said["kind"]:
            return f"{many.said['kind']} instead of {one.said['kind']}", 0
        again = waymark.ask(binary, "replay", "--trail", trail, *subject.program, limit=HANGS)
        if again.done.code != 1 or again.said.get("kind") != one.said["kind"]:
            return f"its trail does not replay: {again.done.code}, {again.done.last_words()}", 0
    return None, sum(rank["sent_states"] + rank["sent_again"] for rank in many.said["ranks"])


def outputs(where, name):
    return ["--trail", where / f"{name}.trail", "--script", where / f"{name}.way"]


def compare(binary, where, subject, ranks, way):
    """What is wrong, in one line; nothing if all is well. Also how many states and edges went from rank to rank."""
    for old in where.glob("*.*"):
        old.unlink()
    one = waymark.ask(binary, "check", *outputs(where, "one"), *subject.how, *subject.program, limit=HANGS)
    many = cluster.ask(ranks, binary, "check", *way, *outputs(where, "many"), *subject.how, *subject.program, limit=HANGS)
    if one.done.code != many.done.code or bool(one.said) != bool(many.said):
        return f"exit code {many.done.code} instead of {one.done.code}: {many.done.last_words()}", 0
    if not one.said:
        return (None, 0) if one.done.err == many.done.err else (f"'{many.done.err}' instead of '{one.done.err}'", 0)
    told = json.loads(json.dumps(many.said).replace("many.", "one."))
    for key in one.said:
        if key == "rests_on" and "ask-first" in way:
            one.said[key].append("128-bit fingerprints of states")
        if key not in OWN and told[key] != one.said[key]:
            return f"{key} is {told[key]} instead of {one.said[key]}", 0
    for kind in ("trail", "way"):
        files = [where / f"{who}.{kind}" for who in ("one", "many")]
        if files[0].exists() != files[1].exists() or (files[0].exists() and files[0].read_bytes() != files[1].read_bytes()):
            return f"another file by --{'script' if kind == 'way' else 'trail'}", 0
    if (where / "one.way").exists():
        shown = cluster.ask(ranks, binary, "certify", "--script", where / "one.way", *subject.program, limit=HANGS)
        if shown.verdict != "certified":
            return f"its script is not certified: {shown.verdict}: {shown.detail}", 0
    return None, sum(rank["sent_states"] + rank["sent_again"] + rank["moved_states"] for rank in many.said["ranks"])


def wrong_ends(binary, where, classes):
    """Runs that end without a verdict: the exit code, and one line that names the rank or the option; answers what is wrong."""
    dekker = ROOT / "tests" / "promela" / "liveness" / "dekker.pml"
    for kind, words in (("none", ["--shortest"]), ("none", ["--tune", "partition=counter"]), ("none", ["--tune", "mapping=first"]),
                        ("deadlock", ["--checkpoint", where / "cycles.kept"])):
        refused = cluster.ask(2, binary, "check", *words, "--property", kind, dekker, limit=HANGS)
        if refused.done.code != 2 or refused.verdict != "error" or refused.done.err.count("error:") != 1 or words[0] not in refused.done.err:
            yield f"cycles with {words[0]}: {refused.done.code}, {refused.done.out}, {refused.done.err}"
    model = ROOT / "tests" / "promela" / "corpus" / "leader_election.pml"
    parted = cluster.ask(2, binary, "check", "--tune", "by-parts", "--ltl", "none", model, limit=HANGS)
    if parted.done.code != 2 or "by-parts" not in parted.done.err:
        yield f"a model by parts: {parted.done.code}, {parted.done.out}, {parted.done.err}"
    unequal = [[binary, "check", "--ltl", "none", "--cluster", "--jobs", jobs, model] for jobs in (2, 3)]
    done = processes.run([*cluster.started(1, *unequal[0]), ":", "-n", 1, *unequal[1]], limit=HANGS)
    if done.code != 2 or done.out.strip() or "--jobs" not in done.err:
        yield f"processes with unequal --jobs: {done.code}, {done.out}, {done.err}"
    late = cluster.ask(3, binary, "check", "--time", "0.05s", "--classpath", classes, "RemoteAgent", limit=HANGS)
    if late.done.code != 3 or late.said or "error: rank " not in late.done.err:
        yield f"a rank whose time is over while it reads: {late.done.code}, {late.done.out}, {late.done.err}"
    changed = where / "changed" / model.name
    changed.parent.mkdir()
    changed.write_text(model.read_text().replace("init", "/* another */ init", 1) + "\nbyte one_more;\n")
    script = where / "fine.way"
    waymark.ask(binary, "check", "--ltl", "none", "--script", script, model)
    for words in (["check", "--ltl", "none"], ["certify", "--script", script]):
        each = [[binary, *words, "--cluster", program] for program in (model, changed)]
        done = processes.run([*cluster.started(1, *each[0]), ":", "-n", 1, *each[1]], limit=HANGS)
        if done.code != 2 or done.out.strip() or "rank 1 has another program" not in done.err:
            yield f"{words[0]} where a rank has another program: {done.code}, {done.out}, {done.err}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    waymark.add_option(parser)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--ranks", type=int, nargs="+", default=[2, 3, 5])
    parser.add_argument("--every", type=int, default=1, help="only every Nth program")
    parser.add_argument("--all-ways", action="store_true")
    parser.add_argument("--cpp", nargs="+", default=native.known(), help="which C++ programs")
    options = parser.parse_args()
    java.require()
    cluster.require()
    shutil.rmtree(options.build, ignore_errors=True)
    (options.build / "runs").mkdir(parents=True)
    binary = Path(options.waymark).resolve()
    classes = java.examples(options.build / "classes", binary.parent / "waymark-library.jar")
    asked = java_programs(options.build / "formulas")
    runs = faults = sent = 0
    for fault in wrong_ends(binary, options.build, classes):
        faults += 1
        print(fault, flush=True)
    every = [(subject, WAYS if subject.is_model() else JAVA_WAYS, compare) for subject in subjects(classes)]
    every += [(subject, CYCLE_WAYS, compare_cycles) for subject in cycle_subjects(options.build / "formulas" / "classes", asked)]
    chosen = every[::options.every] + [(subject, CPP_WAYS, compare) for subject in cpp_subjects(options.cpp)]
    told_at = time.monotonic()
    for turn, (subject, ways, comparing) in enumerate(chosen):
        for i, ranks in enumerate(options.ranks) if options.every == 1 else [(0, options.ranks[turn % len(options.ranks)])]:
            for way in ways if options.all_ways else [ways[(turn + 5 * i) % len(ways)]]:
                fault, told = comparing(binary, options.build / "runs", subject, ranks, way)
                runs, sent = runs + 1, sent + (told > 0)
                if fault:
                    faults += 1
                    print(f"{subject.name}, {ranks} ranks {' '.join(way)}: {fault}", flush=True)
                if time.monotonic() - told_at > TOLD_EVERY:
                    told_at = time.monotonic()
                    print(f"... {turn} of {len(chosen)} programs, {runs} runs, {faults} wrong; at {subject.name}", flush=True)
    print(f"{runs} runs by several ranks, in {sent} of which they had something to tell each other: {faults} wrong")
    sys.exit(1 if faults or 2 * sent < runs else 0)


if __name__ == "__main__":
    main()
