#!/usr/bin/env python3
"""Checks the programs of tests/java/features: each uses one feature of the JDK, which works as on the JVM or is refused by name.

features.py --waymark BINARY --build DIR [--jvm] [NAME...]. The comment before a program's class has its verdict: holds, or refused.
None of them ends with an exception on a JVM that has the feature, so a violation is always a false alarm. --jvm runs them there, too.
"""
import argparse
import concurrent.futures
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, ROOT, files, java, processes, waymark  # noqa: E402

SOURCES = ROOT / "tests" / "java" / "features"
PROGRAM = re.compile(r"^// (holds|refused): .*\nclass (\w+) ", re.MULTILINE)


def fault(binary, classes, verdict, name):
    """What is wrong with it, in one line; nothing if all is well."""
    answer = waymark.ask(binary, "check", "--classpath", classes, f"features.{name}", limit=HANGS)
    refused = answer.verdict == "error" and "not supported: " in answer.detail
    found = "refused" if refused else answer.verdict
    return None if found == verdict else f"{name}: {found} instead of {verdict}: {answer.said.get('headline', answer.detail)}"


def fault_on_jvm(classes, name):
    ran = processes.run(["java", *java.BRIEF, "-cp", classes, f"features.{name}"], limit=HANGS, text="")
    return None if ran.code == 0 else f"{name}: ends with {ran.code} on the JVM: {ran.last_words()[:200]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "java-features")
    parser.add_argument("--jvm", action="store_true", help="run them on the JVM, too")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    java.require("javac")
    sources = sorted(SOURCES.glob("*.java"))
    files.made(options.build, sources, lambda: java.compile(sources, options.build / "classes", "-g", "-nowarn", "-Xlint:none", quiet=True))
    all_programs = [found for path in sources for found in PROGRAM.findall(path.read_text())]
    asked = [it for it in all_programs if not options.names or it[1] in options.names]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        faults = [it for it in pool.map(lambda it: fault(options.waymark, options.build / "classes", *it), asked) if it]
        if options.jvm:
            faults += [it for it in pool.map(lambda it: fault_on_jvm(options.build / "classes", it[1]), asked) if it]
    print("\n".join(faults + [f"{len(asked)} features: {len(faults)} wrong"]))
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
