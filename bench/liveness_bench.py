#!/usr/bin/env python3
"""The nested search for cycles, on models whose formula holds: against plain searches, and against Spin's.

'factor' is what looking for cycles costs: processor time of the nested search through the product of model and automaton
over that of a plain depth-first search through the same product (product_bench; goal: at most 2.2). 'whole' is the time
of the whole command over that of a plain depth-first search of the model alone, whose states may be fewer: it tells what
a formula costs. 'speed' is Spin's processor time over Waymark's for the same formula (goal: at least 1); Spin's verifier
is built with -O2 and -DNOREDUCE and run by 'pan -a'. The best of --repeat runs counts, all in turn.

With --fair: formulas of weakly fair runs, by the search for fair components against 'pan -a -f'. 'copies' is the same by
a nested search through copies of states, at most one for each process and one more, as a store that may omit needs it
(--store auto); 'speed' is Spin's time over that of the components (goal: at least 1).
"""
import argparse
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))
from lib import ROOT, files, processes, spin, waymark  # noqa: E402
from lib.tables import geometric_mean  # noqa: E402

CASES = [  # model, defines, formula
    ("leader", [], "<> (leaders == 1)"),
    ("leader", [], "<> [] (leaders == 1)"),
    ("leader", [], "[] (leaders == 1 -> [] (leaders == 1))"),
    ("board_puzzle", [], "[] <> (moves == 1)"),
    ("board_puzzle", [], "[] (moves == 0 -> <> (moves == 1))"),
    ("pipeline", [], "[] (total < 3)"),
    ("resource_manager", [], "[] (printers <= 2)"),
    ("cache_directory", [], "[] !(state[0] == exclusive && state[1] == exclusive)"),
    ("philosophers_mixed", ["N=7"], "([] <> (meals[2] == 0) && [] <> (meals[2] == 1)) -> [] <> (meals[2] == 2)"),
    ("sliding_window", ["W=1"], "([] <> (wanted == 0) && [] <> (wanted == 1)) -> [] <> (wanted == 3)"),
]
FAIR_CASES = [
    ("bakery", [], "[] (choosing[0] -> <> !choosing[0])"),
    ("bakery", [], "[] <> !choosing[1]"),
    ("elevator", ["F=2"], "[] (opened -> <> !opened)"),
    ("peterson_filter", [], "[] (in == 1 -> <> (in == 0))"),
    ("peterson_filter", [], "[] (level[0] == 3 -> <> (level[0] == 0))"),
    ("leader", [], "<> (leaders == 1)"),
    ("leader", [], "<> [] (leaders == 1)"),
    ("board_puzzle", [], "[] <> (moves == 1)"),
    ("philosophers_mixed", ["N=7"], "([] <> (meals[2] == 0) && [] <> (meals[2] == 1)) -> [] <> (meals[2] == 2)"),
    ("sliding_window", ["W=1"], "([] <> (wanted == 0) && [] <> (wanted == 1)) -> [] <> (wanted == 3)"),
]


def ask(binary, model, defined, *more):
    """(processor seconds, what it says)"""
    answer = waymark.demand(binary, "check", model, "--property", "none", "--por", "off", *waymark.defines(defined), *more,
                            codes=(3,) if "none" in more else (0,))  # explored, and nothing judged
    return answer.done.cpu, answer.said


class Spin:
    def __init__(self, model, defined, formula, where, fair=False):
        Path(where, "model.pml").write_text(model.read_text() + f"\nltl f {{ {formula} }}\n")
        self.pan = spin.Verifier(where, "model.pml", defined)
        # Fairness to more than six processes needs room for more flags.
        self.pan.compile("optimised", "-DNOREDUCE", "-DNFAIR=4" if fair else "-DNOFAIR", "-DMEMLIM=16000", "-DVECTORSZ=4096")
        self.options = ("-a", "-f") if fair else ("-a",)
        self.pan.depth, self.pan.bits = 20_000_000, 24
        self.search()

    def search(self):
        done = self.pan.search(*self.options, "-N", "f")
        if spin.errors(spin.finished(done.out)) != 0:
            sys.exit("Spin does not find that the formula holds:\n" + done.out[-800:])
        self.pan.fit(done.out)
        self.states = spin.states(done.out)
        return done.cpu


def alone(binary, repeat, model, formula, defined):
    """The product searched without the command around it."""
    done = processes.run([Path(binary).parent / "bench" / "product_bench", repeat, model, formula, *defined])
    if done.code != 0:
        sys.exit(f"product_bench ended with {done.code}:\n{done.last_words()}")
    return json.loads(done.out)


