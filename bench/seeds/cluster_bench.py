#!/usr/bin/env python3
"""What several ranks cost and bring: make bench NAME=cluster.

Prints Markdown. First models of a million states and more by one process and by two ranks, which share states by a hash of all and
of half of the processes: one process over two ranks in wall clock, and one process over half of what both ranks need in processor time of the user, which
other work on the machine changes less; and the larger rank's memory over that of the process. The cost of a transition to another
rank, in the same processor time. Then the JPF paper's tables 3 to 7 on two ranks: the share of transitions that send a state, counted as states
and not as messages, with the paper's figures beside (RemoteAgent of its own size, two workstations, states sent one by one as
paths). Where classes of states move, they do when a rank uses so much of what a single one needs in all (MOVE_AT). Savings and partitions
that are not together in the paper come last.

  cluster_bench.py --repeat 3
  cluster_bench.py --only speed
"""
import argparse
import dataclasses
import itertools
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import ROOT, cluster, java, waymark  # noqa: E402
from lib.tables import geometric_mean, table  # noqa: E402

THESIS = ROOT / "bench" / "models" / "thesis"
MODELS = ["bounded_buffer", "rwvsn", "nested_monitor", "pipeline", "replicated_workers", "sleeping_barber", "elevator"]
COSTS_OF = ["elevator", "pipeline"]
SHARES = ["all", "half"]  # by what two ranks share states
ALL = 1 << 20  # of remembered states: more than are ever sent
MOVE_AT = 0.6
# The paper's table 3: percent of transitions that send, seconds.
SAVINGS = [("plain", ["--tune", "remember=0"], "38%, 525 s"), ("sibling storing", ["--tune", f"remember={ALL}"], "27%, 505 s"),
           ("sibling caching (50)", ["--tune", "remember=50"], "34%, 519 s"), ("sibling caching (200)", ["--tune", "remember=200"], "31%, 515 s"),
           ("sibling caching (500)", ["--tune", "remember=500"], "28%, 512 s"),
           ("children lookahead", ["--tune", "remember=0", "--tune", "lookahead=1"], "31%, 321 s"),
           ("lookahead, storing", ["--tune", f"remember={ALL}", "--tune", "lookahead=1"], "23%, 297 s"),
           ("lookahead, caching (50)", ["--tune", "remember=50", "--tune", "lookahead=1"], "28%, 316 s"),
           ("lookahead, caching (200)", ["--tune", "remember=200", "--tune", "lookahead=1"], "28%, 315 s"),
           ("lookahead, caching (500)", ["--tune", "remember=500", "--tune", "lookahead=1"], "26%, 319 s"),
           ("lookahead of 2 generations, storing", ["--tune", f"remember={ALL}", "--tune", "lookahead=2"], ""), ("fingerprints first", ["--tune", "ask-first"], ""),
           ("known parts left out", ["--tune", "by-parts"], "")]
# Its tables 4 to 7: memory of the two, percent, seconds; one row for each partition function of all threads, one list for each table.
PARTITIONS = [("all", ["--tune", "partition=all"]), ("threads", ["--tune", "partition=threads"]),
              ("every second thread", ["--tune", "partition=half"]), ("counter", ["--tune", "partition=counter"]),
              ("counters", ["--tune", "partition=counters"])]  # the last three are not in the paper
# Both together, which is not in the paper: of the partitions that send least, with all that is sent remembered.
COMBINED = [(f"{name}, {mapping}, lookahead {ahead}", mapping, [*how, "--tune", f"remember={ALL}", "--tune", f"lookahead={ahead}"])
            for name, how in PARTITIONS if name in ("every second thread", "counter")
            for mapping, ahead in (("fixed", 0), ("fixed", 2), ("shared", 0), ("shared", 2))]
MAPPINGS = [("4: fixed", "fixed", ["50/50, 38%, 525 s", "50/50, 46%, 551 s"]),
            ("5: balanced", "balanced", ["50/50, 38%, 524 s", "50/50, 46%, 531 s"]),
            ("6: one begins", "first", ["47/53, 16%, 252 s", "47/54, 13%, 150 s"]),
            ("7: both begin", "shared", ["50/50, 9%, 251 s", "48/52, 7%, 121 s"])]


def fastest(repeat, ask):
    """What was said by the one that took least, of so many, and the least processor time of the user."""
    answers = [ask() for _ in range(repeat)]
    return min(answers, key=lambda answer: answer.said["seconds"]).said, min(answer.done.user for answer in answers)


