#!/usr/bin/env python3
"""What partial order reduction leaves, beside what Spin's leaves.

For each model of the list, of bench/models/protocols and of the corpus: states without reduction (which must be the same for
both), states with it, and the share that is left; then our processor time with reduction over that without, and the same
per transition taken; each the least of five, less that of a model with nothing to search, '-' for models of less than ten
thousand states or 5 ms. 'differs' marks a verdict that is not the same for all four runs, or not the one that is written
here. That makes the exit code 1, and so does a model of which more is left than Spin leaves, or that takes longer with
reduction than without. Spin is built with 'spin -a -o1 -o2 -o3' and -DSAFETY, once with -DNOREDUCE and once without. The
last table is figure 12 of the notes: leader election over the number of processes.

  reduction_bench.py --waymark build/release/waymark
  reduction_bench.py --filter leader --compiler gcc --csv build/reduction.csv
"""
import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))
from lib import ROOT, files, spin, waymark  # noqa: E402
from lib.tables import geometric_mean  # noqa: E402

# Model, what to define, and whether its processes are copies of one another.
PROGRAMS = [
    ("bench/models/leader", ["N=5"], True),
    ("bench/models/bakery", ["N=2"], True),
    ("bench/models/peterson_filter", ["N=3"], True),
    ("bench/models/philosophers_mixed", ["N=6"], False),
    ("bench/models/pipeline", [], False),
    ("bench/models/sliding_window", ["W=1"], False),
    ("bench/models/elevator", ["F=2"], False),
    ("bench/models/cache_directory", [], False),
    ("bench/models/resource_manager", ["CLIENTS=3"], False),
    ("bench/models/store_buffers", ["DEPTH=1"], False),
    ("bench/models/thesis/philosophers", ["ROUNDS=1", "N=5"], True),
    ("bench/models/thesis/bounded_buffer", ["ROUNDS=1", "PRODUCERS=2", "CONSUMERS=2"], True),
    ("bench/models/thesis/nested_monitor", ["ROUNDS=1", "PRODUCERS=2", "CONSUMERS=1"], False),
    ("bench/models/thesis/pipeline", ["STAGES=3"], False),
    ("bench/models/thesis/ksu_pipeline", ["STAGES=3"], False),
    ("bench/models/thesis/elevator", ["ROUNDS=1"], False),
    ("bench/models/thesis/replicated_workers", ["WORKERS=2"], True),
    ("bench/models/thesis/rwvsn", ["ROUNDS=1", "READERS=2", "WRITERS=2"], True),
    ("bench/models/thesis/sleeping_barber", ["CUSTOMERS=3"], True),
    ("bench/models/kinds/traced", [], False),
    ("bench/models/kinds/mobile", [], False),
    ("bench/models/kinds/goto_chain", [], True),
    ("bench/models/kinds/sessions", [], True),
    ("bench/models/kinds/kernel", [], True),
    ("tests/promela/corpus/file_transfer", [], False),
    ("tests/promela/corpus/needham_schroeder", [], False),
    ("tests/promela/corpus/snoopy_cache", [], False),
    ("tests/promela/corpus/token_ring", [], False),
    ("tests/promela/corpus/elevator", [], False),
    ("bench/models/ricart_agrawala", [], True),
]
# Models kept aside: protocols of others, in other styles, written before what they judge, with their verdicts.
ASIDE = {
    "bathroom": "holds", "chang_roberts": "holds", "dijkstra_scholten": "deadlock", "dijkstra_token": "deadlock",
    "go_back_n": "deadlock", "gossip": "holds", "itai_rodeh": "holds", "lamport_mutex": "holds", "mcs_lock": "holds",
    "mesi": "holds", "paxos": "holds", "raymond_tree": "holds", "savages": "holds", "smokers": "holds", "snapshot": "holds",
    "stop_and_wait": "holds", "suzuki_kasami": "holds", "two_phase_commit": "holds", "woo_lam": "deadlock", "work_pool": "holds",
}
# Models of the corpus after whose errors Spin's counts mean something else, or nothing (docs/trust/exactness.md).
UNCOUNTED = {"bounds_read", "bounds_write", "chan_dead", "division_zero", "dstep_blocks", "modulo_zero", "run_limit"}
TIMED = 10_000  # states of the smallest model whose time is judged
LEADER = ROOT / "bench/models/leader.pml"


def spins(model, defined, compiler, where):
    """(states, errors) without and with reduction."""
    pan = spin.Verifier(where, model, defined)
    pan.depth, pan.bits = 5_000_000, 22
    out = []
    for reduce in (["-DNOREDUCE"], []):
        pan.compile(compiler, "-DSAFETY", "-DMEMLIM=8000", "-DVECTORSZ=4096", *reduce)
        said = spin.finished(pan.search("-c0").out)
        out.append((spin.states(said), spin.errors(said)))
    return out


