#!/usr/bin/env python3
"""xr and xs: whether the models of tests/promela/claims are found to keep what they claim, or to break it, as their
first lines say Spin does in a reduced search. Where Waymark is meant to answer otherwise, the line says so and why.

  compare_claims.py --waymark build/release/waymark
  compare_claims.py --spin       asks Spin again, and compares with the first lines
"""
import argparse
import re
import sys
from pathlib import Path
import tempfile

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, ROOT, spin, waymark  # noqa: E402

MODELS = ROOT / "tests" / "promela" / "claims"


def ours(binary, model):
    said = waymark.demand(binary, "check", "--errors", "0", model, limit=HANGS).said
    if not said["reduced"]:
        return "not reduced"
    return "broken" if any(it["kind"] == "exclusive" for it in said.get("violations", [])) else "kept"


def spins(model):
    with tempfile.TemporaryDirectory(prefix="claims-") as where:
        pan = spin.Verifier(where, model, optimisations=(), limit=HANGS).compile("tcc", "-DSAFETY")
        said = pan.search("-c0").out
    if "State-vector" not in said:
        sys.exit(f"Spin did not finish {model.name}:\n{said[-400:]}")
    return "broken" if "assertion violated: access to chan" in said else "kept"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--spin", action="store_true", help="ask Spin again")
    arguments = parser.parse_args()
    models = sorted(MODELS.glob("*.pml"))
    wrong = 0
    for model in models:
        head = model.read_text().splitlines()[0]
        recorded = re.search(r"Spin: (kept|broken)", head)[1]
        meant = re.search(r"Waymark: (kept|broken)", head)
        wanted = recorded if arguments.spin or not meant else meant[1]
        found = spins(model) if arguments.spin else ours(arguments.waymark, model)
        if found != wanted:
            wrong += 1
            print(f"{model.name}: {found}, should be {wanted}")
    print(f"{len(models)} models, {wrong} wrong")
    sys.exit(1 if wrong or not models else 0)


if __name__ == "__main__":
    main()
