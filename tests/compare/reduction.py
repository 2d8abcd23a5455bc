"""Partial order reduction against the whole graph, on random models, each third with a trace or notrace automaton: the
same verdict, never more states, and a script of the reduced search that certifies."""
import random
import re

import random_promela
from lib import HANGS, waymark
from lib.comparing import Compared, left_out

MOST_STATES = 20000


def add_options(parser):
    parser.set_defaults(random=[1, 200])


def subjects(arguments, where):
    return arguments.seeds


def with_trace(text, seed):
    """The model with an automaton over some of its global channels; each of its ways begins with another event."""
    rng = random.Random(seed)
    channels = re.findall(r"^chan (\w+) = \[\d+\] of \{([^}]*)\}", text, re.M)
    if not channels:
        return text
    events = [f"{name}{mark}" + ",".join("_" for _ in fields.split(",")) for name, fields in channels for mark in "!?"]
    first = rng.sample(events, rng.randint(1, len(events)))
    ways = ["; ".join([event, *rng.choices(events, k=rng.randint(0, 2))]) for event in first]
    if rng.random() < 0.5:
        return text + "\ntrace { end: do " + " ".join(f":: {way}" for way in ways) + " od }\n"
    return text + "\nnotrace { if " + " ".join(f":: {way}" for way in ways) + " fi }\n"


def compare(seed, arguments, folder):
    path, script = folder / f"{seed}.pml", folder / "s.way"
    text = random_promela.generate(seed)
    path.write_text(with_trace(text, seed) if seed % 3 == 0 else text)
    common = ["--ltl", "none", "--search", "dfs", "--errors", "0"]
    whole = waymark.ask(arguments.waymark, "check", *common, "--por", "off", "--memory", "200M", "--time", "5", path, limit=HANGS)
    if whole.verdict not in ("holds", "violation") or whole.said["reason"] or whole.said["states"] > MOST_STATES:
        return left_out()
    reduced = waymark.ask(arguments.waymark, "check", *common, "--por", "on", "--script", script, path, limit=HANGS)
    states = reduced.said.get("states", 0)
    found = Compared(figures={"states": whole.said["states"], "states with reduction": states})
    if reduced.verdict != whole.verdict:
        found.differences.append(f"{reduced.verdict} {reduced.said.get('kind', '')}, without reduction {whole.verdict} {whole.said['kind']}")
    elif states > whole.said["states"]:
        found.differences.append(f"{states} states, without reduction {whole.said['states']}")
    elif whole.verdict == "holds":
        certified = waymark.ask(arguments.waymark, "certify", "--script", script, path, limit=HANGS)
        if certified.verdict != "certified":
            found.differences.append(f"its script is {certified.verdict}: {certified.detail}")
    return found
