#!/usr/bin/env python3
"""Time, memory and signals end every command in every phase: each case is run under limits, and killed if it ignores them.

limits.py --waymark BINARY --bombs BINARY --build DIR [--only TEXT]. Cases are programs whose single steps, or whose start,
take for ever or allocate for ever; formulas whose automata do; and script files that are long to read (tests/certify/bombs.hpp).
Each has to end by itself: under --time with exit code 3, or 4 where a script is found out before; under --memory the
same, and without having held a fifth more; after SIGINT with exit code 3. How soon is judged generously: this is
against hanging, on a machine that may have other things to do."""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS  # noqa: E402

SECONDS = 1  # given to --time
MEMORY = 300  # MB, given to --memory
OWN = 48  # MB of a process that has hardly begun
INCOMPLETE, REJECTED = 3, 4

PROGRAMS = {
    "Rounds": "long s = 0; for (long i = 0; i < 3_000_000_000L; i++) s += i; System.out.println(s);",
    "Hoards": "java.util.ArrayList<Object> all = new java.util.ArrayList<>(); while (true) all.add(new int[1000]);",
    "Chains": "Object[] last = null; while (true) { Object[] next = new Object[1]; next[0] = last; last = next; }",
    "Cubes": "Object all = new int[1000][1000][1000]; System.out.println(all);",
    "Copies": "int[] all = new int[1 << 24]; for (int i = 0; ; i++) System.arraycopy(all, 0, all, 1, all.length - 1);",
    "Words": "String word = \"word\"; while (true) word = word + word + word.hashCode();",
    "Interned": "for (long i = 0; ; i++) (\"a rather long text that is kept for ever, with a number \" + i).intern();",
    "Calls": "int n = 0; while (true) n = Integer.parseInt(String.valueOf(n & 1023)) + 1;",
}
STARTS = {
    "Begins": "static int x; static { while (x >= 0) x = (x + 1) & 0x7FFFFFFF; }",
    "Fills": "static java.util.ArrayList<Object> all = new java.util.ArrayList<>(); static { while (all != null) all.add(new long[500]); }",
}
MODELS = {
    "rounds.pml": "int x; active proctype P() { d_step { do :: x >= 0 -> x = (x + 1) & 65535 :: x < 0 -> break od } }",
    "dances.pml": "int x; active proctype P() { atomic { do :: x = (x + 1) & 65535 od } }",
    "polls.pml": "chan c = [255] of { byte }; int x; active proctype P() { d_step { do :: len(c) < 255 -> c!1 :: else -> break od; "
                 "do :: c??[2] -> break :: else -> x = 1 - x od } }",
    "large.pml": "int a, b, c; active proctype P() { do :: a++ :: b++ :: c++ od }",
}
# Each has few words and an automaton of very many states.
FORMULA = " && ".join(f"([] <> p{i} -> [] <> q{i})" for i in range(9))
EQUIVALENCES = " <-> ".join(f"<> p{i}" for i in range(40))


class Case:
    def __init__(self, name, words, memory=False, early=(), work=HANGS):
        self.name, self.words, self.memory, self.early, self.work = name, words, memory, early, work


def java_cases(build):
    classes = build / "classes"
    classes.mkdir()
    for name, body in PROGRAMS.items():
        (build / f"{name}.java").write_text(f"public class {name} {{ public static void main(String[] words) {{ {body} }} }}\n")
    for name, body in STARTS.items():
        (build / f"{name}.java").write_text(f"public class {name} {{ {body} public static void main(String[] words) {{ System.out.println(1); }} }}\n")
    subprocess.run(["javac", "-d", classes, *build.glob("*.java")], check=True)
    hungry = {"Hoards", "Chains", "Cubes", "Words", "Interned", "Fills"}
    for name in [*PROGRAMS, *STARTS]:
        yield Case(f"check {name}", ["check", "--classpath", classes, name], memory=name in hungry)
    yield Case("check without reduction Rounds", ["check", "--por", "off", "--classpath", classes, "Rounds"])
    yield Case("simulate Rounds", ["simulate", "--steps", "1000000", "--classpath", classes, "Rounds"])
    yield Case("debug Copies", ["debug", "--classpath", classes, "Copies"])
    yield Case("debug Fills", ["debug", "--classpath", classes, "Fills"], memory=True)
    yield Case("step Copies", ["step", "--classpath", classes, "Copies"])
    yield Case("step Hoards", ["step", "--classpath", classes, "Hoards"], memory=True)
    yield Case("coverage Hoards", ["coverage", "--classpath", classes, "Hoards"], memory=True)
    yield Case("swarm of Rounds", ["check", "--swarm", "4", "--jobs", "2", "--classpath", classes, "Rounds"])
    yield Case("formula over Rounds", ["check", "--ltl", "<> false", "--property", "none", "--classpath", classes, "Rounds"], early=(1,))


