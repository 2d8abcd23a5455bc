#!/usr/bin/env python3
"""Checks the programs of tests/java/everyday: what Java engineers write, each with its verdict in the comment before it.

everyday.py --waymark BINARY --build DIR [--suite SUITE] [--share N/M] [--certify] [NAME...]. A suite is a folder of tests/java and the
package of its programs: everyday; today, with one feature of the JDK each; aside, with the same features in other programs; newer, with what
came after JDK 17; jars, on libraries of Debian (`tools/packages.sh jars`). A file that begins with `// since JDK N` is left out on older ones.
Classes whose names begin with Absent are deleted after they are compiled. The comment before a program's class has lines
    // VERDICT[, sequential]: what it is     holds, the kind of violation (assertion, exception, deadlock), or refused
    // with: OPTIONS                         of waymark check
    // arguments: WORDS                      of the program
    // environment: NAME=VALUE ...           that the JVM gets, as variables and as properties
in which DATA is the folder of their files, which is on the class path too, and CLASSES that of their classes. A sequential program also has to print what it prints on the JVM, where the
exception that ends it is the last line.

With --certify it is asked instead whether verdicts agree: in every way to take calls and time-outs what holds is certified, and
what holds with calls as one step is not violated with calls in steps, as far as these have few enough states, nor the other way round.
"""
import argparse
import concurrent.futures
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, ROOT, files, java, processes, waymark  # noqa: E402

SUITES = {"everyday": "everyday", "today": "today", "aside": "today", "newer": "everyday", "jars": "everyday"}  # each with the one whose data it reads
JARS = ("guava commons-lang3 commons-pool2 commons-collections4 commons-io commons-logging disruptor jctools-core netty-buffer netty-common"
        " slf4j-api log4j-api assertj-core mockito-core byte-buddy byte-buddy-agent objenesis caffeine gson jackson-core jackson-databind"
        " jackson-annotations").split()
PROGRAM = re.compile(
    r"^// (?P<verdict>holds|assertion|exception|deadlock|refused)(?P<sequential>, sequential)?: .*\n(?P<more>(?://.*\n)*)(?:@.*\n)*class (?P<name>\w+) ",
    re.MULTILINE)
LIBRARIES = ("atomic", "steps")
# What comes behind, of the program's own options, is what counts.
WHEN = ("--timeouts any", "--timeouts last --random 2", "--timeouts never")
FEW = 3_000


@dataclass
class Program:
    suite: str
    name: str
    verdict: str
    sequential: bool
    options: list
    arguments: list
    environment: list

    @property
    def main_class(self):
        return f"{self.suite}.{self.name}"


def sources_of(suite):
    def since(path):
        said = re.match(r"// since JDK (\d+)", path.read_text())
        return int(said[1]) if said else 0

    newest = java.version()
    return [path for path in sorted((ROOT / "tests" / "java" / suite).glob("*.java")) if since(path) <= newest]


def data_of(suite):
    return ROOT / "tests" / "java" / SUITES[suite] / "data"


def jars_of(suite):
    """Libraries on the class path of a suite's programs. Without them, there is nothing to test."""
    paths = [pathlib.Path("/usr/share/java") / f"{name}.jar" for name in (JARS if suite == "jars" else [])]
    missing = [path.name for path in paths if not path.exists()]
    if missing:
        print(f"skipped: {suite}, for want of {', '.join(missing)}; tools/packages.sh jars installs them")
        sys.exit(77)
    return paths


def programs(suite="everyday"):
    """All of them, in the order of their files. A class with a main that has no comment is a fault."""
    found = []
    for path in sources_of(suite):
        text = path.read_text()
        for match in PROGRAM.finditer(text):
            said = dict(re.findall(r"// (\w+): (.*)", match["more"].replace("DATA", str(data_of(suite)))))
            words = [said.get(key, "").split() for key in ("with", "arguments", "environment")]
            found.append(Program(suite, match["name"], match["verdict"], bool(match["sequential"]), *words))
        mains = text.count("public static void main(")
        if mains != len(PROGRAM.findall(text)):
            sys.exit(f"{path}: {mains} programs, but {len(PROGRAM.findall(text))} of them say what is expected")
    return found


