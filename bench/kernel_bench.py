#!/usr/bin/env python3
"""What the verified kernel certifies of the thesis' nine programs (bench/models/thesis), and how fast.

For each program: a check of the whole graph that records, the script as text, and the kernel. Times are processor seconds
(user and system). The largest have ten million transitions and take minutes and gigabytes.

  kernel_bench.py
  kernel_bench.py --filter pipeline
  kernel_bench.py --small            smaller sizes of the same programs, in seconds
"""
import argparse
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))
from lib import ROOT, processes, waymark  # noqa: E402
from lib.tables import geometric_mean, table  # noqa: E402

SMALL = {"bounded_buffer": ["SIZE=3", "PRODUCERS=2", "CONSUMERS=2"], "elevator": ["ELEVATORS=1", "PEOPLE=2"],
         "ksu_pipeline": ["STAGES=3", "ITEMS=2"], "nested_monitor": ["SIZE=3", "PRODUCERS=2", "CONSUMERS=2"],
         "philosophers": ["N=7"], "pipeline": ["STAGES=4"], "replicated_workers": ["WORKERS=3"],
         "rwvsn": ["READERS=2", "WRITERS=2"], "sleeping_barber": ["BARBERS=1"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--kernel", default=str(ROOT / "build" / "kernel" / "waymark-kernel"))
    parser.add_argument("--filter", default="", help="only programs whose name contains this")
    parser.add_argument("--small", action="store_true")
    arguments = parser.parse_args()
    rows, speeds, certified = [], [], 0
    for model in sorted((ROOT / "bench" / "models" / "thesis").glob("*.pml")):
        if arguments.filter not in model.stem:
            continue
        defined = waymark.defines(SMALL[model.stem] if arguments.small else [])
        with tempfile.TemporaryDirectory(prefix="kernel-") as folder:
            script, text = Path(folder) / "s.way", Path(folder) / "s.k"
            checked = waymark.demand(arguments.waymark, "check", "--por", "off", "--ltl", "none", "--jobs", "1", *defined, "--script",
                                     script, model, codes=(0,))
            written = processes.run([arguments.waymark, "script", "kernel", model, *defined, "--script", script, "-o", text])
            judged = processes.run([arguments.kernel, text]) if written.code == 0 else written
        transitions = checked.said["transitions"]
        good = judged.code == 0 and re.search(rf" {transitions} transitions;", judged.out) is not None
        certified += good
        speeds.append(transitions / judged.cpu)
        rows.append([model.stem, checked.said["states"], transitions, "certified" if good else judged.last_words(), f"{judged.cpu:.1f} s",
                     f"{speeds[-1]:,.0f}"])
        print(*rows[-1], file=sys.stderr, flush=True)
    table(["program", "states", "transitions", "the kernel", "processor", "transitions/s"], rows)
    print(f"{certified} of {len(rows)} certified; {geometric_mean(speeds):,.0f} transitions a second (geometric mean)")
    return 0 if rows and certified == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