def promela_cases(build):
    for name, text in MODELS.items():
        (build / name).write_text(text + "\n")
    for name in ["rounds.pml", "dances.pml", "polls.pml"]:
        # It is given up as endless after so many statements, which the machine may reach first.
        yield Case(f"check {name}", ["check", build / name], early=(0, 1, 2, INCOMPLETE))
    for how in [["--store", "cache"], ["--search", "dfs"], ["--hunt"], ["--swarm", "3"], ["--ltl", "[] <> (a == 3)"],
                ["--ltl", "<> (a < 0 && a > 0)", "--shortest"], ["--store", "auto"], ["--store", "tree"]]:
        yield Case(f"check large.pml {' '.join(how)}", ["check", build / "large.pml", *how], memory="--swarm" not in how and "--hunt" not in how,
                   early=(1,) if "--hunt" in how or "--ltl" in how or "--store" in how else ())
    macros = "#define A0 x++;\n" + "".join(f"#define A{i} A{i - 1} A{i - 1}\n" for i in range(1, 30))
    (build / "macros.pml").write_text(macros + "int x; active proctype P() { A29 }\n")
    yield Case("check macros.pml", ["check", build / "macros.pml"], early=(2,))
    # Z3 is asked about products for hours.
    products = " ".join(f":: x * y * x == {i} -> x = x * y * y + {i}; y = y * x * x" for i in range(40))
    (build / "products.pml").write_text(f"int x, y; active proctype P() {{ do {products} od }}\n")
    yield Case("check --abstract products.pml", ["check", build / "products.pml", "--abstract", "y:sign", "--abstract",
                                                 "x:{x * y < 7, x * x * y == 49, x * y * y > 100},sign,0..3"], early=(2,))
    yield Case("simulate large.pml", ["simulate", "--steps", "1000000000", build / "large.pml"])


def c_cases(build):
    rows = "".join(f"#define A{i} A{i - 1} A{i - 1}\n" for i in range(1, 40))
    (build / "macros.c").write_text(f"#define A0 x++,\n{rows}int x;\nint main(void) {{ A39 x; return 0; }}\n")
    yield Case("extract macros.c", ["extract", build / "macros.c", "-o", build / "macros-of-c.pml"], memory=True, early=(2,))


def formula_cases(build):
    for name, formula in [("fairness", FORMULA), ("equivalences", EQUIVALENCES)]:
        yield Case(f"ltl {name}", ["ltl", formula], early=(2,))
    spelt = FORMULA
    for i in range(9):
        spelt = spelt.replace(f"p{i}", f"(a == {i})").replace(f"q{i}", f"(b == {i})")
    yield Case("check --ltl", ["check", build / "large.pml", "--property", "none", "--ltl", spelt], early=(2,))


