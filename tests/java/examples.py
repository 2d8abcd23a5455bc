#!/usr/bin/env python3
"""Compiles examples/java and checks every program of expected.json: the verdict has to be the one written there.

examples.py --waymark BINARY --build DIR [--certify] [NAME...]. It has to be so with partial order reduction, which is
the default, and without it. With --certify, what holds is certified too, with its invariants of steps.
"""
import argparse
import concurrent.futures
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, ROOT, java, waymark  # noqa: E402
from lib.java import EXAMPLES  # noqa: E402


def ask(binary, command, classes, *words):
    return waymark.ask(binary, command, "--classpath", classes, *words, limit=HANGS)


def check(binary, classes, program, certify):
    """What is wrong, in one line; nothing if all is well."""
    name = " ".join([program["main"], *program["args"]])
    invariants = [f"--invariant={i}" for i in program.get("invariants", [])]
    how, words = program.get("options", []), [*invariants, program["main"], *program["args"]]
    script = classes.parent / (name.replace(" ", "-") + ".way")
    recorded = certify and program["verdict"] == "holds"
    # Invariants of steps need all steps.
    por = ["--por", "off"] if "steps" in program or "broken_steps" in program else []
    answer = ask(binary, "check", classes, "--time", "60s", *por, *how, *(["--script", script] if recorded else []), *words)
    if answer.verdict != program["verdict"]:
        return f"{name}: {answer.verdict} instead of {program['verdict']}: {answer.detail or answer.said.get('kind')}"
    kind = program.get("kind", "any")
    if kind not in ("any", answer.said.get("kind")):
        return f"{name}: a violation of kind {answer.said.get('kind')} instead of {kind}"
    other = ask(binary, "check", classes, "--time", "60s", "--por", "on" if por else "off", *how, *words)
    if other.verdict != answer.verdict or kind not in ("any", other.said.get("kind")):
        return f"{name}: {answer.verdict} with the one, but {other.verdict} ({other.said.get('kind')}) with the other --por"
    return certify_all(binary, classes, name, program, script, words) if recorded else None


def certify_all(binary, classes, name, program, script, words):
    """As check(), for a script and the invariants of steps that are certified with it."""
    wanted = [(program.get("steps", []), "certified"), *(([it], "violation") for it in program.get("broken_steps", []))]
    try:
        for steps, verdict in wanted:
            answer = ask(binary, "certify", classes, *(f"--step-invariant={it}" for it in steps), "--script", script, *words)
            if answer.verdict != verdict:
                return f"{name} {' '.join(steps)}: {answer.verdict} instead of {verdict}: {answer.detail}"
    finally:
        script.unlink()
    return None


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    waymark.add_option(options)
    options.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release" / "java-examples")
    options.add_argument("--certify", action="store_true")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("names", nargs="*")
    args = options.parse_args()
    java.require()
    programs = [p for p in json.loads((EXAMPLES / "expected.json").read_text()) if not args.names or p["main"] in args.names]
    classes = java.examples(args.build, pathlib.Path(args.waymark).parent / "waymark-library.jar")
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        faults = [f for f in pool.map(lambda p: check(args.waymark, classes, p, args.certify), programs) if f]
    for fault in faults:
        print(fault)
    print(f"{len(programs)} programs: {len(faults)} wrong")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
