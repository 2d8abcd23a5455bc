"""The verified kernel against Waymark, on random models, each third with a trace or notrace automaton: the same verdict of an
exploration, the same counts past deadlocks and failed assertions, and a script that the kernel certifies.
`make kernel` makes the kernel."""
import pathlib
import re
import sys

import random_promela
from lib import HANGS, ROOT, processes, waymark
from lib.comparing import Compared, left_out
from reduction import with_trace

MOST_STATES = 20000
SKIPPED = 77
VERDICTS = {"holds": 0, "violation": 1}


def add_options(parser):
    parser.set_defaults(random=[1, 200])
    parser.add_argument("--kernel", type=pathlib.Path, default=ROOT / "build" / "kernel" / "waymark-kernel")


def subjects(arguments, where):
    if not arguments.kernel.exists():
        print(f"skipped: no program {arguments.kernel}; 'make kernel' makes it")
        sys.exit(SKIPPED)
    return arguments.seeds


def explored(arguments, path, text, *options):
    """What the kernel says of the program."""
    written = processes.run([arguments.waymark, "script", "kernel", path, "-o", text, *options], limit=HANGS)
    if written.code:
        return written
    return processes.run([arguments.kernel, *([] if "--script" in options else ["--explore"]), text], limit=HANGS)


def counts(said):
    found = re.search(r"(\d+) states, (\d+) transitions", said)
    return [int(number) for number in found.groups()] if found else said.strip()


def compare(seed, arguments, folder):
    path, script, text = folder / f"{seed}.pml", folder / "s.way", folder / "s.k"
    model = random_promela.generate(seed)
    path.write_text(with_trace(model, seed) if seed % 3 == 0 else model)
    common = ["--ltl", "none", "--por", "off", "--time", "5"]
    whole = waymark.ask(arguments.waymark, "check", *common, "--script", script, path, limit=HANGS)
    if whole.verdict not in VERDICTS or whole.said["reason"] == "time":
        return left_out()
    past = waymark.ask(arguments.waymark, "check", *common, "--property", "none", "--errors", "0", "--states", MOST_STATES, path, limit=HANGS)
    if past.verdict not in (*VERDICTS, "explored") or past.said["reason"] in ("time", "states"):
        return left_out()
    found = Compared(figures={f"models: {whole.verdict}": 1})
    ours = explored(arguments, path, text)
    if ours.code != VERDICTS[whole.verdict]:
        found.differences.append(f"the kernel explores it and says {ours.last_words()}; Waymark says {whole.verdict} {whole.said['kind']}")
    if whole.verdict == "holds":
        certified = explored(arguments, path, text, "--script", script)
        if certified.code:
            found.differences.append(f"its script is not certified: {certified.last_words()}")
    if past.verdict != "explored":
        return found
    found.figures["counts compared"] = 1
    ours = explored(arguments, path, text, "--property", "none")
    if counts(ours.out) != [past.said["states"], past.said["transitions"]]:
        found.differences.append(f"the kernel counts {counts(ours.out)}, Waymark {past.said['states']} and {past.said['transitions']}")
    return found
