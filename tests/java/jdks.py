#!/usr/bin/env python3
"""Runs the suites of tests/java on every newer JDK that is found: their verdicts and outputs have to be those of JDK 17.

jdks.py --waymark BINARY --build DIR [--runners DIR] [--share]. JDKs are those of /usr/lib/jvm, and those that JAVA21_HOME,
JAVA25_HOME and so on name. Each suite says what it expects, or asks the JVM of the JDK that it runs on. What is not as
expected is counted as refused, if Waymark refuses the program, or as different. With --share, a few programs only.
Skipped without a newer JDK.
"""
import argparse
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, ROOT, java, processes, waymark  # noqa: E402

HERE = ROOT / "tests" / "java"
# Programs of each suite, by the last line that it prints.
COUNT = re.compile(r"^\d+ of (\d+) (?:litmus )?programs (?:print|have)|^(\d+)(?: of \d+)? (?:programs|features|tests|questions)", re.MULTILINE)
FAULT = re.compile(r"^(?!java|Exception|Note)(?:check |certify )?(?:[a-z]+\.)?[A-Z][\w$#\[\]]*(?: [^\n:]*)?: .*$", re.MULTILINE)
# Differences that are meant, each with its reason.
KNOWN = {
    "ReflectMethodFaults": "messages of wrong reflective calls are those of JDK 17; newer ones come from method handles",
    "AsksByteView": "an exception, as on the JVM: since JDK 23 arrays of bytes have plain accesses only",
    "Generators": "holds: since JDK 19 the generators are in java.base",
}
REFUSED = ("refused instead of", "not supported", "exit code 2", "error instead of")


def suites(runners, share):
    """(name, words of the command)."""
    yield "newer", ["everyday.py", "--suite", "newer"]
    if share:
        yield "everyday", ["everyday.py", "--share", "0/12"]
        return
    yield "conformance", ["conformance.py"]
    for suite in ("everyday", "today", "aside"):
        yield suite, ["everyday.py", "--suite", suite]
    for name in ("features", "meaning", "junit"):
        yield name, [f"{name}.py"]
    if runners:
        yield "litmus", ["litmus.py", "--runner", str(runners / "litmus_runner")]
        yield "library", ["library.py", "--runner", str(runners / "library_runner")]


def run(binary, build, home, name, words):
    """(how many programs, the lines about those that are not as expected)."""
    given = [] if "--runner" in words else ["--waymark", str(binary)]
    command = [sys.executable, "-B", str(HERE / words[0]), *words[1:], *given, "--build", str(build / name)]
    ran = subprocess.run(command, env=java.environment(home), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    counts = COUNT.findall(ran.stdout)
    programs = int(next(filter(None, counts[-1]))) if counts else 0
    faults = [line for line in FAULT.findall(ran.stdout) if not COUNT.match(line)] if ran.returncode else []
    if ran.returncode and not faults:
        faults = [f"{name}: ends with {ran.returncode}: {ran.stdout.strip()[-300:]}"]
    return programs, faults


def launch(binary, build, home):
    """The programs of newer/launched, as `run` says: they print what they print on the JVM, in every schedule, and hold."""
    environment, classes = java.environment(home), build / "launched" / "classes"
    sources = sorted((HERE / "newer" / "launched").glob("*.java"))
    preview = ["--enable-preview", "--release", "25"]
    subprocess.run([home / "bin" / "javac", *(f"-J{it}" for it in java.BRIEF), "-nowarn", *preview, "-d", classes, *sources], env=environment, check=True, stderr=subprocess.DEVNULL)
    faults = []
    for name in (path.stem for path in sources):
        wanted = subprocess.run([home / "bin" / "java", "--enable-preview", "-cp", classes, name], env=environment, capture_output=True, text=True)
        words = ["--jdk", str(home), "--classpath", str(classes), name]
        printed = processes.run([binary, "simulate", "--output", "--steps", "100000", *words], limit=HANGS)
        if printed.out != wanted.stdout or wanted.returncode:
            faults.append(f"{name}: printed {printed.out!r} instead of {wanted.stdout!r}: {printed.last_words()}")
        verdict = waymark.ask(binary, "check", *words, limit=HANGS).verdict
        if verdict != "holds":
            faults.append(f"{name}: {verdict} instead of holds")
    for older in (other for number, other in java.installed().items() if number < 25):
        refused = processes.run([binary, "check", "--jdk", older, "--classpath", classes, sources[0].stem], limit=HANGS)
        if refused.code != 2 or "is compiled for Java 25, but the JDK is" not in refused.err:
            faults.append(f"{sources[0].stem}: ends with {refused.code} on an older JDK, which cannot run it")
    return len(sources), faults


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    waymark.add_option(options)
    options.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "java-jdks")
    options.add_argument("--runners", type=pathlib.Path, help="where litmus_runner and library_runner are")
    options.add_argument("--share", action="store_true", help="a few programs only")
    args = options.parse_args()
    newer = {number: home for number, home in java.installed().items() if number > 17}
    if not newer:
        print("skipped: suites on newer JDKs, for want of one in /usr/lib/jvm or JAVA25_HOME")
        sys.exit(77)
    wrong = 0
    for number, home in sorted(newer.items()):
        build = args.build / str(number)
        for name, words in [*suites(args.runners, args.share), *([("launched", None)] if number == 25 else [])]:
            programs, faults = run(args.waymark, build, home, name, words) if words else launch(args.waymark, build, home)
            known = [line for line in faults if line.split(":")[0] in KNOWN]
            faults = [line for line in faults if line not in known]
            for line in known:
                print(f"  known: {line.split(':')[0]}: {KNOWN[line.split(':')[0]]}")
            refused = [line for line in faults if any(sign in line for sign in REFUSED)]
            for line in faults:
                print(f"  {line}")
            equal = max(programs - len(faults) - len(known), 0)
            print(f"JDK {number}, {name}: {equal} equal, {len(refused)} refused, {len(faults) - len(refused) + len(known)} different")
            wrong += len(faults)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
