#!/usr/bin/env python3
"""What certificates cost and what they save, on the thesis' nine programs as Promela models (bench/models/thesis).

For each program, in the same run and one after the other: a plain check, a check that records, and certifications.
Times are processor seconds (user and system) of the whole process, the best of --repeat rounds, because other work on
the machine disturbs wall clocks; only the column for two workers is wall clock over wall clock. The thesis' figures
are from its tables 3.2, 3.3, 3.4 and 4.3 (Java PathFinder, other sizes of the programs, and of the machine).
Then formulas that hold, over the models of bench/models: the nested search, and the certification of its script of cycles.

  certify_bench.py --waymark build/release/waymark --repeat 3
  certify_bench.py --filter pipeline --repeat 1
  certify_bench.py --only partial
"""
import argparse
import re
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))
from lib import ROOT, processes, waymark  # noqa: E402
from lib.tables import geometric_mean, table  # noqa: E402

WHOLE = ["--jobs", "1", "--por", "off"]  # large graphs are wanted
MODELS = ROOT / "bench" / "models" / "thesis"
TASKS = (10, 50, 100)
SHARES = (10, 50, 90)  # percent of all states, for searches that do not end


@dataclass
class Thesis:
    """Its figures for one program: transitions per state, seconds, kilobytes, and percentages."""

    states: int
    ratio: float  # transitions per state
    check: float  # seconds
    certify: float
    trustful: float
    script_kb: float
    trustful_kb: float
    largest: tuple  # task, in percent, for 10, 50, 100
    longest: tuple  # start path
    kept: int  # entries of FP with marks, in percent


@dataclass
class Program:
    title: str
    model: str
    symmetric: bool  # whether some processes may be exchanged for each other
    thesis: Thesis
    figures: dict = field(default_factory=dict)


PROGRAMS = [
    Program("Dining Philosophers", "philosophers", False,
            Thesis(209014, 5.2, 220, 213, 35, 104, 25, (13, 4, 2), (16, 16, 18), 26)),
    Program("Bounded Buffer", "bounded_buffer", False,
            Thesis(786987, 7.1, 1088, 1036, 130, 329, 74, (11, 4, 3), (615, 6742, 6678), 23)),
    Program("NASA KSU Pipeline", "ksu_pipeline", False,
            Thesis(59512, 4.1, 45, 44, 9, 91, 22, (12, 4, 3), (19, 24, 26), 17)),
    Program("Nested Monitor", "nested_monitor", True,
            Thesis(71941, 6.9, 99, 97, 14, 45, 9, (11, 5, 3), (77, 119, 114), 30)),
    Program("Pipeline", "pipeline", False,
            Thesis(82011, 6.1, 101, 99, 15, 51, 11, (12, 6, 2), (20, 25, 29), 11)),
    Program("RWVSN", "rwvsn", True,
            Thesis(227116, 5.1, 245, 236, 39, 102, 29, (11, 4, 3), (495, 785, 845), 27)),
    Program("Replicated Workers", "replicated_workers", False,
            Thesis(710022, 5.1, 860, 819, 140, 272, 72, (12, 5, 2), (50, 74, 75), 14)),
    Program("Sleeping Barber", "sleeping_barber", True,
            Thesis(1452194, 4.3, 1308, 1245, 245, 492, 187, (11, 4, 3), (25, 35, 31), 20)),
    Program("Elevator", "elevator", False,
            Thesis(386032, 8.4, 1167, 1122, 129, 248, 54, (10, 4, 2), (68, 75, 78), 29)),
]