def other_cases(build):
    """Steps with a number of ways that doubles with each choice; a few states with thousands of edges; files that unpack or nest."""
    levels = 40
    ways = "".join(f"{i} {i + 1}\n{i} {i + 1}\n" for i in range(levels)) + "".join(f"pass {i}\n" for i in range(1, levels))
    (build / "dag.graph").write_text(ways + f"end {levels}\n")
    for command in ["check", "graph", "coverage", "simulate"]:
        yield Case(f"{command} dag.graph", [command, build / "dag.graph"], memory=command != "simulate", early=(0,) if command == "simulate" else ())
    # Its negation has few states, and edges for all ways to make 12 alternatives true.
    either = " && ".join(f"(a == {i} || b == {i})" for i in range(12))
    yield Case("check --ltl, few states with many edges", ["check", build / "large.pml", "--property", "none", "--ltl", f"!([] <> ({either}))"],
               early=(1,), work=2.5)
    (build / "deep.json").write_text("[" * (15 << 20))
    for name, words in [("report deep.json", ["report", build / "deep.json", "--html", build / "page.html"]),
                        ("replay a trail that nests", ["replay", build / "large.pml", "--trail", build / "deep.json"])]:
        yield Case(name, words, memory=True, early=(2,))
    (build / "any.trail").write_text('{"waymark": "trail", "version": 1, "program": "macros.pml", "digest": "00", "invariants": [], '
                                     '"violation": {"kind": "deadlock", "detail": "", "location": ""}, "choices": []}')
    for command, more in [("replay", ["--trail", build / "any.trail"]), ("slice", []), ("abstract", ["--abstract", "x:sign"]), ("graph", [])]:
        yield Case(f"{command} macros.pml", [command, build / "macros.pml", *more], early=(2,))
    with zipfile.ZipFile(build / "bomb.jar", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as jar:
        for i in range(8):
            jar.writestr(f"zeros{i}", bytes(50 << 20))
    classes = build / "classes"
    yield Case("check --files bomb.jar", ["check", "--classpath", f"{classes}:{build / 'bomb.jar'}", "--files", build / "bomb.jar", "Rounds"],
               memory=True, early=(2,))


def command_of(words):
    return " ".join(words[:2]) if words[0] == "script" else words[0]


def limited_commands(waymark):
    """All that have --time, but for mcp: there it is the limit of calls, which are commands (tests/cli/mcp.py)."""
    def printed(*words):
        return subprocess.run([waymark, *words], check=True, capture_output=True, text=True).stdout

    def names(text):
        return re.findall(r"^  (?:script )?([a-z]+)  ", text.split("Commands:")[1].split("Options:")[0], re.M)

    commands = [[name] for name in names(printed("--help")) if name != "script"]
    commands += [["script", name] for name in names(printed("script", "--help"))]
    return {" ".join(words) for words in commands if words != ["mcp"] and "--time" in printed(*words, "--help", "all")}


def script_cases(waymark, bombs, build):
    model = build / "circle.pml"
    model.write_text("active proctype P() { byte x; do :: x++ od }\n")
    true = build / "circle.way"
    subprocess.run([waymark, "check", model, "--por", "off", "--script", true, "--quiet"], check=True, stdout=subprocess.DEVNULL)
    folder = build / "bombs"
    folder.mkdir()
    lines = subprocess.run([bombs, true, folder], check=True, capture_output=True, text=True).stdout.splitlines()
    found_out = (REJECTED,)
    for line in lines:
        form, name, *files = line.split("\t")
        scripts = [word for file in files for word in ("--script", file)]
        for jobs in ["1", "2"]:
            yield Case(f"certify --jobs {jobs}: {name}", ["certify", model, *scripts, "--jobs", jobs], memory=True, early=found_out)
        if form == "ids":
            yield Case(f"certify --tune cut=subtree: {name}", ["certify", model, *scripts, "--jobs", "2", "--tune", "cut=subtree"], memory=True, early=found_out)
        if len(files) == 1:
            yield Case(f"script info: {name}", ["script", "info", "-k", "3", files[0]], memory=True, early=(0, REJECTED))
            if form == "lean":
                yield Case(f"script kernel: {name}", ["script", "kernel", model, *scripts, "-o", build / "out.k"], memory=True, early=found_out)
                yield Case(f"script trustful: {name}", ["script", "trustful", model, *scripts, "-o", build / "out.way"], memory=True, early=found_out)
        yield Case(f"script split: {name}", ["script", "split", *files, *(["-k", "3"] if len(files) == 1 else []), "-o", build / "split"],
                   memory=True, early=(0, REJECTED))
    for command in ["sign", "verify"]:
        yield Case(f"script {command}: holes", ["script", command, folder / "holes.way", "--key", "/dev/null"], early=(2,))


def run(waymark, words, interrupt=None):
    """(exit code or None if it had to be killed, seconds, those of a processor, MB at most, what it said)."""
    began = time.monotonic()
    child = subprocess.Popen([str(word) for word in [waymark, *words]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    said = []
    reader = threading.Thread(target=lambda: said.append(child.stdout.read(2000) or b"") or drain(child.stdout))
    reader.start()
    killer = threading.Timer(HANGS, lambda: os.kill(child.pid, signal.SIGKILL))
    killer.start()
    hand = threading.Timer(interrupt, lambda: os.kill(child.pid, signal.SIGINT)) if interrupt is not None else None
    if hand:
        hand.start()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    killer.cancel()
    if hand:
        hand.cancel()
        hand.join()
    killer.join()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    reader.join()
    code = None if child.returncode == -signal.SIGKILL else child.returncode
    return code, time.monotonic() - began, usage.ru_utime, usage.ru_maxrss / 1024, b"".join(said).decode(errors="replace")


def drain(stream):
    while stream.read(1 << 20):
        pass


def faults(waymark, case):
    """What is wrong with how the case ended, and what it took."""
    tries = [("--time", [*case.words, "--time", f"{SECONDS}s", "--memory", "8G" if not case.memory else "2G"], None)]
    if case.memory:
        tries.append(("--memory", [*case.words, "--memory", f"{MEMORY}M", "--time", f"{4 * SECONDS}s"], None))
    tries.append(("SIGINT", [*case.words, "--memory", "2G"], SECONDS / 2))
    for what, words, interrupt in tries:
        code, seconds, work, held, said = run(waymark, words, interrupt)
        shown = f"{what}: exit code {code}, {seconds:.1f} s, {held:.0f} MB"
        wrong = []
        if code is None:
            wrong.append("hangs")
        elif code != INCOMPLETE and code not in case.early:
            wrong.append(f"ended with {code}: {said[:300]}")
        if work > case.work:
            wrong.append(f"worked for {work:.1f} s")
        if what == "--memory" and held > 1.2 * MEMORY + OWN:
            wrong.append("holds too much")
        yield shown, wrong


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--waymark", required=True)
    options.add_argument("--bombs", required=True)
    options.add_argument("--build", type=pathlib.Path, required=True)
    options.add_argument("--only", default="", help="cases whose names contain this")
    options.add_argument("--every", type=int, default=1, help="only every so many-th case")
    options.add_argument("--verbose", action="store_true")
    given = options.parse_args()
    shutil.rmtree(given.build, ignore_errors=True)
    given.build.mkdir(parents=True)
    build = given.build.resolve()
    cases = [*java_cases(build), *promela_cases(build), *c_cases(build), *formula_cases(build), *other_cases(build), *script_cases(given.waymark, given.bombs, build)]
    unlimited = limited_commands(given.waymark) - {command_of(case.words) for case in cases}
    if unlimited:
        sys.exit(f"no case runs into the limits of {', '.join(sorted(unlimited))}")
    cases = [case for case in cases if given.only in case.name][::given.every]
    failed = ran = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for case, judged in zip(cases, pool.map(lambda case: list(faults(given.waymark, case)), cases)):
            for shown, wrong in judged:
                ran += 1
                failed += bool(wrong)
                if given.verbose or wrong:
                    print(f"{case.name}: {shown}{''.join(f': {fault}' for fault in wrong)}", flush=True)
    shutil.rmtree(given.build, ignore_errors=True)
    print(f"{ran} runs under limits, {failed} of them wrong")
    return 1 if failed or not ran else 0


if __name__ == "__main__":
    sys.exit(main())
