"""Searches up to symmetry against whole ones, on random models with processes that are alike, or nearly so: the same
verdict, with partial order reduction and without, by several orders, stores and workers; trails that are runs of the
program; scripts that certify, and do not with other options. By brute force over all states (symmetry_graph): each
exchange is a symmetry, and a search has at most 1.1 times as many states as no exchange makes of each other."""
import json
import random
import sys

import random_symmetric
from lib import HANGS, ROOT, processes, waymark
from lib.comparing import Compared, left_out

sys.path.insert(0, str(ROOT / "tests" / "stranger"))
import script as stranger  # noqa: E402

MOST_STATES = 60000
WAYS = [["--search", "dfs"], ["--search", "bfs"], ["--search", "bfs", "--jobs", "2"], ["--store", "tree"],
        ["--search", "dfs", "--store", "tree"]]


def add_options(parser):
    parser.set_defaults(random=[1, 200])
    parser.add_argument("--graph", default=str(ROOT / "build" / "release" / "tests" / "symmetry_graph"), help="that program")


def subjects(arguments, where):
    return arguments.seeds


def with_options(data, text):
    """The script with other options."""
    script = stranger.decode(data).copy()
    script.header.options_text = text
    script.header.options = stranger.digest(text)
    return stranger.encode(script)


def forged(data, symmetric):
    """Scripts that are not what they say."""
    own = stranger.decode(data).header.options_text
    texts = [own.replace(b"symmetry 1; ", b"").replace(b"symmetry 1", b"")] if symmetric else []
    texts += [own + b"; symmetry 1", b"symmetry 1; symmetry 1", own.replace(b"symmetry 1", b"symmetry 2"),
              own.replace(b"symmetry 1", b"symmetry 1; unchanged nothing[7]"), own.replace(b"symmetry 1", b"symmetry 1; preemptions at most 1")]
    if not symmetric:
        texts.append(b"symmetry 1" + (b"; " + own if own else b""))
    return [with_options(data, text) for text in texts if text != own]


def ask_graph(arguments, path, formula):
    watched = ["--watch", formula] if formula else []
    done = processes.run([arguments.graph, path, *watched], limit=HANGS)
    return json.loads(done.out) if done.code == 0 else {"wrong": f"symmetry_graph ended with {done.code}: {done.last_words()}"}


def check_script(arguments, path, script, symmetric, whole, found):
    for more in [[], ["--plain"]]:
        certified = waymark.ask(arguments.waymark, "certify", "--script", script, *more, path, limit=HANGS)
        if certified.verdict != "certified":
            found.differences.append(f"its script is {certified.verdict}: {certified.detail}")
    lie = script.with_suffix(".forged")
    for data in forged(script.read_bytes(), symmetric):
        lie.write_bytes(data)
        answer = waymark.ask(arguments.waymark, "certify", "--script", lie, path, limit=HANGS)
        found.figures["forged options"] += 1
        # Where no exchange changes a state, both graphs are the same.
        if answer.verdict == "certified" and not (symmetric and answer.said["states"] == whole):
            found.differences.append(f"a script with the options '{stranger.decode(data).header.options_text.decode()}' is certified")


def compare(seed, arguments, folder):
    path, script, trail = folder / f"{seed}.pml", folder / "s.way", folder / "t.trail"
    text = random_symmetric.generate(seed)
    path.write_text(text)
    rng = random.Random(seed)
    common = ["--memory", "200M", "--time", "10"]
    whole = waymark.ask(arguments.waymark, "check", *common, "--por", "off", path, limit=HANGS)
    if whole.verdict not in ("holds", "violation") or whole.said["states"] > MOST_STATES:
        return left_out()
    found = Compared()
    nearly = random_symmetric.is_nearly(seed)
    found.figures["models" + (" that are nearly symmetric" if nearly else "")] += 1
    graph = ask_graph(arguments, path, None)
    if graph.get("wrong"):
        found.differences.append(f"an exchange is no symmetry: {graph['wrong']}")
    symmetric = "groups" in graph
    if nearly and not symmetric:
        found.figures["nearly symmetric, refused"] += 1
    if graph.get("orbits"):
        found.figures.update({"states": graph["states"], "orbits": graph["orbits"], "states up to symmetry": graph["up_to_symmetry"]})
        if graph["up_to_symmetry"] > 1.1 * graph["orbits"]:
            found.differences.append(f"{graph['up_to_symmetry']} states up to symmetry, of {graph['orbits']}")
    for por in ["off", "on"]:
        way = rng.choice(WAYS)
        trail.unlink(missing_ok=True)
        less = waymark.ask(arguments.waymark, "check", *common, *way, "--por", por, "--symmetry", "auto", "--script", script, "--trail", trail,
                           path, limit=HANGS)
        if less.said.get("reason") in ("time", "memory"):
            return left_out()
        what = f"up to symmetry, {' '.join(way)} --por {por}"
        if less.verdict != whole.verdict:
            found.differences.append(f"{what}: {less.verdict} {less.detail} {less.said.get('kind', '')}, whole: {whole.verdict} {whole.said['kind']}")
        elif less.verdict == "violation":
            replayed = waymark.ask(arguments.waymark, "replay", "--trail", trail, path, limit=HANGS)
            if replayed.verdict != "violation":
                found.differences.append(f"{what}: its trail is {replayed.verdict} {replayed.detail}")
        elif por == "off":
            for one in less.said["scripts"] or [script]:
                check_script(arguments, path, folder / one, "symmetry 1" in stranger.decode((folder / one).read_bytes()).header.options_text.decode(),
                             whole.said["states"], found)
    return found