LIVENESS = [  # model, defines, formula, whether only weakly fair runs count; products of half a million states and more
    ("cache_directory", [], "[] !(state[0] == exclusive && state[1] == exclusive)", False),
    ("resource_manager", [], "[] (printers <= 2)", False),
    ("pipeline", ["LAST=6"], "[] (total < 3)", False),
    ("ricart_agrawala", [], "[] (in == 1 -> <> (in == 0))", False),
    ("philosophers_mixed", ["N=8"], "([] <> (meals[2] == 0) && [] <> (meals[2] == 1)) -> [] <> (meals[2] == 2)", False),
    ("bakery", [], "[] (choosing[0] -> <> !choosing[0])", True),
    ("elevator", ["F=2"], "[] (opened -> <> !opened)", True),
    ("peterson_filter", [], "[] (in == 1 -> <> (in == 0))", True),
    ("peterson_filter", [], "[] (level[0] == 3 -> <> (level[0] == 0))", True),
    ("bakery", [], "[] <> !choosing[1]", True),
]
LIVE_SIZES = (6, 7, 8)  # philosophers


@dataclass
class Cost:
    cpu: float
    wall: float
    resident: int  # bytes


class Tool:
    def __init__(self, binary):
        self.binary = Path(binary).resolve()

    def run(self, *arguments, code=0):
        """Runs waymark, which must end with this code; answers what it cost and what it printed."""
        resident = processes.HighWater()
        done = processes.run([self.binary, *arguments], watch=resident, merge=True)
        if done.code != code:
            sys.exit(f"waymark {' '.join(map(str, arguments))} ended with {done.code}:\n{done.last_words()}")
        return Cost(done.cpu, done.wall, resident.bytes), done.out


def number(pattern, text):
    found = re.search(pattern, text)
    if not found:
        sys.exit(f"no '{pattern}' in:\n{text[-800:]}")
    return float(found.group(1).replace(",", ""))


def best(costs):
    return Cost(min(c.cpu for c in costs), min(c.wall for c in costs), max(c.resident for c in costs))


def tasks_of(text, cut=""):
    """For each number of tasks: the largest in percent, the average and the longest start path."""
    found = {}
    pattern = rf"tasks {cut} *(\d+): largest ([\d.]+)%, start paths of ([\d.]+) steps on average, at most (\d+)"
    for k, largest, average, longest in re.findall(pattern, text):
        found[int(k)] = (float(largest), float(average), int(longest))
    return found


def measure(tool, program, repeat, where):
    model = MODELS / f"{program.model}.pml"
    script, trustful, key = where / "lean.way", where / "trustful.way", where / "key"
    ids = where / "ids.way"
    costs = {}
    for turn in range(repeat):
        def note(name, *arguments):
            cost, text = tool.run(*arguments)
            costs.setdefault(name, []).append(cost)
            return text

        note("check", "check", model, *WHOLE)
        note("record", "check", model, *WHOLE, "--script", script)
        note("lean", "certify", model, "--script", script, "--jobs", 1)
        note("lean 2", "certify", model, "--script", script, "--jobs", 2)
        if turn == 0:
            tool.run("script", "trustful", model, "--script", script, "-o", trustful)
            for ending in (".key", ".pub"):  # of the program before
                Path(f"{key}{ending}").unlink(missing_ok=True)
            tool.run("script", "keygen", key)
            tool.run("script", "sign", trustful, "--key", f"{key}.key")
        note("trustful", "certify", model, "--script", trustful, "--trustful", "--key", f"{key}.pub", "--jobs", 1)
        note("dfs", "check", model, *WHOLE, "--search", "dfs")
        note("record ids", "check", model, *WHOLE, "--search", "dfs", "--script", ids)
        said = note("ids", "certify", model, "--script", ids, "--jobs", 1)
        note("ids 2", "certify", model, "--script", ids, "--jobs", 2)
        program.figures["kept"] = number(r"([\d.]+)% of all states", said)
    program.figures["costs"] = {name: best(all_) for name, all_ in costs.items()}
    counts = [word for k in TASKS for word in ("-k", k)]
    info = tool.run("script", "info", script, *counts)[1]
    program.figures["states"] = number(r"states +([\d,]+)", info)
    program.figures["transitions"] = number(r"transitions +([\d,]+)", info)
    program.figures["tasks"] = tasks_of(info)
    info = tool.run("script", "info", ids, *counts)[1]
    program.figures["subtree"] = tasks_of(info, "by subtree")
    program.figures["slice"] = tasks_of(info, "by slice")
    for name, path in (("bytes", script), ("trustful bytes", trustful), ("ids bytes", ids)):
        program.figures[name] = path.stat().st_size
        path.unlink()


