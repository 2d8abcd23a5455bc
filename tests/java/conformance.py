#!/usr/bin/env python3
"""Runs the programs of tests/java/conformance on the real JVM and in Waymark, and compares what they print.

conformance.py --waymark BINARY --build DIR [NAME...]. One javac call compiles everything, one java process runs
everything, and a few Waymark processes (simulate --output: one schedule) run a slice each, for starting is what costs.
A program that ends or stops its slice is found by halving. Ends with how many bytecodes were covered.
"""
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, ROOT, files, java, processes, waymark  # noqa: E402

JAVA = ROOT / "tests" / "java"
SOURCES, PREVIEWS, ASSEMBLED = JAVA / "conformance", JAVA / "preview", JAVA / "assembled.py"
PROGRAM = re.compile(r"^class (\w+) \{\n    public static void main\(String\[\] args\)", re.MULTILINE)
MARK = "== "


def suite(names):
    """A main that runs the named programs one after the other and marks where each begins."""
    cases = "\n".join(f'            case "{name}": {name}.main(new String[0]); break;' for name in names)
    return f"""package conformance;

public class Suite {{
    static void run(String name) throws Throwable {{
        switch (name) {{
{cases}
            default: throw new IllegalArgumentException(name);
        }}
    }}

    public static void main(String[] args) {{
        for (String name : args) {{
            System.out.println("{MARK}" + name);
            try {{
                run(name);
            }} catch (Throwable t) {{
                System.out.println("uncaught " + t);
            }}
        }}
        System.out.println("{MARK}");
    }}
}}
"""


def preview_sources():
    """In the language of JDK 17, which other compilers do not take."""
    return sorted(PREVIEWS.glob("*.java")) if java.version() == 17 else []


def program_names():
    sources = [*sorted(SOURCES.glob("*.java")), *preview_sources()]
    names = [name for path in sources for name in PROGRAM.findall(path.read_text())]
    return names + re.findall(r'Assembler\("(\w+)"', ASSEMBLED.read_text())


def compile_all(build, names):
    """Class files, made anew when a source has changed."""
    sources, previews = sorted(SOURCES.glob("*.java")), preview_sources()
    classes = build / "classes"
    flags = ["-nowarn", "-Xlint:none", "-encoding", "UTF-8"]

    def make():
        classes.mkdir()
        subprocess.run([sys.executable, ASSEMBLED, classes], check=True)
        if previews:
            java.compile(previews, classes, *flags, "--enable-preview", "--release", "17", quiet=True)
            for path in classes.rglob("*.class"):
                data = bytearray(path.read_bytes())
                data[4:6] = b"\0\0"  # minor version 65535 would mean: only for a JVM that is told to allow previews
                path.write_bytes(data)
        (build / "Suite.java").write_text(suite(names))
        java.compile([*sources, build / "Suite.java"], classes, *flags, classpath=classes)

    files.made(build, [*sources, *previews, ASSEMBLED], make)
    return classes


def sections(text):
    """{program: what it printed}; the one that was running when the text broke off is left out."""
    parts = re.split(rf"^{MARK}(.*)\n", text, flags=re.MULTILINE)
    found = dict(zip(parts[1::2], parts[2::2]))
    if "" in found:
        del found[""]
    elif found:
        del found[parts[-2]]
    return found


def run_java(classes, names):
    ran = subprocess.run(["java", *java.BRIEF, "-Dfile.encoding=UTF-8", "-cp", classes, "conformance.Suite", *names],
                         stdout=subprocess.PIPE, text=True, encoding="utf-8", check=True)
    return sections(ran.stdout)


def run_waymark(binary, classes, names):
    """(what each printed, {program: why it did not come to its end})."""
    command = [binary, "simulate", "--output", "--steps", "10000000", "--property", "deadlock", "--classpath", classes, "conformance.Suite"]
    try:
        ran = processes.run([*command, *names], limit=HANGS)
        stopped = f"exit code {ran.code}: " + (ran.err.strip().splitlines() or [""])[0]
    except processes.TookTooLong:
        ran, stopped = None, "does not end"
    printed = sections(ran.out) if ran else {}
    if not printed:
        if len(names) == 1:
            return {}, {names[0]: stopped}
        half = len(names) // 2
        first, second = run_waymark(binary, classes, names[:half]), run_waymark(binary, classes, names[half:])
        return {**first[0], **second[0]}, {**first[1], **second[1]}
    rest, broken = names[len(printed):], {}
    if rest:
        broken[rest[0]] = stopped
    if len(rest) > 1:
        more = run_waymark(binary, classes, rest[1:])
        printed, broken = {**printed, **more[0]}, {**broken, **more[1]}
    return printed, broken


def uncovered(classes):
    """(number of instructions there are, those that occur in no program), by the JDK's own disassembler."""
    files = sorted(str(p) for p in classes.rglob("*.class") if p.name != "Suite.class")
    text = subprocess.run(["javap", "-c", "-p", *files], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = set(re.findall(r"^ +\d+: ([a-z]\w*)", text, re.MULTILINE))
    if any(re.fullmatch(r"(iinc|ret|[ilfda](load|store))_w", name) for name in found):
        found.add("wide")  # the disassembler shows a widened instruction under its own name
    known = set(re.findall(r'\{"(\w+)", Operands::', (ROOT / "src" / "java" / "classfile" / "opcodes.hpp").read_text()))
    return len(known), sorted(known - found)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    waymark.add_option(options)
    options.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release" / "java-conformance")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--slice", type=int, default=42, help="programs per process")
    options.add_argument("names", nargs="*")
    args = options.parse_args()
    java.require("javac", "java", "javap")
    names = program_names()
    classes = compile_all(args.build, names)
    wanted = args.names or names
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        expected = pool.submit(run_java, classes, wanted)
        slices = [wanted[i:i + args.slice] for i in range(0, len(wanted), args.slice)]
        results = list(pool.map(lambda part: run_waymark(args.waymark, classes, part), slices))
        expected = expected.result()
    printed, broken = {}, {}
    for part, why in results:
        printed.update(part)
        broken.update(why)
    failed = 0
    for name in wanted:
        if name in broken:
            print(f"{name}: {broken[name]}")
        elif printed.get(name) != expected[name]:
            print(f"{name}: printed\n{printed.get(name)}  instead of\n{expected[name]}")
        else:
            continue
        failed += 1
    if not args.names:
        known, missing = uncovered(classes)
        print(f"{known - len(missing)} of {known} bytecodes occur in the programs" + (f"; missing: {' '.join(missing)}" if missing else ""))
        failed += len(missing)
    print(f"{len(wanted) - failed} of {len(wanted)} programs print what the JVM prints")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