def remote(said):
    return sum(rank["sent_states"] + rank["sent_again"] for rank in said["ranks"])


def start(binary, ranks):
    """Processor time of a run that does next to nothing."""
    tiny = ROOT / "examples" / "promela" / "peterson.pml"
    return fastest(3, lambda: cluster.ask(ranks, binary, "check", tiny))[1]


def speed(binary, repeat):
    print("### Two ranks beside one process\n\nStore exact, no reduction.\n")
    rows, gains = [], {how: ([], [], []) for how in SHARES}
    beginning = start(binary, 2)
    for model in MODELS:
        arguments = ["--por", "off", THESIS / f"{model}.pml"]
        one, one_user = fastest(repeat, lambda words=arguments: waymark.demand(binary, "check", "--jobs", 1, *words))
        cells = [model, f"{one['states']:,}"]
        for how, (walls, users, shares) in gains.items():
            two, two_user = fastest(repeat, lambda words=(*arguments, "--tune", f"partition={how}"): cluster.ask(2, binary, "check", *words))
            if (one["states"], one["transitions"]) != (two["states"], two["transitions"]):
                sys.exit(f"{model}: {two['states']} states by two ranks, {one['states']} by one process")
            walls.append(one["seconds"] / two["seconds"])
            users.append(one_user / ((two_user - beginning) / 2))
            shares.append(max(rank["memory_bytes"] for rank in two["ranks"]) / one["memory_bytes"])
            cells += [f"{walls[-1]:.2f}", f"{users[-1]:.2f}", f"{shares[-1]:.2f}", f"{100 * remote(two) / two['transitions']:.0f}%"]
        rows.append(cells)
    rows.append(["geometric mean", ""] + [cell for lists in gains.values()
                                          for cell in [*(f"{geometric_mean(values):.2f}" for values in lists), ""]])
    table(["model", "states", *(f"{how}: {what}" for how in SHARES
                                for what in ("wall clock", "processor", "memory of a rank", "to the other"))], rows)


@dataclasses.dataclass
class Costs:
    """Of a model by one rank alone and by two, in processor time."""
    transitions: int
    branching: float  # transitions of a state
    here: float       # ns of a transition that stays
    away: float       # share of those that lead to the other rank
    remote: float     # ns more of one of these, at both ends together
    record: float     # bytes of one of these on the wire


def measure(binary, repeat, model, how="all"):
    arguments = ["--por", "off", "--tune", f"partition={how}", THESIS / f"{model}.pml"]
    (one, one_user), (two, two_user) = (fastest(repeat, lambda n=n: cluster.ask(n, binary, "check", *arguments)) for n in (1, 2))
    alone, both = one_user - start(binary, 1), two_user - start(binary, 2)
    return Costs(one["transitions"], one["transitions"] / one["states"], 1e9 * alone / one["transitions"],
                 remote(two) / two["transitions"], 1e9 * (both - alone) / remote(two),
                 sum(rank["sent_bytes"] for rank in two["ranks"]) / remote(two))


def costs(binary, repeat):
    print("### Cost of a transition to another rank\n")
    rows = []
    for model in COSTS_OF:
        for how in SHARES:
            its = measure(binary, repeat, model, how)
            rows.append([model, how, f"{its.transitions:,}", f"{its.here:.0f} ns", f"{100 * its.away:.0f}%",
                         f"{its.remote:.0f} ns more", f"{its.record:.0f}"])
    table(["model", "partition", "transitions", "one that stays", "lead to another", "one that does", "bytes of one"], rows)


def programs(binary, build):
    names = ["RemoteAgent", "BoundedBuffer", "ReplicatedWorkers"]
    classes = java.examples(build, pathlib.Path(binary).parent / "waymark-library.jar", names)
    java_words = ["--por", "off", "--classpath", classes]
    return [("RemoteAgent", [*java_words, "RemoteAgent", "locked"]), ("BoundedBuffer 3 2 2", [*java_words, "BoundedBuffer", "3", "2", "2"]),
            ("ReplicatedWorkers 3 4", [*java_words, "ReplicatedWorkers", "3", "4"]),
            ("leader_election.pml", ["--por", "off", "--ltl", "none", ROOT / "tests" / "promela" / "corpus" / "leader_election.pml"]),
            ("elevator.pml", ["--por", "off", THESIS / "elevator.pml"])]