def speed(programs):
    print("### Time (table 3.2)\n")
    print("Ratios to the plain check in the same run; 'trustful bound' is 1.25 × states/transitions.\n")
    rows, columns = [], {}
    for program in programs:
        f, t, c = program.figures, program.thesis, program.figures["costs"]
        values = {
            "lean": c["lean"].cpu / c["check"].cpu,
            "lean 2": c["lean 2"].wall / c["check"].wall,
            "trustful": c["trustful"].cpu / c["check"].cpu,
            "bound": 1.25 * f["states"] / f["transitions"],
            "record": c["record"].cpu / c["check"].cpu - 1,
            "ids": c["ids"].cpu / c["dfs"].cpu,
            "ids 2": c["ids 2"].wall / c["dfs"].wall,
            "record ids": c["record ids"].cpu / c["dfs"].cpu - 1,
        }
        for name, value in values.items():
            columns.setdefault(name, []).append(value)
        rows.append([program.title, f"{f['states']:,.0f}", f"{f['transitions']:,.0f}", f"{c['check'].cpu:.1f} s",
                     f"{values['record']:+.0%}", f"{values['lean']:.2f}", f"{values['lean 2']:.2f}",
                     f"{values['trustful']:.2f} ({values['bound']:.2f})", f"{values['record ids']:+.0%}",
                     f"{values['ids']:.2f}", f"{values['ids 2']:.2f}",
                     f"{t.certify / t.check:.2f}, {t.trustful / t.check:.2f}"])
    means = {name: geometric_mean(values) for name, values in columns.items() if not name.startswith("record")}
    average = {name: sum(columns[name]) / len(programs) for name in ("record", "record ids")}
    rows.append(["geometric mean (recording: average)", "", "", "", f"{average['record']:+.0%}", f"{means['lean']:.2f}",
                 f"{means['lean 2']:.2f}", f"{means['trustful']:.2f} ({means['bound']:.2f})",
                 f"{average['record ids']:+.0%}", f"{means['ids']:.2f}", f"{means['ids 2']:.2f}",
                 f"{geometric_mean([p.thesis.certify / p.thesis.check for p in programs]):.2f}, "
                 f"{geometric_mean([p.thesis.trustful / p.thesis.check for p in programs]):.2f}"])
    table(["program", "states", "transitions", "check", "recording lean", "lean", "lean, 2 workers", "trustful (bound)",
           "recording ids", "ids over dfs", "ids, 2 workers", "thesis: certify, trustful"], rows)


def size(programs):
    print("### Size (table 3.2)\n")
    print("Whole files; the thesis counts kilobytes of zip files.\n")
    rows, columns = [], {}
    for program in programs:
        f, t = program.figures, program.thesis
        values = {
            "lean": 8 * f["bytes"] / f["transitions"],
            "trustful": 8 * f["trustful bytes"] / f["states"],
            "ids": 8 * f["ids bytes"] / f["transitions"],
            "thesis": 8 * 1024 * t.script_kb / (t.states * t.ratio),
            "thesis trustful": 8 * 1024 * t.trustful_kb / t.states,
        }
        for name, value in values.items():
            columns.setdefault(name, []).append(value)
        rows.append([program.title, *(f"{values[name]:.3f}" for name in values)])
    rows.append(["geometric mean", *(f"{geometric_mean(columns[name]):.3f}" for name in columns)])
    table(["program", "lean, bits per transition", "trustful, bits per state", "ids, bits per transition",
           "thesis, bits per transition", "thesis trustful, bits per state"], rows)


