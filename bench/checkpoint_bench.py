#!/usr/bin/env python3
"""What checkpoints cost: time and bytes per state to keep a search, and time per state to come back to where it was.

Each program is searched up to nine tenths of its states, kept there, and gone on with up to one state more. Searching and
coming back are processor time per state, writing is time by the clock. With --script what is recorded for a script is
kept too.
"""
import argparse
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))
from lib import ROOT, java, processes, tables, waymark  # noqa: E402

MODELS = ["file_transfer", "bakery", "philosophers_mixed", "leader"]
PROGRAMS = ["FutureChain", "ReplicatedWorkers 4 5", "BoundedBuffer 4 4 3"]
TOOK = re.compile(r"keeps ([0-9,]+) states?, .* took ([0-9.]+) s;")


def cpu(binary, *words):
    done = processes.run([binary, "check", "--jobs", 1, *words])
    if done.code not in (0, 3):
        sys.exit(f"{' '.join(map(str, words))}: {done.last_words()}")
    return done.cpu, done.out


def measure(binary, words, folder, recorded):
    # With --trail, so that each of the runs takes the digest of the program.
    script = ["--trail", folder / "trail", *(["--script", folder / "s.way"] if recorded else [])]
    states = waymark.demand(binary, "check", *words).said["states"] * 9 // 10
    kept = folder / "kept"
    start, _ = cpu(binary, *words, *script, "--states", 10)
    plain, _ = cpu(binary, *words, *script, "--states", states)
    _, out = cpu(binary, *words, *script, "--states", states, "--checkpoint", kept)
    back, _ = cpu(binary, *words, *script, "--states", states + 1, "--resume", kept)
    count, took = TOOK.search(out).groups()
    count = int(count.replace(",", ""))
    return [f"{count:,}", f"{(plain - start) / count * 1e9:,.0f}", f"{float(took) / count * 1e9:.0f}",
            f"{kept.stat().st_size / count:.2f}", f"{(back - start) / count * 1e9:,.0f}", f"{(back - start) / (plain - start):.2f}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "checkpoint-bench")
    options = parser.parse_args()
    java.require()
    binary = Path(options.waymark).resolve()
    names = sorted({program.split()[0] for program in PROGRAMS})
    classes = java.examples(options.build, binary.parent / "waymark-library.jar", names)
    subjects = [(name, ["--por", "off", ROOT / f"bench/models/{name}.pml"]) for name in MODELS]
    subjects += [(program, ["--classpath", classes, *program.split()]) for program in PROGRAMS]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, words in subjects:
            for recorded in (False, True):
                rows.append([name + (", script" if recorded else ""), *measure(binary, words, Path(folder), recorded)])
    titles = ["program", "states kept", "search, ns per state", "write, ns per state", "bytes per state", "come back, ns per state",
              "of the search"]
    tables.table(titles, rows)


if __name__ == "__main__":
    main()