def share_sent(said):
    return sum(rank["sent_states"] for rank in said["ranks"]) / said["transitions"]


def savings(binary, subjects):
    print("### States sent, bytes sent for a transition, memory of the larger rank and time, by what is saved (the paper's table 3)\n")
    rows, best = [], {}
    for name, how, paper in SAVINGS:
        cells = [name]
        for program, arguments in subjects:
            if "by-parts" in how and "--classpath" not in arguments:  # states of models have no parts
                cells.append("-")
                continue
            said = cluster.ask(2, binary, "check", *how, *arguments).said
            memory = max(rank["memory_bytes"] for rank in said["ranks"])
            sent = sum(rank["sent_bytes"] for rank in said["ranks"])
            cells.append(f"{100 * share_sent(said):.1f}%, {sent / said['transitions']:.0f} B, {memory / (1 << 20):.1f} MiB, {said['seconds']:.1f} s")
            best[program] = min(best.get(program, 1), share_sent(said))
        rows.append([*cells, paper])
    rows.append(["best", *(f"{100 * best[program]:.1f}%" for program, _ in subjects), "23%"])
    table(["saving", *(name for name, _ in subjects), "paper, RemoteAgent"], rows)


def needed(binary, subjects):
    """What one rank needs in all, in bytes, for each program."""
    return {name: cluster.ask(1, binary, "check", *arguments).said["memory_bytes"] for name, arguments in subjects}


def mapped(mapping, needs):
    """The options of a mapping, for a program of which one rank needs so much."""
    return ["--tune", f"mapping={mapping}", *([] if mapping == "fixed" else ["--tune", f"move-at={int(MOVE_AT * needs)}"])]


def split(said):
    """How states were shared, and the share of transitions that sent one."""
    kept = [100 * rank["states"] / max(said["states"], 1) for rank in said["ranks"]]
    return f"{kept[0]:.0f}/{kept[1]:.0f}, {100 * share_sent(said):.1f}%"


def combined(binary, subjects):
    print("### Savings and partitions together\n")
    rows, best = [], {}
    needs = needed(binary, subjects)
    for name, mapping, how in COMBINED:
        cells = [name]
        for program, arguments in subjects:
            said = cluster.ask(2, binary, "check", *mapped(mapping, needs[program]), *how, *arguments).said
            cells.append(split(said))
            best[program] = min(best.get(program, 1), share_sent(said))
        rows.append(cells)
    rows.append(["best", *(f"{100 * best[program]:.1f}%" for program, _ in subjects)])
    table(["what", *(name for name, _ in subjects)], rows)


def partitions(binary, subjects):
    """Tables 4 to 7, each with one column for each program."""
    needs = needed(binary, subjects)
    for title, mapping, paper in MAPPINGS:
        print(f"### Table {title}\n")
        rows, best = [], {}
        for (name, how), beside in itertools.zip_longest(PARTITIONS, paper, fillvalue=""):
            cells = [name]
            for program, arguments in subjects:
                said = cluster.ask(2, binary, "check", *mapped(mapping, needs[program]), *how, *arguments).said
                cells.append(f"{split(said)}, {said['seconds']:.1f} s")
                best[program] = min(best.get(program, 1), share_sent(said))
            rows.append([*cells, beside])
        rows.append(["best", *(f"{100 * best[program]:.1f}%" for program, _ in subjects),
                     f"{min(int(cell.split(', ')[1][:-1]) for cell in paper)}%"])
        table(["partition", *(name for name, _ in subjects), "paper, RemoteAgent"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--only", choices=["speed", "costs", "savings", "partitions", "combined"])
    parser.add_argument("--programs", nargs="+", help="of tables 3 to 7, those whose names begin like this")
    options = parser.parse_args()
    cluster.require()
    if options.only in (None, "speed"):
        speed(options.waymark, options.repeat)
    if options.only in (None, "costs"):
        costs(options.waymark, options.repeat)
    if options.only in (None, "savings", "partitions", "combined"):
        with tempfile.TemporaryDirectory() as build:
            subjects = [(name, arguments) for name, arguments in programs(options.waymark, pathlib.Path(build))
                        if not options.programs or name.startswith(tuple(options.programs))]
            for name, measure in (("savings", savings), ("partitions", partitions), ("combined", combined)):
                if options.only in (None, name):
                    measure(options.waymark, subjects)


if __name__ == "__main__":
    main()