def tasks(programs):
    print("### Largest task (table 3.3) and start paths (table 3.4)\n")
    print("Percent of all transitions, start paths included, for 10, 50 and 100 tasks; longest start paths in steps.\n")
    rows = []
    for program in programs:
        f = program.figures

        def largest(which):
            return ", ".join(f"{f[which][k][0]:.1f}" if k in f[which] else "-" for k in TASKS)

        def longest(which):
            return ", ".join(str(f[which][k][2]) if k in f[which] else "-" for k in TASKS)

        rows.append([program.title, largest("tasks"), largest("slice"), largest("subtree"),
                     ", ".join(map(str, program.thesis.largest)), longest("tasks"), longest("slice"),
                     longest("subtree"), ", ".join(map(str, program.thesis.longest))])
    table(["program", "lean", "ids by slice", "ids by subtree", "thesis", "lean, longest path", "by slice", "by subtree",
           "thesis"], rows)


def kept(programs):
    print("### Entries of FP with last-occurrence marks (table 4.3)\n")
    rows = [[p.title, f"{p.figures['kept']:.0f}%", f"{p.thesis.kept}%"] for p in programs]
    table(["program", "ids, most entries at a time, of all states", "thesis"], rows)


def memory(tool, sizes, where):
    print("### The certifier's memory: one model at three sizes\n")
    rows = []
    for n in sizes:
        script = where / "size.way"
        model = MODELS / "philosophers.pml"
        check, text = tool.run("check", model, *WHOLE, "-D", f"N={n}", "--script", script)
        certify = tool.run("certify", model, "-D", f"N={n}", "--script", script, "--jobs", 1)[0]
        states = number(r"([\d,]+) states", text)
        rows.append([str(n), f"{states:,.0f}", f"{check.resident / 2**20:.1f} MiB", f"{certify.resident / 2**20:.1f} MiB"])
        script.unlink()
    table(["philosophers", "states", "check, resident", "certify lean, resident"], rows)


def partial(tool, programs, repeat, where):
    print("### Searches that do not end\n")
    print("Stopped at 10, 50 and 90 % of all states: what recording adds to the time of the search, size of the script, and\n"
          "certifying with one worker over the search; depth that is covered, of all.\n")
    rows, columns = [], {}
    script = where / "part.way"
    for program in programs:
        model = MODELS / f"{program.model}.pml"
        text = tool.run("check", model, *WHOLE)[1]
        states, depth = number(r"([\d,]+) states", text), number(r"depth ([\d,]+)", text)
        row = [program.title, f"{states:,.0f}"]
        for share in SHARES:
            limit = ["--states", int(states * share / 100)]
            costs = {"check": [], "record": [], "certify": []}
            for _ in range(repeat):
                costs["check"].append(tool.run("check", model, *WHOLE, *limit, code=3)[0])
                costs["record"].append(tool.run("check", model, *WHOLE, *limit, "--script", script, code=3)[0])
                cost, said = tool.run("certify", model, "--script", script, "--jobs", 1, code=3)
                costs["certify"].append(cost)
            check, record, certify = (best(costs[name]).cpu for name in ("check", "record", "certify"))
            covered = number(r"every state fewer than ([\d,]+)", said)
            values = {"record": record / check - 1, "bits": 8 * script.stat().st_size / number(r"([\d,]+) transitions, depth", said),
                      "certify": certify / check}
            for name, value in values.items():
                columns.setdefault((share, name), []).append(value)
            row += [f"{values['record']:+.0%}", f"{values['bits']:.3f}", f"{values['certify']:.2f}", f"{covered:.0f} of {depth:.0f}"]
        rows.append(row)
        print(f"{program.title}: measured in part", file=sys.stderr)
    means = ["geometric mean (recording: average)", ""]
    for share in SHARES:
        recorded = columns[share, "record"]
        means += [f"{sum(recorded) / len(recorded):+.0%}", f"{geometric_mean(columns[share, 'bits']):.3f}",
                  f"{geometric_mean(columns[share, 'certify']):.2f}", ""]
    rows.append(means)
    table(["program", "states", *(f"{share} %: {what}" for share in SHARES
                                  for what in ("recording", "bits per transition", "certify", "covered"))], rows)


def question(model, defines, formula, fair):
    """The words by which check is asked, and those by which certify is."""
    program = [ROOT / "bench" / "models" / f"{model}.pml", *waymark.defines(defines)]
    asked = ["--property", "none", "--ltl", formula, *(["--fair"] if fair else [])]
    return [*program, *WHOLE, *asked], [*program, *asked]


