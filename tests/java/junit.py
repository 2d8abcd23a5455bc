#!/usr/bin/env python3
"""Checks the JUnit tests of tests/java/junit by `waymark check --test`: one verdict per test, as the comment before it says.

junit.py --waymark BINARY --build DIR [CLASS...]. The comment is `// VERDICT...`, one for each set of arguments: holds, the
kind of violation, or `not run`. What holds is also certified, each class' first test of that kind. Tests in a folder of their own need jars that
packages.txt does not promise, and are skipped by name without them.
"""
import argparse
import json
import pathlib
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, ROOT, files, java, processes, waymark  # noqa: E402

SOURCES = ROOT / "tests" / "java" / "junit"
JARS = [pathlib.Path("/usr/share/java") / f"{name}.jar" for name in (
    "junit-jupiter-api", "junit-jupiter-params", "junit-platform-commons", "opentest4j", "apiguardian-api", "junit4", "hamcrest")]
FURTHER = {  # by folder
    "assertj": ["assertj-core", "byte-buddy"],
    "truth": ["truth", "guava"],
}
TEST = re.compile(r"^    // (not run|[a-z ]+)\n    @.*? (?:void|Collection<DynamicTest>) (\w+)\(", re.MULTILINE)
NESTED = re.compile(r"^    // not run\n    @Nested class (\w+)", re.MULTILINE)


def expected(path):
    """{test: verdict}, tests with arguments numbered."""
    text = path.read_text()
    out = {f"junit.{path.stem}${name}": "not run" for name in NESTED.findall(text)}
    for verdicts, method in TEST.findall(text):
        name = f"junit.{path.stem}#{method}"
        each = verdicts.split() if verdicts != "not run" else [verdicts]
        for number, verdict in enumerate(each, 1):
            out[f"{name}[{number}]" if len(each) > 1 else name] = verdict
    return out


def faults(binary, classpath, path):
    """(how many tests there are, what is wrong, a line each)."""
    wanted = expected(path)
    answer = waymark.ask(binary, "check", "--classpath", classpath, "--test", f"junit.{path.stem}", limit=HANGS)
    told = {it["program"]: it["kind"] if it["verdict"] == "violation" else it["verdict"] for it in answer.said.get("tests", [])}
    told |= {it["test"]: "not run" for it in answer.said.get("not_run", [])}
    wrong = [f"{name}: {told.get(name)} instead of {wanted.get(name)}" for name in sorted({*wanted, *told}) if told.get(name) != wanted.get(name)]
    if answer.done.code != 1:
        wrong.append(f"{path.stem}: exit code {answer.done.code}, although some tests fail: {answer.done.last_words()}")
    pages = pathlib.Path(classpath.split(":")[0]).parent / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    pages.mkdir()
    log = json.loads(processes.run([binary, "check", "--classpath", classpath, "--test", f"junit.{path.stem}", "--format", "sarif",
                                    "--html", pages / "page.html"], limit=HANGS).out)
    if len(list(pages.glob(f"page.{path.stem}*.html"))) != len(answer.said.get("tests", [])):
        wrong.append(f"{path.stem}: not a page for each test: {sorted(page.name for page in pages.iterdir())}")
    named = {one["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] for one in log["runs"][0]["results"]}
    if named != {it["program"] for it in answer.said.get("tests", []) if it["verdict"] == "violation"}:
        wrong.append(f"{path.stem}: SARIF tells violations of {sorted(named)}")
    first = next(name for name, verdict in wanted.items() if verdict == "holds")
    script = pathlib.Path(classpath.split(":")[0]).parent / f"{path.stem}.way"
    made = waymark.ask(binary, "check", "--classpath", classpath, "--test", first, "--script", script, limit=HANGS)
    shown = waymark.ask(binary, "certify", "--classpath", classpath, "--test", first, "--script", script, limit=HANGS)
    if (made.verdict, shown.verdict) != ("holds", "certified"):
        wrong.append(f"{first}: {made.verdict}, and its script is {shown.verdict}: {shown.detail}")
    return len(wanted), wrong


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    waymark.add_option(options)
    options.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release" / "java-junit")
    options.add_argument("names", nargs="*")
    args = options.parse_args()
    java.require()
    for jar in JARS:
        if not jar.exists():
            sys.exit(f"{jar} is not there; `make packages` installs it")
    sources, jars = sorted(SOURCES.glob("*.java")), list(JARS)
    for folder, names in FURTHER.items():
        needed = [JARS[0].parent / f"{name}.jar" for name in names]
        missing = [jar.name for jar in needed if not jar.exists()]
        if missing:
            print(f"skipped: tests with {folder}, for want of {', '.join(missing)}")
        else:
            sources, jars = sources + sorted((SOURCES / folder).glob("*.java")), jars + needed
    classpath = ":".join(map(str, [args.build / "classes", SOURCES / "data", *jars]))
    files.made(args.build, sources, lambda: java.compile(sources, args.build / "classes", "-g", "-nowarn", classpath=classpath))
    tests, wrong = 0, []
    for path in sources:
        if args.names and path.stem not in args.names:
            continue
        count, some = faults(args.waymark, classpath, path)
        tests, wrong = tests + count, wrong + some
    base = processes.run([args.waymark, "check", "--classpath", classpath, "--test", "junit.OldStyleBase"], limit=HANGS)
    if base.code != 2 or "the class is abstract; name a class that extends it" not in base.err:
        wrong.append(f"an abstract class is not refused: {base.last_words()}")
    print("\n".join([*wrong, f"{tests} tests: {len(wrong)} wrong"]))
    sys.exit(1 if wrong or tests == 0 else 0)


if __name__ == "__main__":
    main()
