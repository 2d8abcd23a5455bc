#!/usr/bin/env python3
"""What several ranks cost and bring: make bench-cluster.

Prints Markdown. First models of a million states and more by one process and by two ranks: wall clock, one process over two
ranks, and the larger rank's memory over that of the process. Then what is sent, by how much each rank remembers of what it has sent, on
two ranks: the share of transitions that send a state, counted as states and not as messages, beside the JPF paper's table 3 (RemoteAgent of
its own size, two workstations, states sent one by one as paths).

  cluster_bench.py --repeat 3
  cluster_bench.py --only speed
"""
import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from lib import ROOT, cluster, java, waymark  # noqa: E402
from lib.tables import geometric_mean, table  # noqa: E402

THESIS = ROOT / "bench" / "models" / "thesis"
MODELS = ["bounded_buffer", "rwvsn", "nested_monitor", "pipeline", "replicated_workers", "sleeping_barber", "elevator"]
REMEMBERED = [0, 50, 200, 500, 4096]
# Of the paper: percent of transitions that send, seconds. Its own name for what is remembered is sibling caching.
PAPER = {0: (38, 525.16), 50: (34, 518.52), 200: (31, 515.26), 500: (28, 511.77)}


def fastest(repeat, ask):
    """The answer that took least, of so many."""
    return min((ask() for _ in range(repeat)), key=lambda answer: answer.said["seconds"]).said


def speed(binary, repeat):
    print("### Two ranks beside one process\n\nStore exact, no reduction; seconds are wall clock of the search.\n")
    rows, gains, shares = [], [], []
    for model in MODELS:
        arguments = ["--por", "off", THESIS / f"{model}.pml"]
        one = fastest(repeat, lambda words=arguments: waymark.demand(binary, "check", *words))
        two = fastest(repeat, lambda words=arguments: cluster.ask(2, binary, "check", *words))
        if (one["states"], one["transitions"]) != (two["states"], two["transitions"]):
            sys.exit(f"{model}: {two['states']} states by two ranks, {one['states']} by one process")
        gains.append(one["seconds"] / two["seconds"])
        shares.append(max(rank["memory_bytes"] for rank in two["ranks"]) / one["memory_bytes"])
        remote = sum(rank["sent_states"] + rank["sent_again"] for rank in two["ranks"])
        rows.append([model, f"{one['states']:,}", f"{one['seconds']:.2f} s", f"{two['seconds']:.2f} s", f"{gains[-1]:.2f}",
                     f"{shares[-1]:.2f}", f"{100 * remote / two['transitions']:.0f}%",
                     f"{100 * sum(rank['waited_seconds'] for rank in two['ranks']) / 2 / two['seconds']:.0f}%"])
    rows.append(["geometric mean", "", "", "", f"{geometric_mean(gains):.2f}", f"{geometric_mean(shares):.2f}", "", ""])
    table(["model", "states", "one process", "two ranks", "speed-up", "memory of a rank", "transitions to the other", "waiting"], rows)


def savings(binary, build):
    print("### States sent by what is remembered (the paper's table 3: sibling caching)\n")
    names = ["RemoteAgent", "BoundedBuffer"]
    classes = java.examples(build, pathlib.Path(binary).parent / "waymark-library.jar", names)
    programs = [("RemoteAgent", ["--por", "off", "--classpath", classes, "RemoteAgent", "locked"]),
                ("BoundedBuffer 2 1 1", ["--por", "off", "--classpath", classes, "BoundedBuffer", "2", "1", "1"]),
                ("elevator.pml", ["--por", "off", THESIS / "elevator.pml"])]
    rows = []
    for remembered in REMEMBERED:
        cells = [f"{remembered}"]
        for _, arguments in programs:
            said = cluster.ask(2, binary, "check", "--remember", remembered, *arguments).said
            states = sum(rank["sent_states"] for rank in said["ranks"])
            sent = sum(rank["sent_bytes"] for rank in said["ranks"])
            cells.append(f"{100 * states / said['transitions']:.0f}%, {sent / (1 << 20):.1f} MiB")
        paper = PAPER.get(remembered)
        rows.append([*cells, f"{paper[0]}%, {paper[1]:.0f} s" if paper else ""])
    table(["remembered", *(name for name, _ in programs), "paper, RemoteAgent"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--only", choices=["speed", "savings"])
    options = parser.parse_args()
    cluster.require()
    if options.only != "savings":
        speed(options.waymark, options.repeat)
    if options.only != "speed":
        with tempfile.TemporaryDirectory() as build:
            savings(options.waymark, pathlib.Path(build))


if __name__ == "__main__":
    main()
