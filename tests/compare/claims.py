"""xr and xs: whether the models of tests/promela/claims are found to keep what they claim, or to break it, as their
first lines say Spin does in a reduced search. Where Waymark is meant to answer otherwise, the line says so and why."""
import re

from lib import HANGS, ROOT, spin, waymark
from lib.comparing import Compared

MODELS = ROOT / "tests" / "promela" / "claims"


def add_options(parser):
    parser.add_argument("--spin", action="store_true", help="ask Spin instead, and compare with the first lines")


def subjects(arguments, where):
    return sorted(MODELS.glob("*.pml"))


def ours(binary, model):
    said = waymark.demand(binary, "check", "--errors", "0", model, limit=HANGS).said
    if not said["reduced"]:
        return "not reduced"
    return "broken" if any(it["kind"] == "exclusive" for it in said.get("violations", [])) else "kept"


def spins(model, folder):
    pan = spin.Verifier(folder, model, optimisations=(), limit=HANGS).compile("tcc", "-DSAFETY")
    said = pan.search("-c0").out
    if "State-vector" not in said:
        return f"not finished by Spin: {said[-400:]}"
    return "broken" if "assertion violated: access to chan" in said else "kept"


def compare(model, arguments, folder):
    head = model.read_text().splitlines()[0]
    recorded = re.search(r"Spin: (kept|broken)", head)[1]
    meant = re.search(r"Waymark: (kept|broken)", head)
    wanted = recorded if arguments.spin or not meant else meant[1]
    found = spins(model, folder) if arguments.spin else ours(arguments.waymark, model)
    return Compared([f"{found}, should be {wanted}"] if found != wanted else [])
