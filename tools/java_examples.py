#!/usr/bin/env python3
"""Compiles examples/java and checks every program of expected.json: the verdict has to be the one written there.

java_examples.py --waymark BINARY --build DIR [--certify] [NAME...]. It has to be so with partial order reduction, which is
the default, and without it. With --certify, what holds is certified too, with its invariants of steps.
"""
import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples" / "java"


# What the JPF paper says of figures 2 to 4 and table 2, of states without reduction: each with fewer of them than, or as
# many as, the one before. Names by place hide orders of making; garbage that stays, and cycles of it that a count of
# references does not find, tell states apart that differ in nothing else.
PAPER = [
    ("Figure2", "==", ["--symmetry none", "--symmetry site"]),
    ("Figure3 later", ">", ["--symmetry none", "--symmetry site"]),
    ("Figure4 later", ">", ["--symmetry none", "--symmetry site"]),
    ("Figure4 later", ">=", ["--symmetry site", "--symmetry canonical"]),
    ("TempObj 2", ">", ["--symmetry canonical --gc none", "--symmetry canonical --gc mark-sweep"]),
    ("TempObj 4", "==", ["--symmetry canonical --gc mark-sweep", "--symmetry canonical --gc refcount"]),
    ("NoGarbage 4", "==", ["--symmetry canonical --gc mark-sweep", "--symmetry canonical --gc refcount"]),
    ("DoubleLinked 3", ">", ["--symmetry canonical --gc refcount", "--symmetry canonical --gc mark-sweep"]),
]


def compare_ways(waymark, classes, program, relation, ways):
    states = []
    for way in ways:
        result, ran = run([waymark, "check", "--json", "--por", "off", "--time", "60s", *way.split(), "--classpath", classes, *program.split()])
        if result["verdict"] != "holds":
            return f"{program} {way}: {result['verdict']}: {ran.stderr.strip()}"
        states.append(result["states"])
    good = {"==": states[0] == states[1], ">": states[0] > states[1], ">=": states[0] >= states[1]}[relation]
    return None if good else f"{program}: {states[0]} states with {ways[0]} should be {relation} {states[1]} with {ways[1]}"


def compile_all(build, library):
    sources = sorted(EXAMPLES.glob("*.java"))
    digest = hashlib.sha256(b"".join(p.read_bytes() for p in sources)).hexdigest()
    classes, stamp = build / "classes", build / "stamp"
    if not stamp.exists() or stamp.read_text() != digest:
        shutil.rmtree(build, ignore_errors=True)
        subprocess.run(["javac", "-g", "-Xlint:all", "-Werror", "-cp", library, "-d", classes, *sources], check=True)
        stamp.write_text(digest)
    return classes


def run(command):
    ran = subprocess.run(command, capture_output=True, text=True, timeout=600)
    try:
        return json.loads(ran.stdout), ran
    except json.JSONDecodeError:
        return {"verdict": f"exit code {ran.returncode}", "detail": ran.stderr.strip()}, ran


def check(waymark, classes, program, certify):
    """What is wrong, in one line; nothing if all is well."""
    name = " ".join([program["main"], *program["args"]])
    invariants = [f"--invariant={i}" for i in program.get("invariants", [])]
    common = ["--classpath", classes, *invariants]
    how = program.get("options", [])
    words = [program["main"], *program["args"]]
    script = pathlib.Path(classes).parent / (name.replace(" ", "-") + ".way")
    recorded = certify and program["verdict"] == "holds"
    # Invariants of steps need all steps.
    por = ["--por", "off"] if "steps" in program or "broken_steps" in program else []
    result, ran = run([waymark, "check", "--json", "--time", "60s", *por, *how, *common, *(["--script", script] if recorded else []), *words])
    if result["verdict"] != program["verdict"]:
        return f"{name}: {result['verdict']} instead of {program['verdict']}: {result.get('detail') or result.get('kind') or ran.stderr.strip()}"
    kind = program.get("kind", "any")
    if kind not in ("any", result.get("kind")):
        return f"{name}: a violation of kind {result.get('kind')} instead of {kind}"
    other, _ = run([waymark, "check", "--json", "--time", "60s", "--por", "on" if por else "off", *how, *common, *words])
    if other["verdict"] != result["verdict"] or kind not in ("any", other.get("kind")):
        return f"{name}: {result['verdict']} with the one, but {other['verdict']} ({other.get('kind')}) with the other --por"
    if recorded:
        try:
            for steps, verdict in [(program.get("steps", []), "certified"), *(([it], "violation") for it in program.get("broken_steps", []))]:
                result, _ = run([waymark, "certify", "--json", *common, *(f"--step-invariant={it}" for it in steps), "--script", script, *words])
                if result["verdict"] != verdict:
                    return f"{name} {' '.join(steps)}: {result['verdict']} instead of {verdict}: {result.get('detail')}"
        finally:
            script.unlink()
    return None


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--waymark", default=ROOT / "build" / "release" / "waymark")
    options.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release" / "java-examples")
    options.add_argument("--certify", action="store_true")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("names", nargs="*")
    args = options.parse_args()
    if not shutil.which("javac"):
        print("SKIPPED: no javac on the PATH; apt install openjdk-17-jdk-headless")
        sys.exit(77)
    programs = [p for p in json.loads((EXAMPLES / "expected.json").read_text()) if not args.names or p["main"] in args.names]
    classes = compile_all(args.build, pathlib.Path(args.waymark).parent / "waymark-library.jar")
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        faults = [f for f in pool.map(lambda p: check(args.waymark, classes, p, args.certify), programs) if f]
    if not args.names:
        faults += [f for f in (compare_ways(args.waymark, classes, *row) for row in PAPER) if f]
    for fault in faults:
        print(fault)
    print(f"{len(programs)} programs and {0 if args.names else len(PAPER)} comparisons: {len(faults)} wrong")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
