#!/usr/bin/env python3
"""@Explore on a test of JUnit 5: the console of JUnit runs it, and Waymark decides.

explore.py --waymark BINARY --build DIR. One test of tests/java/explore holds only in most schedules and has to fail with its trail; the others
have to pass, or to be aborted by a limit.
"""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, ROOT, files, java, processes, waymark  # noqa: E402

SOURCES = ROOT / "tests" / "java" / "explore"
JARS = [pathlib.Path("/usr/share/java") / f"{name}.jar" for name in (
    "junit-jupiter-api", "junit-jupiter-engine", "junit-platform-commons", "junit-platform-engine", "junit-platform-launcher",
    "junit-platform-console", "junit-platform-reporting", "opentest4j", "apiguardian-api", "picocli")]
SAID = ("1 tests successful", "1 tests failed", "1 tests aborted", "violation: assertion", "expected: <2> but was: <1>")


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    waymark.add_option(options)
    options.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release" / "java-explore-tests")
    args = options.parse_args()
    java.require("javac", "java")
    own = pathlib.Path(args.waymark).resolve().parent / "waymark-junit.jar"
    jars = [own, *(jar for jar in JARS if jar.exists())]
    sources = sorted(SOURCES.glob("*.java"))
    classpath = ":".join(map(str, [args.build / "classes", *jars]))
    files.made(args.build, [*sources, own], lambda: java.compile(sources, args.build / "classes", "-g", "-nowarn", classpath=classpath))
    ran = processes.run(["java", *java.BRIEF, f"-Dwaymark={pathlib.Path(args.waymark).resolve()}", "-cp", classpath, "org.junit.platform.console.ConsoleLauncher",
                         "--disable-banner", "-c", "explored.CounterTest"], limit=HANGS)
    text = ran.out + ran.err
    missing = [said for said in SAID if said not in text]
    if ran.code != 1 or missing:
        sys.exit(f"JUnit ends with {ran.code} and does not say {missing}:\n{text}")
    print("@Explore: one test passes, one fails with its trail, one is aborted by its limit")


if __name__ == "__main__":
    main()
