#!/usr/bin/python3
"""Bounded preemptions of random Promela models, against an enumeration from the definition.

preemptions.py --waymark BINARY --runs BINARY --build DIR [--random SEED] [--count N] [--c]. For each model and each bound from 0
to 3: the bounded layer has exactly the runs that the definition has; the check finds a violation with the least number of
preemptions, or as many states in each wave; a script of what holds is certified, says what it covers, and is rejected
with other options, written by an encoder that shares nothing with Waymark. Models that are too large for the enumeration are counted, and so are those that a
bound cannot be put around; if fewer than half of them are compared, that is a failure. Then known errors, in Promela and
with --c in C: the check finds each with the number of preemptions that stands below, and a script of the bound before it
is certified.
"""
import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
sys.path.insert(0, str(ROOT / "tests" / "random"))
sys.path.insert(0, str(ROOT / "tests" / "stranger"))
from lib import HANGS  # noqa: E402
from random_promela import generate  # noqa: E402
import script as stranger  # noqa: E402

BOUNDS = range(4)
LENGTH = 7
PUBLISHED = {"philosophers": 1, "peterson_wrong": 2, "needham_schroeder": 0}  # the last is a run of messages alone
PUBLISHED_C = {
    "lost_signal": 0, "bounded_buffer_one_condition": 0,
    "counter_race": 1, "lock_order": 1, "transfer_deadlock": 1, "double_checked_early": 1, "stack_without_swap": 1,
    "peterson_turn_first": 2, "test_then_set_lock": 2,
}


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=HANGS)


def accepted_forgery(model, script, bound, asked, options):
    """The first other text of options, if any, with which the script is not rejected."""
    honest = stranger.decode(script.read_bytes())
    label = b"preemptions at most "
    own = honest.header.options_text
    if own != label + str(bound).encode():
        return f"the options of {script} are {own}"
    texts = [b"", own + b"; partial order reduction", own + b"; " + own, own + b"; cycles acceptance"]
    texts += [label + number for number in (b"", b"0%d" % bound, b"+%d" % bound, b"-1", b"1001", b"%d" % (bound + 2**32), b"%d" % (bound + 1))]
    path = script.with_suffix(".forged")
    for text in texts:
        forged = honest.copy()
        forged.header.options_text = text
        forged.header.options = stranger.digest(text)
        path.write_bytes(stranger.encode(forged))
        done = run(options.waymark, "certify", model, *asked, "--script", path)
        if done.returncode != 4:
            return f"the options '{text.decode()}': exit {done.returncode}: {done.stdout}{done.stderr}"
    return ""


def compare(model, bound, options):
    """'' if all is well, 'left out' or what is wrong."""
    listed = run(options.runs, model, bound, LENGTH)
    if listed.returncode != 0:
        return "left out" if listed.returncode in (2, 3) else f"enumeration: exit {listed.returncode}: {listed.stderr}"
    known = json.loads(listed.stdout)
    if not known["equal"]:
        return f"bound {bound}: the layer has other runs than the definition"
    return violations(model, bound, known, options) or waves(model, bound, known, options)


def violations(model, bound, known, options):
    """The check finds one with the least number of preemptions, and its trail shows it."""
    trail = options.build / f"{model.stem}.trail"
    done = run(options.waymark, "check", model, "--preemptions", bound, "--trail", trail, "--json")
    result = json.loads(done.stdout)
    if known["violated"] is None or known["violated"] > bound:
        return "" if done.returncode in (0, 3) else f"bound {bound}: {result['headline']}, and there is none"
    if done.returncode != 1 or result["preemptions"]["most"] != known["violated"]:
        return f"bound {bound}: {result['headline']} instead of a violation with {known['violated']}"
    replayed = run(options.waymark, "replay", model, "--trail", trail)
    return "" if result["kind"] in replayed.stdout else f"bound {bound}: replay: {replayed.stdout}{replayed.stderr}"


def waves(model, bound, known, options):
    """Where nothing ends the search, it has the same states in each wave, and what it explored is certified."""
    script = options.build / f"{model.stem}.{bound}.way"
    asked = ["--property", "none", "--invariant", "true"]
    done = run(options.waymark, "check", model, *asked, "--preemptions", bound, "--script", script, "--json")
    result = json.loads(done.stdout)
    if done.returncode != (3 if known["beyond"] else 0) or result["preemptions"]["states"] != known["states"]:
        return f"bound {bound}: {result['headline']} {result['preemptions']} instead of {known}"
    certified = run(options.waymark, "certify", model, *asked, "--script", script)
    wanted = f"with at most {bound} preemption" if known["beyond"] else "covers all reachable states"
    if certified.returncode != done.returncode or wanted not in certified.stdout:
        return f"bound {bound}: certify: exit {certified.returncode}: {certified.stdout}{certified.stderr}"
    forgery = accepted_forgery(model, script, bound, asked, options) if known["beyond"] else ""
    return f"bound {bound}: {forgery}" if forgery else ""


def published(program, least, options):
    """Found with the least number, and with fewer there is a certificate that there is none."""
    words = ["--ltl", "none"] if program.suffix == ".pml" else []
    done = run(options.waymark, "check", program, *words, "--preemptions", 6, "--json")
    result = json.loads(done.stdout)
    if done.returncode != 1 or result["preemptions"]["most"] != least:
        return f"{result['headline']} instead of a violation with {least}"
    if program.suffix == ".pml":
        listed = run(options.runs, program, 3, 1)
        if listed.returncode == 0 and json.loads(listed.stdout)["violated"] != least:
            return f"the enumeration says {listed.stdout}"
    if least == 0:
        return ""
    script = options.build / f"{program.stem}.way"
    fewer = run(options.waymark, "check", program, *words, "--preemptions", least - 1, "--script", script)
    certified = run(options.waymark, "certify", program, "--script", script)
    good = fewer.returncode == 3 and certified.returncode == 3 and f"with at most {least - 1} preemption" in certified.stdout
    return "" if good else f"with fewer: {fewer.stdout}{fewer.stderr}{certified.stdout}{certified.stderr}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--waymark", type=pathlib.Path, required=True)
    parser.add_argument("--runs", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--random", type=int, default=1, metavar="SEED")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--c", action="store_true")
    options = parser.parse_args()
    options.build.mkdir(parents=True, exist_ok=True)
    wrong, compared = 0, 0
    for seed in range(options.random, options.random + options.count):
        model = options.build / f"random{seed}.pml"
        model.write_text(generate(seed))
        results = [compare(model, bound, options) for bound in BOUNDS]
        compared += all(why != "left out" for why in results)
        for why in results:
            if why and why != "left out":
                wrong += 1
                print(f"{model}: {why}")
    errors = [(ROOT / "tests/promela/corpus" / f"{name}.pml", least) for name, least in PUBLISHED.items()]
    if options.c:
        errors += [(ROOT / "tests/c/corpus" / f"{name}.c", least) for name, least in PUBLISHED_C.items()]
    for program, least in errors:
        if why := published(program, least, options):
            wrong += 1
            print(f"{program}: {why}")
    print(f"preemptions: {len(errors)} known errors; {compared} of {options.count} random models compared for {len(BOUNDS)} bounds, {wrong} differ")
    sys.exit(1 if wrong or 2 * compared < options.count else 0)


if __name__ == "__main__":
    main()
