#!/usr/bin/env python3
"""What Java programs cost: make bench-java.

Prints Markdown: the thesis' nine programs with the store 'tree' (states, transitions, speed, bytes per state), straight-line
code, the time to the first state, a step with more of the JDK's static data loaded, and the JPF paper's tables 1 and 2.
java_bench.py [--waymark BINARY] [--time LIMIT]. A row that reached the limit of time says so.
"""
import argparse
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples" / "java"

# Program and size: the thesis', or the largest that a benchmark can afford.
NINE = [
    ("DiningPhilosophers", "6"), ("BoundedBuffer", "3 2 2"), ("KsuPipeline", "3 1 2"), ("NestedMonitor", "2 2 2"),
    ("Pipeline", "3 2"), ("ReadersWriters", "2 2"), ("ReplicatedWorkers", "3 2"), ("SleepingBarber", "1 3 2"), ("Elevator", "1 3 3"),
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
# The same few steps, with ever more of the library initialised before them.
LOADED = """
public class Loaded {
    static int x;
    public static void main(String[] args) throws InterruptedException {
        int n = Integer.parseInt(args[0]);
        if (n > 0) java.util.List.of(3, 1, 2).stream().sorted().map(String::valueOf).toList();
        if (n > 1) String.format("%d %s %.2f", 1, "x", 2.5);
        if (n > 2) java.time.LocalDate.of(2024, 2, 28).plusDays(2).toString();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) (threads[i] = new Thread(() -> { for (int k = 0; k < 3; k++) x++; })).start();
        for (Thread thread : threads) thread.join();
    }
}
"""


def check(waymark, classes, words, *options):
    """The result, with `seconds` replaced by the processor time of the whole run: a busy machine does not slow that down."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run([waymark, "check", "--json", *options, "--classpath", classes, *words], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        result = json.loads(ran.stdout)
        result["seconds"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return result
    except json.JSONDecodeError:
        sys.exit(f"{' '.join(words)}: {ran.stderr}")


def rate(count, seconds):
    return f"{count / seconds / 1000:,.0f} k" if seconds > 0 else "-"


def bytes_per_state(result):
    return f"{result['bytes_per_state']:.0f}"


def row(*cells):
    print("| " + " | ".join(str(c) for c in cells) + " |", flush=True)


def table(*heads):
    row(*heads)
    row(*("---" for _ in heads))


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--waymark", default=ROOT / "build" / "release" / "waymark")
    options.add_argument("--time", default="30s")
    args = options.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        scratch = pathlib.Path(directory)
        (scratch / "Straight.java").write_text(STRAIGHT)
        (scratch / "Loaded.java").write_text(LOADED)
        classes = scratch / "classes"
        library = pathlib.Path(args.waymark).parent / "waymark-library.jar"
        subprocess.run(["javac", "-g", "-cp", library, "-d", classes, *sorted(EXAMPLES.glob("*.java")), *sorted(scratch.glob("*.java"))], check=True)
        limit = ["--time", args.time]

        print("### The nine\n")
        table("program", "states", "transitions", "cpu s", "states/s", "transitions/s", "bytes/state", "verdict")
        for name, size in NINE:
            r = check(args.waymark, classes, [name, *size.split()], "--store", "tree", *limit)
            row(f"{name} {size}", f"{r['states']:,}", f"{r['transitions']:,}", f"{r['seconds']:.2f}", rate(r["states"], r["seconds"]),
                rate(r["transitions"], r["seconds"]), bytes_per_state(r), r["verdict"])

        print("\n### Straight-line code, and the start\n")
        best = min(check(args.waymark, classes, ["Straight"], *limit)["seconds"] for _ in range(3))
        print(f"- straight-line code: {STRAIGHT_BYTECODES / best / 1e6:.0f} million bytecodes per second")
        runs = [check(args.waymark, classes, ["Figure3"]) for _ in range(5)]
        print(f"- start, {runs[0]['states']} states and end: {min(r['seconds'] for r in runs):.2f} s")

        print("\n### A step with more of the JDK's static data\n")
        table("loaded", "states", "transitions", "cpu s", "µs per transition")
        for n, what in enumerate(["nothing more", "streams", "formatting too", "java.time too"]):
            r = check(args.waymark, classes, ["Loaded", str(n)], *limit)
            row(what, f"{r['states']:,}", f"{r['transitions']:,}", f"{r['seconds']:.3f}", f"{r['seconds'] / max(r['transitions'], 1) * 1e6:.2f}")

        print("\n### Table 1 of the JPF paper\n")
        table("program", "store", "states", "transitions", "cpu s", "bytes/state")
        for words in (["RemoteAgent", "locked"], ["BoundedBuffer", "3", "2", "2"]):
            for store in ("exact", "collapse", "tree"):
                r = check(args.waymark, classes, words, "--store", store, *limit)
                row(" ".join(words), store, f"{r['states']:,}", f"{r['transitions']:,}", f"{r['seconds']:.2f}", bytes_per_state(r))

        print("\n### Table 2 of the JPF paper\n")
        table("program", "garbage", "states", "transitions", "cpu s", "verdict")
        for words in (["TempObj", "6"], ["NoGarbage", "6"], ["DoubleLinked", "5"]):
            for garbage in ("none", "mark-sweep"):
                r = check(args.waymark, classes, words, "--gc", garbage, *limit)
                row(" ".join(words), garbage, f"{r['states']:,}", f"{r['transitions']:,}", f"{r['seconds']:.2f}", r["verdict"])

        print("\n### Figures 2 to 5\n")
        table("program", "symmetry", "states", "transitions", "verdict")
        for name in ("Figure2", "Figure3", "Figure4", "Figure5"):
            for symmetry in ("none", "site"):
                r = check(args.waymark, classes, [name], "--symmetry", symmetry, *limit)
                row(name, symmetry, f"{r['states']:,}", f"{r['transitions']:,}", r["verdict"])


if __name__ == "__main__":
    main()
