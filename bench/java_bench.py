#!/usr/bin/env python3
"""What Java programs cost: make bench NAME=java.

Prints Markdown: the thesis' nine programs with the store 'tree' (states, transitions, speed, bytes per state) and their
certificates, calls of the library as one step and in steps, programs as tutorials have them, straight-line code, the time to the first state, a step with more of the JDK's static data loaded, and the JPF
paper's table 1 and figure 1. java_bench.py [--waymark BINARY] [--time LIMIT] [PART...]; the parts are the names of the
functions below. A row that reached the limit of time says so.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from lib import ROOT, java, waymark  # noqa: E402
from lib.java import EXAMPLES  # noqa: E402
from lib.tables import head, row  # noqa: E402

# Program and size: the thesis', or the largest that a benchmark can afford.
NINE = [
    ("DiningPhilosophers", "6"), ("BoundedBuffer", "3 2 2"), ("KsuPipeline", "3 1 2"), ("NestedMonitor", "2 2 2"),
    ("Pipeline", "3 2"), ("ReadersWriters", "2 2"), ("ReplicatedWorkers", "3 2"), ("SleepingBarber", "1 3 2"), ("Elevator", "1 3 3"),
]
# Programs on java.util.concurrent.
CONCURRENT = [("LockCondition", "1 1"), ("AtomicCounter", "3"), ("WordCount", ""), ("ExecutorSum", "1 1"), ("FutureChain", "")]
# Everyday programs of bench/java/LibraryCalls.java, in three sizes each.
LIBRARY_CALLS = [
    ("monitor", "2", "3", "4"), ("lock", "2", "3", "4"), ("condition", "1", "2", "3"), ("cas", "2 2", "3 2", "3 4"),
    ("update", "2 2", "3 2", "3 4"),
    ("semaphore", "2", "3", "4"), ("latch", "2", "3", "4"), ("barrier", "2", "3", "4"), ("phaser", "2", "3", "4"),
    ("exchanger", "1", "2", "3"), ("stamped", "2", "3", "4"), ("read-write", "2", "3", "4"), ("array-queue", "1 1", "1 2", "2 2"),
    ("linked-queue", "1 1", "1 2", "2 2"), ("map", "2", "3", "4"), ("skip-list", "2", "3", "4"), ("pool-get", "1 1", "2 2", "2 4"),
    ("pool-await", "1 1", "2 2", "2 3"), ("invoke-all", "1 1", "2 2", "2 3"), ("completion", "1 1", "2 2", "2 3"),
    ("fork-join", "2", "3", "4"), ("future", "1", "2", "3"), ("parallel", "2", "3", "4"),
]
# Programs of bench/java/Typical.java, each in a small and a larger size.
TYPICAL = [
    ("pool", "2 3", "3 5"), ("future-chain", "3", "10"), ("fork-join-sum", "8", "16"), ("invoke-all", "2 3", "3 6"), ("latch", "3", "7"),
    ("barrier", "3 1", "5 3"), ("queue", "2 2", "2 8"), ("map-merge", "3 2", "4 8"), ("counters", "3 3", "3 40"), ("cache", "2 2", "3 2"),
    ("scheduled", "1", "3"), ("semaphore", "3 2", "4 2"),
]
STRAIGHT = """
public class Straight {
    public static void main(String[] args) {
        int h = 17;
        for (int i = 0; i < 4000000; i++) h = (h * 31 + i) ^ (h >>> 7);
        System.out.println(h);
    }
}
"""
STRAIGHT_BYTECODES = 15 * 4_000_000  # per round: two loads and a branch, ten of arithmetic, increment, jump
# The same few steps, with ever more of the library's classes initialised before them.
LOADED = """
public class Loaded {
    static int x;
    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        for (int i = 1; i < args.length; i++) Class.forName(args[i]);
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) (threads[i] = new Thread(() -> { for (int k = 0; k < rounds; k++) x++; })).start();
        for (Thread thread : threads) thread.join();
    }
}
"""
LIBRARY = re.compile(r"((?:java/(?:util|time|text|math|lang)|sun/util)/[\w/$]+)\.class")


def rate(count, seconds):
    return f"{count / seconds / 1000:,.0f} k" if seconds > 0 else "-"


def bytes_per_state(result):
    return f"{result['bytes_per_state']:.0f}"


def nine(bench):
    print("### The nine\n")
    head("program", "states", "transitions", "cpu s", "states/s", "transitions/s", "bytes/state", "verdict")
    for name, size in NINE:
        r = bench.check([name, *size.split()], "--store", "tree")
        row(f"{name} {size}", f"{r['states']:,}", f"{r['transitions']:,}", f"{r['seconds']:.2f}", rate(r["states"], r["seconds"]),
            rate(r["transitions"], r["seconds"]), bytes_per_state(r), r["verdict"])


def certificates(bench):
    """Check, check with recording, certify: whole runs, all invariants included."""
    print("\n### Certificates of the nine\n")
    head("program", "states", "transitions", "check, s", "recording, s", "script, bytes", "bits/transition", "certify, s", "verdict")
    programs = {p["main"]: p for p in json.loads((EXAMPLES / "expected.json").read_text()) if p["verdict"] == "holds"}
    script = bench.scratch / "script.way"
    for name, size in NINE:
        words = [name, *size.split()]
        invariants = [f"--invariant={i}" for i in programs[name].get("invariants", [])]
        plain = bench.check(words, *invariants)
        recorded = bench.check(words, *invariants, "--script", script)
        if recorded["verdict"] != "holds":
            row(" ".join(words), f"{plain['states']:,}", f"{plain['transitions']:,}", f"{plain['seconds']:.2f}", "", "", "", "", recorded["verdict"])
            continue
        certified = bench.run("certify", words, *invariants, "--script", script)
        length = script.stat().st_size
        row(" ".join(words), f"{plain['states']:,}", f"{plain['transitions']:,}", f"{plain['seconds']:.2f}", f"{recorded['seconds']:.2f}", f"{length:,}",
            f"{length * 8 / plain['transitions']:.3f}", f"{certified['seconds']:.2f}", certified["verdict"])


def speed(bench):
    print("\n### Straight-line code, and the start\n")
    best = min(bench.check(["Straight"])["seconds"] for _ in range(3))
    print(f"- straight-line code: {STRAIGHT_BYTECODES / best / 1e6:.0f} million bytecodes per second")
    runs = [bench.check(["Figure3"]) for _ in range(5)]
    print(f"- start, {runs[0]['states']} states and end: {min(r['seconds'] for r in runs):.2f} s")


def loaded(bench):
    """The difference between a search with many steps and one with few is what steps cost, without the start."""
    print("\n### A step with more of the JDK's classes initialised\n")
    names = initialisable(bench, 2000)
    head("classes more", "start, cpu s", "transitions", "their cpu s", "µs per transition")
    for count in (0, 500, 1000, 2000):
        if count > len(names):
            continue
        few = min((bench.check(["Loaded", "1", *names[:count]]) for _ in range(3)), key=lambda r: r["seconds"])
        many = min((bench.check(["Loaded", "6", *names[:count]]) for _ in range(3)), key=lambda r: r["seconds"])
        steps, seconds = many["transitions"] - few["transitions"], many["seconds"] - few["seconds"]
        row(count, f"{few['seconds']:.2f}", f"{steps:,}", f"{seconds:.2f}", f"{seconds / steps * 1e6:.2f}")


def initialisable(bench, wanted):
    """Classes of the library that initialise here: others need natives that are not supported. Found by halving."""
    home = subprocess.run(["java", "-XshowSettings:properties", "-version"], capture_output=True, text=True).stderr
    home = pathlib.Path(re.search(r"java\.home = (.*)", home).group(1))
    listing = subprocess.run(["jimage", "list", "--verbose", home / "lib" / "modules"], capture_output=True, text=True).stdout
    candidates = sorted({name.replace("/", ".") for name in LIBRARY.findall(listing)})
    good = []

    def sort_out(names):
        if len(good) >= wanted or not names:
            return
        if bench.check(["Loaded", "0", *names])["verdict"] == "holds":
            good.extend(names)
        elif len(names) > 1:
            sort_out(names[:len(names) // 2])
            sort_out(names[len(names) // 2:])

    for begin in range(0, len(candidates), 128):
        sort_out(candidates[begin:begin + 128])
    return good[:wanted]


def table1(bench):
    print("\n### Table 1 of the JPF paper\n")
    for words in (["RemoteAgent", "locked"], ["BoundedBuffer", "3", "2", "2"]):
        print(f"{' '.join(words)}:\n")
        bench.states(words)
        print()
    head("program", "store", "states", "transitions", "cpu s", "bytes/state")
    for words in (["RemoteAgent", "locked"], ["BoundedBuffer", "3", "2", "2"]):
        for store in ("exact", "tree"):
            r = bench.check(words, "--store", store)
            row(" ".join(words), store, f"{r['states']:,}", f"{r['transitions']:,}", f"{r['seconds']:.2f}", bytes_per_state(r))


def figure1(bench):
    print("\n### Figure 1 of the JPF paper: BoundedBuffer 3 2 2\n")
    bench.states(["BoundedBuffer", "3", "2", "2"], "--curve")


def reduction(bench):
    print("\n### Partial order reduction\n")
    head("program", "states", "cpu s", "reduced", "cpu s", "factor")
    for name, size in NINE + CONCURRENT:
        whole, reduced = (bench.check([name, *size.split()], "--por", por, "--library", "steps") for por in ("off", "on"))
        cells = [cell for r in (whole, reduced) for cell in (states_of(r), f"{r['seconds']:.2f}")]
        row(f"{name} {size}", *cells, f"{whole['states'] / reduced['states']:.1f}")


def library(bench):
    """Calls of the library as one step, and in steps. A search that reached the limit of time has at least so many states."""
    print("\n### Calls of the library\n")
    java.compile([ROOT / "bench" / "java" / "LibraryCalls.java"], bench.classes)
    head("program", *(("size", "one step", "cpu s", "in steps") * 3))
    for name, *sizes in LIBRARY_CALLS:
        cells = []
        for size in sizes:
            words = ["LibraryCalls", name, *size.split()]
            one, steps = (bench.check(words, "--por", "on", "--library", how) for how in ("atomic", "steps"))
            cells += [size, states_of(one), f"{one['seconds']:.2f}", states_of(steps)]
        row(name, *cells)


def typical(bench):
    """With time-outs at any moment, as by default, and last. All of them hold, as far as they end."""
    print("\n### Typical programs\n")
    java.compile([ROOT / "bench" / "java" / "Typical.java"], bench.classes)
    head("program", *(("size", "states", "cpu s", "time-outs last", "cpu s") * 2))
    for name, *sizes in TYPICAL:
        cells = []
        for size in sizes:
            found = [bench.check(["Typical", name, *size.split()], "--por", "on", "--timeouts", when) for when in ("any", "last")]
            if any(r["verdict"] not in ("holds", "incomplete") for r in found):
                sys.exit(f"Typical {name} {size}: {found}")
            cells += [size, *(cell for r in found for cell in (states_of(r), f"{r['seconds']:.2f}"))]
        row(name, *cells)


def states_of(result):
    return f"{result['states']:,}" if result["verdict"] == "holds" else f"> {result['states']:,}"


PARTS = (nine, reduction, library, typical, certificates, speed, loaded, table1, figure1)


class Bench:
    def __init__(self, waymark, scratch, limit):
        self.waymark, self.scratch, self.limit = pathlib.Path(waymark), scratch, limit
        self.library = self.waymark.parent / "waymark-library.jar"
        self.classes = java.examples(scratch / "examples", self.library)
        for name, text in (("Straight", STRAIGHT), ("Loaded", LOADED)):
            (scratch / f"{name}.java").write_text(text)
            java.compile([scratch / f"{name}.java"], self.classes)

    def run(self, command, words, *options):
        """The result, with `seconds` replaced by the processor time of the whole run: a busy machine does not slow that down."""
        answer = waymark.demand(self.waymark, command, *options, "--classpath", self.classes, *words, codes=(0, 1, 2, 3))
        return {**answer.said, "seconds": answer.done.cpu}

    def check(self, words, *options):
        """Without reduction, unless the options say so."""
        por = () if "--por" in options else ("--por", "off")
        return self.run("check", words, "--time", self.limit, *por, *options)

    def states(self, words, *options):
        print(subprocess.run([self.waymark.parent / "bench" / "java_states_bench", *options, f"{self.classes}:{self.library}", *words],
                             capture_output=True, text=True, check=True).stdout, end="")


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    waymark.add_option(options)
    options.add_argument("--time", default="30s")
    options.add_argument("parts", nargs="*", help="of " + ", ".join(part.__name__ for part in PARTS) + "; all of them if none is named")
    args = options.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench(args.waymark, pathlib.Path(directory), args.time)
        for part in PARTS:
            if not args.parts or part.__name__ in args.parts:
                part(bench)


if __name__ == "__main__":
    main()
