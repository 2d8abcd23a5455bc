#!/usr/bin/env python3
"""Where scaling of a search by levels ends, by a simulation: cluster_scaling.py [options].

It is fed with measured costs: of a transition that stays, of what one more costs that goes to another rank, for both ends
together, its bytes on the wire, and how many transitions a state has. They are measured on --model, by one rank and by two of
this machine in processor time (as bench/seeds/cluster_bench.py --only costs does), unless they are given; what a network takes is given
always. A level of N states, each with B transitions, is dealt to P ranks by chance, as the partition by fingerprints does. A rank
is done with it after its own transitions, the part of them that leads to others (all but 1/P, unless --local says more), and a
message for each started batch of 64 KiB to each peer; one message to each peer ends a level whatever was sent. The level is over
when the last rank is, and then ranks settle it: four exchanges of all with all and twenty bytes a state. Levels are those of a
real search (--profile of 'waymark check'), or of a search that grows and shrinks as binomial coefficients do.

It tells the speed-up over one rank, and what takes the time there: work, remote transitions, messages, settling, waiting for the
last. Scaling has ended where twice the ranks bring less than 1.2 times the speed.
"""
import argparse
import csv
import math
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import cluster, waymark  # noqa: E402
from lib.tables import table  # noqa: E402
import cluster_bench  # noqa: E402

RANKS = [1, 16, 32, 64, 128, 256, 512, 1024]
BATCH = 64 << 10
SETTLED = 20  # bytes a state
EXCHANGES = 4  # of all with all, a level


def binomial_levels(states, depth):
    """So many states on so many levels, shaped like binomial coefficients: few, many, few."""
    logs = [math.lgamma(depth + 1) - math.lgamma(i + 1) - math.lgamma(depth - i + 1) for i in range(depth + 1)]
    top = max(logs)
    weights = [math.exp(value - top) for value in logs]
    return [max(1, round(states * weight / sum(weights))) for weight in weights]


def read_levels(path):
    """The states of each level, as --profile writes them."""
    with open(path, encoding="utf-8") as file:
        return [int(row["states"]) for row in csv.DictReader(file) if row.get("states", "").isdigit()]


def fullest(states, ranks, chance):
    """The most that one of the ranks gets of so many states, each given to any of them."""
    if ranks == 1:
        return states
    if states <= 4096:
        got = [0] * ranks
        for _ in range(states):
            got[chance.randrange(ranks)] += 1
        return max(got)
    mean = states / ranks
    return min(states, mean + math.sqrt(2 * mean * math.log(ranks)))  # of so many normal ones


def simulate(levels, ranks, costs, chance):
    """Seconds by what they go to, summed over levels."""
    spent = dict.fromkeys(("work", "remote", "messages", "settling", "waiting"), 0.0)
    away = 0 if ranks == 1 else (1 - 1 / ranks) * (1 - costs.local)
    for states in levels:
        mean, most = states / ranks, fullest(states, ranks, chance)
        transitions = mean * costs.branching
        spent["work"] += transitions * costs.here * 1e-9
        spent["remote"] += transitions * away * costs.remote * 1e-9
        each = (costs.here + away * costs.remote) * costs.branching * 1e-9
        spent["waiting"] += (most - mean) * each
        if ranks == 1:
            continue
        bytes_out = transitions * away * costs.record
        batches = (ranks - 1) * (1 + math.ceil(bytes_out / (ranks - 1) / BATCH))
        spent["messages"] += 2 * batches * costs.message * 1e-6 + bytes_out / (costs.bandwidth * 1e9)
        latency = EXCHANGES * (math.log2(ranks) * costs.latency + (ranks - 1) * costs.message / 4)
        spent["settling"] += latency * 1e-6 + mean * SETTLED / (costs.bandwidth * 1e9)
    return spent


def measure_what_is_not_given(costs):
    names = ["here", "remote", "record", "branching"]
    if all(getattr(costs, name) is not None for name in names):
        return
    cluster.require()
    measured = cluster_bench.measure(costs.waymark, costs.repeat, costs.model)
    for name in names:
        if getattr(costs, name) is None:
            setattr(costs, name, getattr(measured, name))
    print(f"{costs.model}: {costs.here:.0f} ns a transition, {costs.remote:.0f} ns more if it leads to another rank, "
          f"{costs.record:.0f} bytes then; {costs.branching:.1f} transitions a state\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--model", choices=cluster_bench.MODELS, default="bounded_buffer", help="on which costs are measured")
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--here", type=float, help="ns of a transition that stays")
    parser.add_argument("--remote", type=float, help="ns more of one that goes to another rank, at both ends together")
    parser.add_argument("--record", type=float, help="bytes of one on the wire")
    parser.add_argument("--branching", type=float, help="transitions of a state")
    parser.add_argument("--message", type=float, default=1.0, help="us of processor time a message, at each end")
    parser.add_argument("--latency", type=float, default=3.0, help="us from one machine to another")
    parser.add_argument("--bandwidth", type=float, default=1.0, help="GB/s into and out of a rank")
    parser.add_argument("--local", type=float, default=0.0, help="share of the transitions that a partition keeps at home besides")
    parser.add_argument("--states", type=float, default=1e9)
    parser.add_argument("--depth", type=int, default=200)
    parser.add_argument("--profile", help="levels of a real search, each as many times larger as --states asks")
    parser.add_argument("--seed", type=int, default=1)
    costs = parser.parse_args()
    measure_what_is_not_given(costs)
    chance = random.Random(costs.seed)
    levels = binomial_levels(costs.states, costs.depth)
    if costs.profile:
        real = read_levels(costs.profile)
        levels = [max(1, round(states * costs.states / sum(real))) for states in real]
    print(f"{sum(levels):,} states on {len(levels)} levels\n")
    rows, speeds = [], {}
    ended = None
    for ranks in RANKS:
        spent = simulate(levels, ranks, costs, chance)
        total = sum(spent.values())
        speeds[ranks] = total
        gain = speeds[1] / total
        if ended is None and ranks // 2 in speeds and ranks > 16 and speeds[ranks // 2] / total < 1.2:
            most = max((name for name in spent if name not in ("work", "remote")), key=spent.get)
            ended = (ranks // 2, most)
        rows.append([ranks, f"{total:,.1f} s", f"{gain:,.1f}", f"{100 * gain / ranks:.0f}%",
                     *(f"{100 * spent[name] / total:.0f}%" for name in spent)])
    table(["ranks", "time", "speed-up", "of ideal", *spent], rows)
    print(f"Scaling ends at {ended[0]} ranks: {ended[1]}." if ended else "Scaling goes on to the last.")


if __name__ == "__main__":
    main()