def measure(case, arguments, where):
    name, defines, formula = case
    model = ROOT / "bench" / "models" / f"{name}.pml"
    verifier = Spin(model, defines, formula, where)
    best = {}
    product_alone = alone(arguments.waymark, arguments.repeat, model, formula, defines)
    for _ in range(arguments.repeat):
        plain, said = ask(arguments.waymark, model, defines, "--search", "dfs", "--ltl", "none")
        nested, told = ask(arguments.waymark, model, defines, "--ltl", formula)
        if told["verdict"] != "holds":
            sys.exit(f"{name}: {formula}: {told['verdict']}")
        for what, seconds in (("plain", plain), ("nested", nested), ("spin", verifier.search())):
            best[what] = min(seconds, best.get(what, seconds))
    states, product = said["states"], told["liveness"][0]["states"]
    return [name, formula, states, product, verifier.states, product_alone["plain"], product_alone["nested"], best["plain"], best["nested"],
            best["spin"], product_alone["nested"] / product_alone["plain"], best["nested"] / best["plain"], best["spin"] / best["nested"]]


def measure_fair(case, arguments, where):
    name, defines, formula = case
    model = ROOT / "bench" / "models" / f"{name}.pml"
    verifier = Spin(model, defines, formula, where, fair=True)
    best, states = {}, {}
    for _ in range(arguments.repeat):
        for what, more in (("components", ()), ("copies", ("--store", "auto"))):
            seconds, told = ask(arguments.waymark, model, defines, "--fair", "--ltl", formula, *more)
            if told["verdict"] != "holds":
                sys.exit(f"{name}: {formula}: {told['verdict']}")
            best[what] = min(seconds, best.get(what, seconds))
            states[what] = told["liveness"][0]["states"]
        seconds = verifier.search()
        best["spin"] = min(seconds, best.get("spin", seconds))
    return [name, formula, states["components"], states["copies"], verifier.states, best["components"], best["copies"],
            best["spin"], best["spin"] / best["components"]]


def table_of_fair(arguments):
    print("| model, formula | states | with copies | Spin's | components | copies | pan -f | speed |\n"
          "| --- | --- | --- | --- | --- | --- | --- | --- |")
    rows = []
    for case in FAIR_CASES:
        if arguments.filter not in case[0]:
            continue
        with tempfile.TemporaryDirectory(prefix="liveness-") as where:
            row = measure_fair(case, arguments, where)
        rows.append(row)
        print(f"| {row[0]}: `{row[1]}` | {row[2]:,} | {row[3]:,} | {row[4]:,} | {row[5]:.2f} s | {row[6]:.2f} s | "
              f"{row[7]:.2f} s | {row[8]:.2f} |", flush=True)
    print(f"| geometric mean | | | | | | | {geometric_mean([row[8] for row in rows]):.2f} |")
    files.write_csv(arguments.csv, [["model", "formula", "states", "with copies", "Spin's states", "components s",
                                     "copies s", "Spin s", "speed"], *rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--filter", default="", help="only models whose name contains this")
    parser.add_argument("--csv", type=Path, help="also write all figures here")
    parser.add_argument("--fair", action="store_true", help="formulas of weakly fair runs")
    arguments = parser.parse_args()
    if arguments.fair:
        return table_of_fair(arguments)
    print("| model, formula | states | in the product | Spin's | plain, product | nested | factor | plain, model | command | "
          "whole | speed |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    rows = []
    for case in CASES:
        if arguments.filter not in case[0]:
            continue
        with tempfile.TemporaryDirectory(prefix="liveness-") as where:
            row = measure(case, arguments, where)
        rows.append(row)
        print(f"| {row[0]}: `{row[1]}` | {row[2]:,} | {row[3]:,} | {row[4]:,} | {row[5]:.2f} s | {row[6]:.2f} s | "
              f"{row[10]:.2f} | {row[7]:.2f} s | {row[8]:.2f} s | {row[11]:.2f} | {row[12]:.2f} |", flush=True)
    means = [geometric_mean([row[i] for row in rows]) for i in (10, 11, 12)]
    print(f"| geometric mean | | | | | | {means[0]:.2f} | | | {means[1]:.2f} | {means[2]:.2f} |")
    files.write_csv(arguments.csv, [["model", "formula", "states", "product", "Spin's product", "plain product s",
                                     "nested product s", "plain s", "command s", "Spin s", "factor", "whole", "speed"], *rows])


if __name__ == "__main__":
    main()
