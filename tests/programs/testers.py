"""Ways to test a program. Each asks the same question in another way, and says to which programs it does not apply and why.

The tester `plain` comes first, always: its answer is what the others have to repeat. A combination that Waymark refuses is no
failure only if the tester's `unfit` names it; any other refusal is one.
"""
import hashlib
import re
import shlex
import shutil
from dataclasses import dataclass
from typing import Callable

from case import Fault, answer_of, as_expected, kept, told
from lib import HANGS, ROOT, cluster, java, spin

KERNEL = ROOT / "build" / "kernel" / "waymark-kernel"
RUNS = 3  # of a native program
STEPS = "10000000"  # of a simulation
SEEDS = ("1", "2")
SEARCHED = ("holds", "violated")  # verdicts that do not depend on the way to search
MAY_OMIT = ("hash-compact", "bitstate")
STORES = ("exact", "tree", "disk", "cache", *MAY_OMIT, "auto")
# Options that choose the search themselves; each is refused beside another one that does, or takes its place.
OF_SEARCHES = ("--hunt", "--swarm", "--estimate", "--preemptions", "--depth", "--states")
WITHOUT_REDUCTION = ("--por", "--library", "--library-package", "--weak", "--carriers", "--shortest")


def lines(text):
    return [line.strip() for line in text.strip().splitlines()]


def compare_output(case, text, more_may_follow=False):
    wanted = case.program.output
    found = lines(text)
    if wanted and wanted != (found[:len(wanted)] if more_may_follow else found):
        raise Fault(f"the output {wanted}", f"{found}")


def plain(case, way):
    """The verdict, its kind, the number of states and the output are those of the header; what is violated replays."""
    trail = case.folder / "plain.trail"
    case.plain = case.ask("check", *(["--trail", trail] if case.program.verdict == "violated" else []))
    if not as_expected(case.program, case.plain):
        raise Fault(case.program.expected, told(case.plain))
    if case.program.states not in (None, case.plain.said.get("states")):
        raise Fault(f"{case.program.states} states", f"{case.plain.said.get('states')}")
    if case.program.verdict == "violated":
        replayed = case.ask("replay", "--trail", trail)
        if told(replayed) != told(case.plain):
            raise Fault(f"a trail that replays to {told(case.plain)}", told(replayed))
    for seed in SEEDS if case.program.output else ():
        done = case.run(case.binary, "simulate", "--output", "--steps", STEPS, "--seed", seed, *case.words("simulate"))
        if done.code != 0:
            raise Fault("a simulation that ends with 0", f"{done.code}: {done.last_words()}")
        compare_output(case, done.out)


def fixed(case, *options):
    """Why it cannot be asked in another way: the verdict is about the way itself, or the header chooses it."""
    if case.program.verdict not in SEARCHED:
        return f"the verdict is {case.program.verdict}"
    given = [one for one in (*OF_SEARCHES, *options) if case.program.given(one)]
    return f"the header gives {given[0]}" if given else None


def has_cycles(case):
    return bool(case.plain.said.get("liveness"))


def unfit_for_whole(case, way):
    return fixed(case, *WITHOUT_REDUCTION)


def whole(case, way):
    """Without reduction the verdict is the same."""
    case.agree(case.ask("check", "--por", "off"), states=False)


def unfit_for_stores(case, way):
    if way in ("disk", "cache") and has_cycles(case):
        return "a search for cycles"
    never = {"disk": ("--errors", "--search", "--shortest"), "cache": ("--shortest",), **dict.fromkeys(MAY_OMIT, ("--shortest",))}
    return fixed(case, "--store", *never.get(way, ()))


def stores(case, way):
    """In every store the verdict is the same, and in those that forget nothing so is the number of states. A store that may
    omit states proves nothing: what holds is incomplete there."""
    answer = case.ask("check", "--store", way, *(["--disk", case.folder] if way == "disk" else []))
    if way in MAY_OMIT and case.program.verdict == "holds":
        if answer.said.get("reason") != "omissions" or answer.said["states"] > case.plain.said["states"]:
            raise Fault(f"incomplete, for omissions, with at most {case.plain.said['states']} states",
                        f"{told(answer)}, {answer.said.get('states')} states")
    else:
        case.agree(answer, states=way not in ("cache", *MAY_OMIT) and not has_cycles(case))


def unfit_for_jobs(case, way):
    return fixed(case, "--jobs", "--search")


def jobs(case, way):
    """One worker and two say the same."""
    for number in ("1", "2"):
        case.agree(case.ask("check", "--jobs", number), states=not has_cycles(case))


