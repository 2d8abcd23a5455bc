#!/usr/bin/env python3
"""Compares Waymark's verdicts about cycles with Spin's: formulas, acceptance cycles, non-progress cycles; with and
without weak fairness; Spin with and without its partial order reduction, Waymark with each setting of --por.

  compare_liveness.py                       the models of tests/promela/liveness
  compare_liveness.py a.pml b.pml           these
  compare_liveness.py --random SEED COUNT   generated models with generated formulas

What is asked of a model follows from its text: each of its ltl blocks; acceptance if it has an accept label or a never
claim; progress if it has a progress label. Spin's verdicts are kept in tests/promela/liveness/spin.json, by model and
question, or why it has none; --live asks Spin all the same and holds the file to it, --record writes what is missing
there. --certify has a script written of all that holds, and certified. With --store, a search that finds nothing and may only have missed states counts as one that says that all holds.
"""
import argparse
import concurrent.futures
import json
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "random"))
import random_liveness  # noqa: E402
from lib import HANGS, ROOT, comparing, spin, waymark  # noqa: E402
from lib.processes import TookTooLong  # noqa: E402
from lib.spin import NoAnswer, Verifier  # noqa: E402

MODELS = ROOT / "tests" / "promela" / "liveness"
RECORDED = MODELS / "spin.json"


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


def compare(path, arguments):
    """(what differs, verdicts compared, number of questions that could be)"""
    found, compared, answered = [], [], 0
    for kind, name in questions(path.read_text()):
        try:
            verdicts, notes = spin_says(path, kind, name, arguments)
            answers = [(fair, theirs, por, our_verdict(arguments, path, kind, name, fair, por))
                       for fair, theirs in zip((False, True), verdicts) for por in arguments.por.split(",")]
        except NoAnswer as why:
            found.append(f"cannot compare: {why}")
            continue
        found += notes
        answered += 1
        for fair, theirs, por, ours in answers:
            compared.append(ours)
            if fair and ours == "violation" and theirs == "holds":
                # docs/trust/exactness.md: with -f, pan overlooks some; Waymark confirms each by the definition of fairness.
                found.append(f"note {kind} {name}: a fair violation that Spin overlooks")
            elif ours != theirs:
                found.append(f"{kind} {name}{' fair' if fair else ''}: {ours} with --por {por}, Spin {theirs}")
    return found, compared, answered


def random_model(seed, arguments, where):
    model, formula = random_liveness.generate(seed)
    path = Path(where) / f"random-{seed}.pml"
    # Spin takes a process's accept labels into account even where a formula is checked; we do not.
    path.write_text(model.replace("accept_", "spot_") + f"ltl f {{ {formula} }}\n")
    found, compared, answered = compare(path, arguments)
    plain = Path(where) / f"random-{seed}-labels.pml"
    plain.write_text(model)
    found_too, compared_too, answered_too = compare(plain, arguments)
    found = [difference.replace("cannot compare", "note: cannot compare") for difference in found + found_too]
    real = [difference for difference in found if not difference.startswith("note")]
    if real:
        arguments.save.mkdir(parents=True, exist_ok=True)
        (arguments.save / path.name).write_text(path.read_text())
    return found, compared + compared_too, answered + answered_too


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", type=Path)
    parser.add_argument("--random", nargs=2, type=int, metavar=("SEED", "COUNT"))
    waymark.add_option(parser)
    parser.add_argument("--compiler", default="tcc", choices=("gcc", "tcc"))
    parser.add_argument("--por", default="off", help="which settings of --por to try, as off,on")
    parser.add_argument("--store", default="", help="one of Waymark's other stores, as bitstate")
    parser.add_argument("--certify", action="store_true")
    parser.add_argument("--live", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, help="seconds for one run of a tool; of random models those that take longer are skipped")
    parser.add_argument("--save", type=Path, default=ROOT / "build" / "random-liveness")
    arguments = parser.parse_args()
    arguments.limit = arguments.limit or (60 if arguments.random else HANGS)
    if arguments.random or arguments.live or arguments.record:
        spin.require()
    arguments.recorded = json.loads(RECORDED.read_text()) if RECORDED.exists() else {}
    failed, overlooked, skipped, answered, verdicts = 0, 0, 0, 0, []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool, \
            tempfile.TemporaryDirectory(prefix="liveness-") as where:
        if arguments.random:
            seeds = range(arguments.random[0], arguments.random[0] + arguments.random[1])
            names = [f"seed {seed}" for seed in seeds]
            results = pool.map(lambda seed: random_model(seed, arguments, where), seeds)
        else:
            names = arguments.models or sorted(MODELS.glob("*.pml"))
            results = pool.map(lambda path: compare(path, arguments), names)
        for name, (found, compared, questions) in zip(names, results):
            answered += questions
            verdicts += compared
            overlooked += sum("overlooks" in difference for difference in found)
            skipped += sum("cannot compare" in difference for difference in found)
            real = [difference for difference in found if not difference.startswith("note")]
            if real or (found and not arguments.random):
                print(f"{name}: {'; '.join(found)}", flush=True)
            failed += bool(real)
    if arguments.record:
        lines = [f"{json.dumps(name)}: {json.dumps(arguments.recorded[name])}" for name in sorted(arguments.recorded)]
        RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print(f"{len(names) - failed} agree, {failed} do not; {len(verdicts)} verdicts, "
          f"{verdicts.count('violation')} of them violations, {overlooked} fair ones that Spin overlooks")
    return 0 if comparing.enough(answered, answered + skipped, "questions compared") and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
