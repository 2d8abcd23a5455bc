#!/usr/bin/python3
"""Programs whose author has chosen the names: classes, methods and mirrors that meet in a public hash (tests/java/names).

names.py --waymark BINARY --library JAR --build DIR. No name may end in an internal error, and states that differ in such
names alone are different states: whoever writes a script in which the one stands for the other has it rejected. The scripts
are true ones, in which the state of the program that fails is left out with all that follows it, and its arrival announced at its
double; tests/stranger reads and writes them. Names that the virtual machine needs itself are refused in one line.
"""
import argparse
import pathlib
import random
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[2] / folder) for folder in ("tools", "tests/stranger")]
import forger  # noqa: E402
import script  # noqa: E402
from lib import HANGS, ROOT, files, java, processes  # noqa: E402

SOURCES = ROOT / "tests" / "java" / "names"
TWINS = ["MeetingClasses", "MeetingMethods"]
# The call site of the lambda needs one of these names; which one is the compiler's choice.
RESERVED = "".join(f"class Reserved$$Lambda${index} {{}}\n" for index in range(1, 100)) + """
public class Reserved {
    public static void main(String[] args) {
        Runnable nothing = () -> {};
        nothing.run();
    }
}
"""


class Failed(Exception):
    pass


def demand(kept, what):
    if not kept:
        raise Failed(what)


def run(waymark, *words):
    done = processes.run([waymark, *words], limit=HANGS)
    demand(done.code != 70, f"{' '.join(map(str, words))}: {done.err}")
    return done


def forged(content):
    """The bytes of a lean script without the state to which the first of two choices leads; the second's is announced twice."""
    made = script.decode(content)
    tree = choice = forger.read_tree(made)
    while len(choice.symbols) == 1:
        (choice,) = choice.below
    demand(choice.symbols == [1, 1], "a choice of two states")
    fails, double = choice.below
    demand(fails.count == double.count == 0, "the state that fails, and its double")
    choice.symbols, choice.below, double.count = [0, 1], [double], 1
    forger.write_tree(made, tree, random.Random(0))
    return script.encode(made)


def twins(waymark, classes, build, program):
    """A script that hides the one that fails behind the other is rejected; the true one shows what fails."""
    words = ["--classpath", classes, program]
    demand(run(waymark, "check", "--quiet", "--por", "off", *words).code == 1, f"{program} fails")
    true, false = (build / f"{program}.{ending}" for ending in ("way", "forged.way"))
    done = run(waymark, "check", "--quiet", "--por", "off", "--property", "deadlock", "--script", true, *words)
    demand(done.code == 0, done.last_words())
    false.write_bytes(forged(true.read_bytes()))
    for jobs in "1", "2":
        done = run(waymark, "certify", "--jobs", jobs, "--script", false, *words)
        demand(done.code == 4, f"{program}: a forged script ends with {done.code}: {done.out}")
    done = run(waymark, "certify", "--script", true, *words)
    demand(done.code == 1, f"the true script of {program} shows what fails, and not {done.code}: {done.last_words()}")


def mirrors(waymark, classes):
    done = run(waymark, "check", "--quiet", "--classpath", classes, "MeetingMirrors")
    demand(done.code == 0, done.last_words())


def reserved(waymark, classes):
    """A class that has the name of one that a call site needs."""
    done = run(waymark, "check", "--quiet", "--classpath", classes, "Reserved")
    demand(done.code == 2 and "Reserved$$Lambda$" in done.out + done.err and "needs this name" in done.out + done.err, done.last_words())


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--waymark", required=True)
    options.add_argument("--library", type=pathlib.Path, required=True)
    options.add_argument("--build", type=pathlib.Path, required=True)
    given = options.parse_args()
    java.require()
    files.write(given.build.with_suffix(".sources") / "Reserved.java", RESERVED)
    sources = [*sorted(SOURCES.glob("*.java")), given.build.with_suffix(".sources") / "Reserved.java"]
    classes = given.build / "classes"
    files.made(given.build, [*sources, given.library], lambda: java.compile(sources, classes, "-Xlint:all", "-Werror", classpath=given.library))
    try:
        for program in TWINS:
            twins(given.waymark, classes, given.build, program)
        mirrors(given.waymark, classes)
        reserved(given.waymark, classes)
    except Failed as failed:
        sys.exit(str(failed))
    print(f"{len(TWINS)} forged scripts rejected")


if __name__ == "__main__":
    main()