def share(found, text):
    """Every M-th, from the N-th on, of N/M."""
    first, step = map(int, text.split("/"))
    return found[first::step]


def ways(found, jar, libraries=LIBRARIES):
    """The words of programs that are not refused, with their options and arguments, in every way to take calls and time-outs. The
    jar of the library is on their class path; who reads resources may read those of all of it."""
    for it in found:
        if it.verdict != "refused":
            also = ["--files", str(jar)] if "--files" in it.options else []
            for library, when in itertools.product(libraries, WHEN):
                yield " ".join(["--library", library, when, *it.options, *also, it.main_class, *it.arguments])


def jvm_main(package, names):
    """A main for the JVM that runs the named programs and marks where each begins."""
    cases = "\n".join(f'                case "{name}": {name}.main(args); break;' for name in names)
    return f"""package {package};

public class Suite {{
    public static void main(String[] words) {{
        for (String word : words) {{
            String[] parts = word.split(" ");
            String[] args = java.util.Arrays.copyOfRange(parts, 1, parts.length);
            System.out.println("== " + parts[0]);
            try {{
                switch (parts[0]) {{
{cases}
                default: throw new IllegalArgumentException(word);
                }}
            }} catch (Throwable t) {{
                System.out.println("uncaught " + t);
            }}
        }}
    }}
}}
"""


def compile_all(build, found):
    suite = found[0].suite
    sources, jars = sources_of(suite), jars_of(suite)

    def make():
        (build / "Suite.java").write_text(jvm_main(suite, [it.name for it in found if it.sequential]))
        java.compile([*sources, build / "Suite.java"], build / "classes", "-g", "-nowarn", "-Xlint:none", "-encoding", "UTF-8", "-XDignore.symbol.file",
                     classpath=":".join(map(str, jars)) or None)
        for absent in (build / "classes").rglob("Absent*.class"):
            absent.unlink()

    files.made(build, sources, make)
    for it in found:
        it.options = [word.replace("CLASSES", str(build / "classes")) for word in it.options]
    return ":".join(map(str, [build / "classes", data_of(suite), *jars]))