def unfit_for_ranks(case, way):
    if not shutil.which("mpirun"):
        return "there is no mpirun"
    return fixed(case, "--jobs", "--search", "--store", "--shortest")


def travel(case, way):
    """Two processes, between which states travel, say what one says."""
    options = ["--json", "--cluster", *case.words("check")]
    answer = answer_of(case.run(*cluster.started(2, case.binary, "check", *options)))
    case.agree(answer, states=not has_cycles(case))


def unfit_for_certificates(case, way):
    if case.program.verdict != "holds":
        return f"the verdict is {case.program.verdict}"
    return fixed(case, "--store")


def certify(case, way):
    """What holds has scripts that certify, and that do not fit another program."""
    recorded = case.ask("check", "--script", case.folder / "all.way")
    case.agree(recorded)
    scripts = recorded.said.get("scripts") or []
    cycles = recorded.said.get("liveness", [])
    # A script of cycles tells its question itself; it says nothing about states, and the other way around.
    asked = kept(case.program.options, lambda name: name not in (("--ltl", "--fair", "--property") if cycles else ("--ltl",)))
    for script in scripts:
        shown = case.ask("certify", "--script", script, options=asked)
        if shown.verdict != "certified" or (shown.done.code != 0 and not cycles):
            raise Fault(f"{script} certified", f"{shown.verdict}, exit code {shown.done.code}: {shown.detail}")
    if len(scripts) < max(1, len(cycles)):
        raise Fault(f"{max(1, len(cycles))} scripts", f"{scripts}")
    if case.program.language == "promela" and not case.program.more:
        changed = case.folder / case.program.path.name
        changed.write_text(case.program.path.read_text() + "\nbyte one_variable_more;\n")
        words = [str(changed) if word == str(case.program.path) else word for word in case.words("certify", asked)]
        done = case.run(case.binary, "certify", "--script", scripts[0], *words)
        if done.code != 4:
            raise Fault("a script that is rejected for another program", f"exit code {done.code}: {done.last_words()}")


def unfit_for_native_runs(case, way):
    if case.program.verdict != "holds":
        return f"the verdict is {case.program.verdict}"
    if case.program.language == "promela":
        return "Promela is not compiled; the tester spin is for it"
    if "__VERIFIER_" in case.program.path.read_text():
        return "it asks for inputs"
    return fixed(case, "--entry", "--test", "--linearizable", "--stdin", "--files", "--env", "--compile-commands", "--overflow")


def native(case, way):
    """The program as compilers and machines have it fails in no run, and prints the expected output."""
    command = java_command(case) if case.program.language == "java" else [compiled(case)]
    for _ in range(RUNS):
        done = case.run(*command, *case.program.arguments)
        if done.code < 0 or "Exception in thread" in done.err:
            raise Fault("a native run that does not fail", f"{done.code}: {done.last_words()}")
        compare_output(case, done.out)


def values_of(case, *names):
    """[(name, value)] of these options in the header."""
    words, found = case.program.options, []
    for word, after in zip(words, [*words[1:], ""]):
        name, equals, value = word.partition("=")
        if name in names:
            found.append((name, value if equals else after))
    return found


def java_command(case):
    defined = [f"-D{value}" for _, value in values_of(case, "-D", "--define")]
    return ["java", "-ea", *java.BRIEF, *defined, "-cp", case.classes, case.program.main_class]


# Options of Waymark, and what they are for a compiler.
FLAGS = {"-D": "-D", "--define": "-D", "-I": "-I", "--include": "-I", "-std": "-std=", "--std": "-std=", "--cflags": ""}


def compiled(case):
    """The program, by the compiler that the header names, or by GCC."""
    cpp, flags = case.program.language == "cpp", []
    for name, value in values_of(case, *FLAGS):
        flags += shlex.split(FLAGS[name] + value)
    named = [value for _, value in values_of(case, "--compiler")]
    compiler = [*named, *(["-lstdc++"] if cpp else [])] if named else ["g++" if cpp else "gcc"]
    target = case.folder / "native"
    done = case.run(compiler[0], "-w", "-pthread", *flags, "-o", target, case.program.path, *case.program.more, *compiler[1:])
    if done.code:
        raise Fault("a program that compiles natively", done.last_words())
    return target


# What Spin's verifier is asked for, and no formula, claim or property besides.
PEER_OPTIONS = ("-D", "--define", "--por", "--search", "--errors", "--store", "--jobs", "--ltl", "--claim")


