#!/usr/bin/env python3
"""xr and xs: whether the models of tests/promela/claims are found to keep what they claim, or to break it, as their
first lines say Spin does in a reduced search. Where Waymark is meant to answer otherwise, the line says so and why.

  compare_claims.py --waymark build/release/waymark
  compare_claims.py --spin       asks Spin again, and compares with the first lines
"""
import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

MODELS = Path(__file__).resolve().parent.parent / "tests/promela/claims"


def ours(waymark, model):
    done = subprocess.run([waymark, "check", "--errors", "0", "--json", str(model)], capture_output=True, text=True, timeout=60)
    said = json.loads(done.stdout)
    if not said["reduced"]:
        return "not reduced"
    return "broken" if any(it["kind"] == "exclusive" for it in said.get("violations", [])) else "kept"


def spin(model):
    with tempfile.TemporaryDirectory(prefix="claims-") as where:
        compiler = "tcc" if shutil.which("tcc") else "gcc"
        for command in (["spin", "-a", str(model)], [compiler, "-w", "-DSAFETY", "-o", "pan", "pan.c"]):
            subprocess.run(command, cwd=where, check=True, capture_output=True)
        said = subprocess.run(["./pan", "-c0", "-n"], cwd=where, capture_output=True, text=True, timeout=60).stdout
    if "State-vector" not in said:
        sys.exit(f"Spin did not finish {model.name}:\n{said[-400:]}")
    return "broken" if "assertion violated: access to chan" in said else "kept"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waymark", default="build/release/waymark")
    parser.add_argument("--spin", action="store_true", help="ask Spin again")
    arguments = parser.parse_args()
    models = sorted(MODELS.glob("*.pml"))
    wrong = 0
    for model in models:
        head = model.read_text().splitlines()[0]
        spins = re.search(r"Spin: (kept|broken)", head)[1]
        meant = re.search(r"Waymark: (kept|broken)", head)
        found, wanted = (spin(model), spins) if arguments.spin else (ours(arguments.waymark, model), meant[1] if meant else spins)
        if found != wanted:
            wrong += 1
            print(f"{model.name}: {found}, should be {wanted}")
    print(f"{len(models)} models, {wrong} wrong")
    sys.exit(1 if wrong or not models else 0)


if __name__ == "__main__":
    main()
