#!/usr/bin/env python3
"""What a verdict on a Java program means: each of these programs got a false one, or a restriction went unsaid.

meaning.py --waymark BINARY --build DIR
- A thread that ends by an exception that nobody judges ends alone: the others go on, and so does the search.
- Classes of the package waymark come from waymark-library.jar; the program's class path may not bring others.
- A formula is not judged where a run never comes to initialise its classes.
- A thread that spins for ever, and a loop that takes most of the work, are mentioned.
- What the program asked of the world around it, to which there was one answer, stands in the headline and in the JSON.
"""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, ROOT, files, java, waymark  # noqa: E402

SOURCES = ROOT / "tests" / "java" / "meaning"
RANDOM = "for one sequence of random numbers"
ALONE = "; no two threads were ever enabled together\n"
# Words of check, exit code, and what has to be said.
CHECKS = [
    ("Dl --property deadlock", 1, "deadlock after"),
    ("Dl --property deadlock,assertion", 1, "deadlock after"),
    ("Dl --property deadlock --library steps", 1, "deadlock after"),
    ("Dl --property deadlock --por off --jobs 2", 1, "deadlock after"),
    ("Dl", 1, "Thread-0 ends with java.lang.IllegalStateException: lost"),
    ("Dl --property deadlock with", 0, "no deadlock"),
    ("As --property none --ltl <>As.done", 1, "<> As.done does not hold"),
    ("As --property exception --ltl <>As.done", 1, "<> As.done does not hold"),
    ("As --property none --ltl <>(As.x==1)", 0, "no violated formula"),
    ("As", 1, "assertion after"),
    ("Me --property deadlock", 0, "no deadlock"),
    ("Me --property assertion", 1, "it goes on"),
    ("Me --errors 0", 1, "violations"),
    ("Handled", 0, "no deadlock"),
    ("Handled with", 1, "of the handler"),
    ("Handled --property deadlock,assertion with", 0, "no deadlock"),
    ("Pz", 0, "no deadlock"),
    ("Wp", 1, "assertion after"),
    ("Lw --property none --ltl <>(Lw$Done.flag==1)", 3, "is not judged, since in some run the classes of its conditions"),
    ("Lw --property none --ltl [](Lw$Done.flag==1)||<>(Lw.x==1)", 3, "is not judged, since in some run the classes of its conditions"),
    ("Lw --property none --ltl [](Lw$Done.flag==0)", 1, "Besides, [] Lw$Done.flag==0 is not judged"),
    ("Lw --property none --ltl [](Lw$Done.flag==0) --errors 0", 1, "ltl after"),
    ("Lw --property none --ltl <>(Lw.x==1)", 0, "no violated formula"),
    ("Dice", 0, f"of Dice, {RANDOM} (--random 6 explores all)"),
    ("Around clock", 0, "of Around, with a clock that only time-outs advance" + ALONE),
    ("Around input", 0, "of Around, with an empty standard input (--stdin FILE gives another)"),
    ("Around variable", 0, "of Around, without the variable COLOUR (--env COLOUR=VALUE gives it)"),
    ("Around variables", 0, "of Around, for one environment (--env NAME=VALUE gives another)"),
    ("Around file", 0, "of Around, without the file /data/absent.txt (--files PATH gives it)"),
    ("Around weak", 0, "of Around, with weak references that are never cleared (--weak cleared explores that)" + ALONE),
    ("Around hook", 0, "of Around, without shutdown hooks" + ALONE),
    ("Around file other", 1, "Explored without the file /data/absent.txt (--files PATH gives it)."),
    ("Around --env COLOUR=red variable", 0, "reachable state of Around" + ALONE),
    ("Spin", 0, "spinner at Spin.java:7 can spin for ever: no other thread can go on there."),
    ("Spin --timeouts last --por off", 0, "spinner at Spin.java:7 can spin for ever"),
    ("Sum", 0, "% of the work was long steps of one thread, most of them at Sum.java:5."),
    ("Dice --random 6", 0, "reachable state of Dice" + ALONE),
]
# With somebody else's classes of our package.
STRANGE = [("Wp", "Proxies.class: error: a class of the package waymark"), ("Wi --property race", "Evil.class: error: a class of the package waymark")]
# Words of check --script, of certify, its exit code, and what has to be said.
CERTIFIED = [
    ("Dl --property none", "Dl --property deadlock", 1, "deadlock after"),
    ("Dl --property none", "Dl --property deadlock --jobs 2", 1, "deadlock after"),
    ("Me --property deadlock", "Me --property deadlock", 0, "no deadlock"),
    ("Me --property deadlock", "Me --property deadlock,assertion", 1, "it goes on"),
    ("As --property none --ltl <>(As.x==1)", "As --property none --ltl <>(As.x==1)", 0, "no run of As violates"),
    ("Dice", "Dice", 0, f", {RANDOM} (--random 6 explores all)"),
]


def wrong(command, run, code, said):
    """What is wrong with it, in one line; nothing if all is well."""
    text = run.out + run.err
    if run.code == code and said in text:
        return []
    first = (text.splitlines() or [""])[0]
    return [f"{command}: exit code {run.code} instead of {code}, or it does not say '{said}': {first}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "java-meaning")
    options = parser.parse_args()
    sources = sorted(SOURCES.rglob("*.java"))

    def make():
        java.compile(sorted((SOURCES / "stranger").rglob("*.java")), options.build / "stranger", "-g", "-nowarn")
        java.compile(sorted(SOURCES.glob("*.java")), options.build / "classes", "-g", "-nowarn", "-cp", str(options.build / "stranger"))

    files.made(options.build, sources, make)
    from lib import processes
    run = lambda *words: processes.run([options.waymark, *words], limit=HANGS)
    classes = ["--classpath", options.build / "classes"]
    faults = []
    for words, code, said in CHECKS:
        faults += wrong(f"check {words}", run("check", *classes, *words.split()), code, said)
    for words, said in STRANGE:
        both = f"{options.build / 'classes'}:{options.build / 'stranger'}"
        faults += wrong(f"check {words}", run("check", "--classpath", both, *words.split()), 2, said)
    script = options.build / "all.way"
    for made, asked, code, said in CERTIFIED:
        run("check", *classes, "--script", script, *made.split())
        faults += wrong(f"certify {asked}", run("certify", *classes, "--script", script, *asked.split()), code, said)
    said = waymark.ask(options.waymark, "check", *classes, "Dice", limit=HANGS).said
    if said.get("restrictions") != [{"what": RANDOM, "remedy": "--random 6 explores all"}]:
        faults.append(f"Dice: restrictions of --json: {said.get('restrictions')}")
    print("\n".join(faults + [f"{len(CHECKS) + len(STRANGE) + len(CERTIFIED) + 1} questions, {len(faults)} answered wrongly"]))
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
