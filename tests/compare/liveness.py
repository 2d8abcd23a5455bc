"""Verdicts about cycles against Spin's: formulas, acceptance cycles, non-progress cycles; with and without weak fairness;
Spin with and without its partial order reduction, Waymark with each setting of --por.

  compare.py liveness                       the models of tests/promela/liveness
  compare.py liveness a.pml b.pml           these
  compare.py liveness --random SEED COUNT   generated models with generated formulas

What is asked of a model follows from its text: each of its ltl blocks; acceptance if it has an accept label or a never
claim; progress if it has a progress label. Spin's verdicts are kept in tests/promela/liveness/spin.json, by model and
question, or why it has none; --live asks Spin all the same and holds the file to it, --record writes what is missing
there. --certify has a script written of all that holds, and certified. With --store, a search that finds nothing and may
only have missed states counts as one that says that all holds."""
import json
import re
import tempfile
from pathlib import Path

import random_liveness
from lib import HANGS, ROOT, spin, waymark
from lib.comparing import left_out
from lib.processes import TookTooLong
from lib.spin import NoAnswer, Verifier

MODELS = ROOT / "tests" / "promela" / "liveness"
RECORDED = MODELS / "spin.json"


def add_options(parser):
    parser.add_argument("models", nargs="*", type=Path)
    parser.add_argument("--compiler", default="tcc", choices=("gcc", "tcc"))
    parser.add_argument("--por", default="off", help="which settings of --por to try, as off,on")
    parser.add_argument("--store", default="", help="one of Waymark's other stores, as bitstate")
    parser.add_argument("--certify", action="store_true")
    parser.add_argument("--live", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--limit", type=float, help="seconds for one run of a tool; of random models those that take longer are skipped")


def subjects(arguments, where):
    arguments.limit = arguments.limit or (60 if arguments.random else HANGS)
    if arguments.random or arguments.live or arguments.record:
        spin.require()
    arguments.recorded = json.loads(RECORDED.read_text()) if RECORDED.exists() else {}
    return arguments.seeds or arguments.models or sorted(MODELS.glob("*.pml"))


def questions(text):
    """(kind, name) for all that can be asked of a model."""
    body = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    found = [("ltl", name) for name in re.findall(r"^\s*ltl\s+(\w+)", body, re.M)]
    claim = re.search(r"^\s*never\b", body, re.M)
    if not found and (claim or re.search(r"\baccept\w*\s*:", body)):
        found.append(("acceptance", ""))
    if re.search(r"\bprogress\w*\s*:", body) and not claim:
        found.append(("progress", ""))
    return found


def verdict_of(output):
    if "max search depth too small" in output:
        raise NoAnswer("pan's depth limit is too small")
    if "unconditional self-loop" in output:
        raise NoAnswer("pan refuses a process that can loop on skip alone")
    errors = re.search(r"errors: (\d+)", output)
    if not errors:
        raise NoAnswer("cannot read pan's output: " + output.strip()[-200:])
    message = re.search(r"^pan:\d+: (.*) \(at depth", output, re.M)
    if message and not re.search(r"acceptance cycle|non-progress cycle|assertion violated\s+!|claim", message.group(1)):
        raise NoAnswer("pan meets another error first: " + message.group(1))
    return "violation" if errors.group(1) != "0" else "holds"


def spin_verdicts(path, kind, name, compiler, limit, reduced):
    """{fair: verdict}"""
    with tempfile.TemporaryDirectory(prefix="spin-") as where:
        text = path.read_text()
        if kind == "progress" or not name:  # a formula in the text would get in the way
            text = re.sub(r"^\s*ltl\s+\w+\s*\{[^}]*\}", "", text, flags=re.M)
        Path(where, "model.pml").write_text(text)
        pan = Verifier(where, "model.pml", limit=limit)
        pan.compile(compiler, "-DVECTORSZ=4096", "-DNFAIR=3", *([] if reduced else ["-DNOREDUCE"]),
                    *(["-DNP"] if kind == "progress" else []))
        ask = ["-l"] if kind == "progress" else ["-a"]
        if name:
            ask += ["-N", name]
        out = {}
        for fair in (False, True):
            said = pan.search(*ask, *(["-f"] if fair else []), "-E").out
            if "-DNFAIR" in said and "recompile" in said:
                raise NoAnswer("too many processes for pan's fairness")
            if "not compatible with fairness" in said:  # with rendezvous, pan does not offer both
                continue
            out[fair] = verdict_of(said)
        return out


def certified(arguments, path, script, asked):
    """What certify makes of the script of a check that says 'holds'; the question must be what the script shows."""
    if not script.exists():
        return "holds, without a script"
    answer = waymark.ask(arguments.waymark, "certify", *asked, "--script", script, path, limit=arguments.limit)
    said = answer.said or {"verdict": answer.verdict, "detail": answer.detail}
    return "holds" if said["verdict"] == "certified" else f"{said['verdict']}: {said['detail']}"


def our_verdict(arguments, path, kind, name, fair, por):
    asked = ["--property", "none", "--ltl", name] if kind == "ltl" else ["--property", kind, "--ltl", "none"]
    asked += ["--fair"] if fair else []
    with tempfile.TemporaryDirectory(prefix="script-") as where:
        return verdict_about(arguments, path, kind, asked, por, Path(where, "s.way"))


def verdict_about(arguments, path, kind, asked, por, script):
    try:
        answer = waymark.ask(arguments.waymark, "check", *asked, "--por", por, *(["--store", arguments.store] if arguments.store else []),
                             *(["--script", script] if arguments.certify else []), path, limit=arguments.limit)
    except TookTooLong:
        raise NoAnswer(f"Waymark takes more than {arguments.limit:.0f} s") from None
    if not answer.said:
        return f"{answer.verdict}: {answer.detail}"
    answer = answer.said
    if answer["verdict"] == "violation" and answer["kind"] not in (kind, "claim"):
        return f"violation of another kind, {answer['kind']}"
    if arguments.store and answer["verdict"] == "incomplete" and answer["reason"] == "omissions":
        return "holds"
    every_program = answer["liveness"] and answer["liveness"][0]["states"] == 0  # of such a formula there is none
    if arguments.certify and answer["verdict"] == "holds" and not every_program:
        return certified(arguments, path, script, asked)
    return answer["verdict"]


def spin_says(path, kind, name, arguments):
    """Spin's verdicts without and with fairness, and where its reduction changes one of them."""
    known = arguments.recorded.get(path.name, {}).get(f"{kind} {name}".strip())
    if known is not None and not arguments.live:
        if isinstance(known, str):
            raise NoAnswer(known)
        return known, []
    if known is None and not (arguments.live or arguments.record or arguments.random):
        raise NoAnswer(f"no verdict of Spin is recorded for {kind} {name}; --record asks it")
    try:
        full, reduced = (spin_verdicts(path, kind, name, arguments.compiler, arguments.limit, r) for r in (False, True))
    except (NoAnswer, TookTooLong) as why:
        if arguments.record:
            arguments.recorded.setdefault(path.name, {})[f"{kind} {name}".strip()] = str(why).splitlines()[0][:80]
        raise NoAnswer(str(why)) from None
    found = [f"note {kind} {name}: Spin's reduction changes its verdict from {full[fair]}"
             for fair in full if reduced.get(fair, full[fair]) != full[fair]]
    verdicts = [full[False], full[True]]
    if known is not None and not isinstance(known, str) and known != verdicts:
        found.append(f"{kind} {name}: {known} is recorded, Spin says {verdicts}")
    if arguments.record:
        arguments.recorded.setdefault(path.name, {})[f"{kind} {name}".strip()] = verdicts
    return verdicts, found


def judge(path, arguments, found):
    """Adds what a model's questions show."""
    for kind, name in questions(path.read_text()):
        found.asked += 1
        try:
            verdicts, differences = spin_says(path, kind, name, arguments)
            answers = [(fair, theirs, por, our_verdict(arguments, path, kind, name, fair, por))
                       for fair, theirs in zip((False, True), verdicts) for por in arguments.por.split(",")]
        except NoAnswer as why:
            # What is recorded can be compared, or says why not.
            (found.notes if arguments.random else found.differences).append(f"cannot compare: {why}")
            continue
        found.compared += 1
        for difference in differences:
            (found.notes if difference.startswith("note") else found.differences).append(difference)
        for fair, theirs, por, ours in answers:
            found.figures.update(["verdicts", *(["violations"] if ours == "violation" else [])])
            if fair and ours == "violation" and theirs == "holds":
                # docs/trust/exactness.md: with -f, pan overlooks some; Waymark confirms each by the definition of fairness.
                found.notes.append(f"note {kind} {name}: a fair violation that Spin overlooks")
                found.figures["fair violations that Spin overlooks"] += 1
            elif ours != theirs:
                found.differences.append(f"{kind} {name}{' fair' if fair else ''}: {ours} with --por {por}, Spin {theirs}")


def compare(subject, arguments, folder):
    found = left_out(asked=0)
    if isinstance(subject, Path):
        judge(subject, arguments, found)
        return found
    model, formula = random_liveness.generate(subject)
    path, labels = folder / f"random-{subject}.pml", folder / f"random-{subject}-labels.pml"
    # Spin takes a process's accept labels into account even where a formula is checked; we do not.
    path.write_text(model.replace("accept_", "spot_") + f"ltl f {{ {formula} }}\n")
    labels.write_text(model)
    judge(path, arguments, found)
    judge(labels, arguments, found)
    found.notes.clear()  # of random models there are too many
    return found


def finish(arguments, total):
    if arguments.record:
        lines = [f"{json.dumps(name)}: {json.dumps(arguments.recorded[name])}" for name in sorted(arguments.recorded)]
        RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    return []