def liveness(tool, cases, repeat, where):
    print("### Formulas that hold\n")
    print("Ratios to the nested search, which with --fair also goes through the copies of states that fairness needs; bits per\n"
          "transition of the product.\n")
    rows, columns = [], {}
    script = where / "cycles.way"
    for model, defines, formula, fair in cases:
        check, program = question(model, defines, formula, fair)
        costs = {}
        for _ in range(repeat):
            for name, words in (("nested", ["check", *check]), ("record", ["check", *check, "--script", script]),
                                ("one", ["certify", *program, "--script", script, "--jobs", 1]),
                                ("two", ["certify", *program, "--script", script, "--jobs", 2])):
                costs.setdefault(name, []).append(tool.run(*words)[0])
        costs = {name: best(all_) for name, all_ in costs.items()}
        info = tool.run("script", "info", script)[1]
        transitions = number(r"transitions +([\d,]+)", info)
        values = {"record": costs["record"].cpu / costs["nested"].cpu, "one": costs["one"].cpu / costs["nested"].cpu,
                  "two": costs["two"].wall / costs["nested"].wall, "bits": 8 * script.stat().st_size / transitions}
        for name, value in values.items():
            columns.setdefault(name, []).append(value)
        rows.append([f"{model}: `{formula}`{', fair' if fair else ''}", f"{number(r'states +([0-9,]+)', info):,.0f}", f"{transitions:,.0f}",
                     f"{costs['nested'].cpu:.1f} s", f"{values['record']:.2f}", f"{values['one']:.2f}", f"{values['two']:.2f}",
                     f"{values['bits']:.3f}"])
        print(f"{model}: measured", file=sys.stderr)
    rows.append(["geometric mean", "", "", "", *(f"{geometric_mean(columns[name]):.2f}" for name in ("record", "one", "two")),
                 f"{geometric_mean(columns['bits']):.3f}"])
    table(["model: formula", "states", "transitions", "nested", "with a script", "certify", "certify, 2 workers", "bits"], rows)


def live_memory(tool, where):
    print("### The certifier's memory: one formula at three sizes\n")
    rows = []
    for n in LIVE_SIZES:
        script = where / "size.way"
        model, _, formula, fair = next(case for case in LIVENESS if case[0] == "philosophers_mixed")
        check, program = question(model, [f"N={n}"], formula, fair)
        nested = tool.run("check", *check)[0]
        tool.run("check", *check, "--script", script)
        certify = tool.run("certify", *program, "--script", script, "--jobs", 1)[0]
        states = number(r"states +([\d,]+)", tool.run("script", "info", script)[1])
        rows.append([str(n), f"{states:,.0f}", f"{nested.resident / 2**20:.1f} MiB", f"{certify.resident / 2**20:.1f} MiB"])
    table(["philosophers_mixed", "states", "nested, resident", "certify cycles, resident"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--filter", default="", help="only models whose name contains this")
    parser.add_argument("--sizes", type=int, nargs="*", default=[6, 10, 14], help="philosophers for the memory table")
    parser.add_argument("--only", choices=("states", "partial", "cycles"), help="only these scripts")
    options = parser.parse_args()
    tool = Tool(options.waymark)
    programs = [p for p in PROGRAMS if options.filter in p.model]
    cases = [case for case in LIVENESS if options.filter in case[0]]

    def wanted(scripts):
        return options.only in (None, scripts)

    with tempfile.TemporaryDirectory() as directory:
        where = Path(directory)
        if programs and wanted("states"):
            for program in programs:
                measure(tool, program, options.repeat, where)
                print(f"{program.title}: measured", file=sys.stderr)
            speed(programs)
            size(programs)
            tasks(programs)
            kept(programs)
            if options.sizes:
                memory(tool, options.sizes, where)
        if programs and wanted("partial"):
            partial(tool, programs, options.repeat, where)
        if cases and wanted("cycles"):
            liveness(tool, cases, options.repeat, where)
            live_memory(tool, where)


if __name__ == "__main__":
    main()