def unfit_for_peers(case, way):
    """Of those that judge a Promela program by themselves: deadlocks and assertions in states, nothing else."""
    if case.program.language != "promela":
        return "it is not in Promela"
    if not set(case.program.said) <= {"deadlock", "assertion"} or case.program.verdict not in SEARCHED:
        return f"the verdict is {case.program.expected}"
    others = [word for word in case.program.options if word.startswith("-") and word.split("=", 1)[0] not in PEER_OPTIONS]
    if others:
        return f"the header gives {others[0]}"
    return "claims and formulas" if has_cycles(case) or re.search(r"\b(never|ltl)\b", case.program.path.read_text()) else None


def unfit_for_spin(case, way):
    return "there is no spin" if not shutil.which("spin") else unfit_for_peers(case, way)


def spins(case, way):
    """Spin finds an error only where one is expected, counts as many states past all errors, and prints the output."""
    macros = [value for _, value in values_of(case, "-D", "--define")]
    model = case.program.path.resolve()
    case.command = ["spin", "-search", *[f"-D{one}" for one in macros], str(model)]
    try:
        verifier = spin.Verifier(case.folder, model, macros, limit=HANGS)
        verifier.compile("tcc" if shutil.which("tcc") else "gcc", "-DSAFETY", "-DNOREDUCE")
        out = spin.finished(verifier.search("-c0").out)
    except spin.NoAnswer as why:
        raise Fault("an answer of Spin", str(why)) from None
    errors, states = spin.errors(out), spin.states(out)
    if (errors == 0) != (case.program.verdict == "holds"):
        raise Fault(case.program.expected, f"{errors} errors by Spin")
    defined = [word for one in macros for word in ("-D", one)]
    answer = case.ask("check", *defined, "--por", "off", "--errors", "0", options=[])
    if answer.said.get("states") != states:
        raise Fault(f"{states} states by Spin", f"{answer.said.get('states')}")
    if case.program.output:
        done = case.run("spin", "-T", *[f"-D{one}" for one in macros], model, where=case.folder)
        compare_output(case, done.out, more_may_follow=True)


def unfit_for_the_kernel(case, way):
    return f"there is no {KERNEL.name}; `make kernel` makes it" if not KERNEL.exists() else unfit_for_peers(case, way)


def kernel(case, way):
    """The verified kernel finds the same verdict, and certifies what holds."""
    script, text = case.folder / "kernel.way", case.folder / "kernel.k"
    macros = [word for _, value in values_of(case, "-D", "--define") for word in ("-D", value)]
    holds = case.program.verdict == "holds"
    recorded = ["--script", script] if holds else []
    case.ask("check", *macros, "--por", "off", "--ltl", "none", *recorded, options=[])
    done = case.run(case.binary, "script", "kernel", *macros, *recorded, "-o", text, case.program.path)
    if done.code:
        raise Fault("a text for the kernel", done.last_words())
    for how in [[], ["--explore"]] if holds else [["--explore"]]:
        said = case.run(KERNEL, *how, text)
        if said.code != (0 if holds else 1):
            raise Fault(f"exit code {0 if holds else 1} of the kernel", f"{said.code}: {said.last_words()}")


@dataclass
class Tester:
    name: str
    run: Callable  # (case, way), raises a Fault
    unfit: Callable = lambda case, way: None  # why it does not apply, if it does not
    ways: tuple = ("",)

    def fitting(self, case):
        return [way for way in self.ways if self.unfit(case, way) is None]


PLAIN = Tester("plain", plain)
ROTATING = [Tester("por-off", whole, unfit_for_whole),
            Tester("stores", stores, unfit_for_stores, STORES),
            Tester("jobs", jobs, unfit_for_jobs),
            Tester("certify", certify, unfit_for_certificates),
            Tester("travel", travel, unfit_for_ranks),
            Tester("native", native, unfit_for_native_runs),
            Tester("spin", spins, unfit_for_spin),
            Tester("kernel", kernel, unfit_for_the_kernel)]


def rank(*words):
    return hashlib.sha256(" ".join(words).encode()).digest()


def choose(name, seed, count, fitting):
    """So many of the testers that apply, each with one of its ways: [(tester's name, way)]. The program's name and the seed
    decide. A tester that comes or goes changes no other's rank."""
    ranked = sorted((tester for tester, ways in fitting.items() if ways), key=lambda tester: rank(name, seed, tester))
    return [(tester, min(fitting[tester], key=lambda way: rank(name, seed, tester, way))) for tester in ranked[:count]]


def all_of(fitting):
    return [(tester, way) for tester, ways in fitting.items() for way in ways]