def on_the_jvm(classes, found):
    """What sequential programs print on the JVM, by name."""
    if not found:
        return {}
    pairs = [pair for it in found for pair in it.environment]
    words = [" ".join([it.name, *it.arguments]) for it in found]
    ran = subprocess.run(["java", "-ea", *java.BRIEF, "-Dfile.encoding=UTF-8", "-Duser.language=en", "-Duser.country=US", "-Duser.timezone=UTC",
                          *(f"-D{pair}" for pair in pairs), "-cp", classes, f"{found[0].suite}.Suite", *words],
                         env={**os.environ, **dict(pair.split("=") for pair in pairs)}, stdin=typed(found), stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, text=True, encoding="utf-8", check=True)
    parts = re.split(r"^== (\w+)\n", ran.stdout, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def typed(found):
    for it in found:
        if "--stdin" in it.options:
            return open(it.options[it.options.index("--stdin") + 1], encoding="utf-8")
    return subprocess.DEVNULL


def wrong_output(binary, classes, program, expected):
    """What is wrong with what it prints, in one line; nothing if all is well."""
    ran = processes.run([binary, "simulate", "--output", "--steps", "10000000", *program.options, "--classpath", classes,
                         program.main_class, *program.arguments], limit=HANGS)
    wanted = expected.splitlines()
    if wanted and wanted[-1].startswith("uncaught "):
        thrown = f"main ends with {wanted.pop()[len('uncaught '):]}"
        if thrown not in ran.out + ran.err:
            return f"does not say '{thrown}': {ran.last_words().splitlines()[:1]}"
    printed = ran.out.splitlines()[:len(wanted)]
    return None if printed == wanted else f"prints {printed} instead of {wanted}"


def fault(binary, classes, program, expected):
    """What is wrong with it, in one line; nothing if all is well."""
    try:
        answer = waymark.ask(binary, "check", *program.options, "--classpath", classes, program.main_class, *program.arguments, limit=HANGS)
        verdict = answer.said.get("kind") if answer.verdict == "violation" else answer.verdict
        if verdict == "error" and "not supported: " in answer.detail:
            verdict = "refused"
        if verdict != program.verdict:
            why = (answer.detail or answer.done.last_words()).splitlines()
            return f"{program.name}: {verdict} instead of {program.verdict}: {why[0] if why else ''}"
        wrong = wrong_output(binary, classes, program, expected) if program.sequential else None
        return f"{program.name}: {wrong}" if wrong else None
    except processes.TookTooLong:
        return f"{program.name}: does not end"


def disagreement(binary, classes, program):
    """What is wrong with its verdicts and certificates, in one line; nothing if all is well."""
    try:
        for when in WHEN:
            verdicts = {}
            for library in LIBRARIES:
                how = merged(f"--library {library} {when}".split(), program.options)
                verdicts[library] = certified(binary, classes, program, how)
                if verdicts[library] not in ("holds", "violation", "incomplete"):
                    return f"{program.name} {' '.join(how)}: {verdicts[library]}"
            if set(verdicts.values()) == {"holds", "violation"}:
                return f"{program.name} {when}: {verdicts}"
    except processes.TookTooLong:
        return f"{program.name}: does not end"
    return None


def merged(options, later):
    """An option that is given again counts as it is given last."""
    pairs = zip(options[::2], options[1::2])
    return [word for name, value in pairs if name not in later for word in (name, value)] + later


def certified(binary, classes, program, how):
    """The verdict; or what is wrong with the certificate of what holds."""
    words = [*how, "--classpath", classes, program.main_class, *program.arguments]
    with tempfile.TemporaryDirectory() as directory:
        script = pathlib.Path(directory) / "all.way"
        answer = waymark.ask(binary, "check", "--states", str(FEW), "--time", "20s", "--script", script, *words, limit=HANGS)
        if answer.verdict != "holds":
            return answer.verdict if answer.verdict != "error" else f"error: {answer.detail}"
        again = waymark.ask(binary, "certify", "--script", script, *words, limit=HANGS)
        return "holds" if again.verdict == "certified" else f"not certified: {again.verdict}: {again.detail}"


def tell(args, found, all_programs, wrong_with):
    """Asks of each what is wrong with it, and ends."""
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        faults = [it for it in pool.map(wrong_with, found) if it]
    for each in faults:
        print(each)
    faulty = sum(it.verdict != "holds" for it in all_programs)
    print(f"{len(found)} of {len(all_programs)} programs, {faulty} of them with a fault: {len(faults)} wrong")
    sys.exit(1 if faults else 0)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    waymark.add_option(options)
    options.add_argument("--suite", choices=SUITES, default="everyday")
    options.add_argument("--build", type=pathlib.Path, help="[build/release/java-SUITE]")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--share", default="0/1", metavar="N/M", help="only every M-th program, from the N-th on [0/1]")
    options.add_argument("--certify", action="store_true", help="compare verdicts in all ways, and certify what holds")
    options.add_argument("names", nargs="*")
    args = options.parse_args()
    java.require("javac", "java")
    all_programs = programs(args.suite)
    if not all_programs:
        print(f"skipped: {args.suite}, which no program of this JDK ({java.version()}) is in")
        sys.exit(77)
    classes = compile_all(args.build or ROOT / "build" / "release" / f"java-{args.suite}", all_programs)
    found = [it for it in all_programs if it.name in args.names] if args.names else share(all_programs, args.share)
    if args.certify:
        tell(args, [it for it in found if it.verdict != "refused"], all_programs, lambda p: disagreement(args.waymark, classes, p))
    expected = on_the_jvm(classes, [it for it in found if it.sequential])
    tell(args, found, all_programs, lambda p: fault(args.waymark, classes, p, expected.get(p.name, "")))


if __name__ == "__main__":
    main()