def ours(binary, model, defined, por):
    """(states, kind of error or verdict, processor seconds, transitions)"""
    def run():
        return waymark.demand(binary, "check", "--search", "dfs", "--por", por, "--errors", "0", "--ltl", "none",
                              *waymark.defines(defined), model)

    answers = [run()]
    said = answers[0].said
    if said["states"] >= TIMED or por == "on":
        answers += [run() for _ in range(4)]
    return said["states"], said["kind"] or said["verdict"], min(answer.done.cpu for answer in answers), said["transitions"]


def compare(model, defines, arguments, expected=None):
    with tempfile.TemporaryDirectory(prefix="reduction-") as where:
        (spin_whole, spin_errors), (spin_left, spin_errors_left) = spins(model, defines, arguments.compiler, where)
    whole, verdict, seconds, transitions = ours(arguments.waymark, model, defines, "off")
    left, verdict_left, seconds_left, transitions_left = ours(arguments.waymark, model, defines, "on")
    seconds, seconds_left = seconds - arguments.start, seconds_left - arguments.start
    tells = whole >= TIMED and seconds > 0.005 and seconds_left > 0.005
    violated = {verdict != "holds", verdict_left != "holds", spin_errors > 0, spin_errors_left > 0}
    return {"whole": whole, "spin_whole": spin_whole, "left": left, "spin_left": spin_left,
            "same": len(violated) == 1 and expected in (None, verdict),
            "time": seconds_left / seconds if tells else None,
            "price": (seconds_left / transitions_left) / (seconds / transitions) if tells else None}


def programs():
    """(name, what to define, whether its processes are copies, verdict if it is written here)"""
    listed = [(*program, None) for program in PROGRAMS]
    aside = [(f"bench/models/protocols/{name}", [], False, verdict) for name, verdict in ASIDE.items()]
    done = {name for name, *_ in listed}
    corpus = sorted(f"tests/promela/corpus/{path.stem}" for path in (ROOT / "tests/promela/corpus").glob("*.pml")
                    if path.stem not in UNCOUNTED)
    return listed + aside + [(name, [], False, None) for name in corpus if name not in done]


def show(name, found):
    time, price = (f"{found[key]:.2f}" if found[key] else "-" for key in ("time", "price"))
    note = ("" if found["same"] else "  verdict differs") + ("" if found["whole"] == found["spin_whole"] else "  whole graphs differ")
    print(f"| {name} | {found['whole']:,} | {found['left']:,} | {found['spin_left']:,} | {found['left'] / found['whole']:.1%} | "
          f"{found['spin_left'] / found['spin_whole']:.1%} | {time} | {price} |{note}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--compiler", default="tcc", choices=sorted(spin.COMPILERS), help="for pan [tcc]")
    parser.add_argument("--filter", default="", help="only models whose name contains this")
    parser.add_argument("--csv", type=Path)
    arguments = parser.parse_args()
    spin.require()
    with tempfile.NamedTemporaryFile("w", suffix=".pml") as nothing:
        nothing.write("#define NOTHING skip\nactive proctype P() { NOTHING }\n")  # the preprocessor takes its time
        nothing.flush()
        arguments.start = ours(arguments.waymark, nothing.name, [], "off")[2]
    head = "| model | whole | left | Spin leaves | share | Spin's share | time | per transition |\n" + "| --- " * 8 + "|"
    print(head)
    rows = []
    for name, defines, alike, expected in programs():
        if arguments.filter not in name:
            continue
        found = compare(ROOT / f"{name}.pml", defines, arguments, expected)
        label = " ".join([name.removeprefix("bench/models/").removeprefix("tests/promela/"), *defines]) + (" (symmetric)" if alike else "")
        show(label, found)
        rows.append({"model": label, **found})
    if not rows:
        sys.exit(f"reduction_bench.py: no model is named like '{arguments.filter}'")
    we = geometric_mean([r["left"] / r["whole"] for r in rows])
    they = geometric_mean([r["spin_left"] / r["spin_whole"] for r in rows])
    stronger = sum(r["left"] < r["spin_left"] for r in rows)
    weaker = [r["model"] for r in rows if r["left"] > r["spin_left"]]
    slower = [r["model"] for r in rows if r["time"] and r["time"] > 1]
    print(f"\n{len(rows)} models: {we:.1%} is left in the geometric mean, {they:.1%} by Spin; stronger on {stronger}")
    print(f"weaker on {len(weaker)}: {', '.join(weaker) or 'none'}")
    print(f"slower than without reduction, of {sum(r['time'] is not None for r in rows)}: {', '.join(slower) or 'none'}")
    if "leader".startswith(arguments.filter):
        print("\n" + head)
        for n in range(2, 8):
            if n < 7:
                show(f"leader N={n}", compare(LEADER, [f"N={n}"], arguments))
            else:
                left, _, _, _ = ours(arguments.waymark, LEADER, [f"N={n}"], "on")
                print(f"| leader N={n} | not tried | {left:,} | | | | | |")
    files.write_csv(arguments.csv, [rows[0].keys(), *(row.values() for row in rows)])
    sys.exit(0 if all(r["same"] and r["whole"] == r["spin_whole"] for r in rows) and not weaker and not slower else 1)


if __name__ == "__main__":
    main()
