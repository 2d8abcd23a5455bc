#!/usr/bin/env python3
"""Slices against whole programs, on random models and on the corpus: the same verdict about every question, a script of
the sliced search that certifies, a counterexample that replays, and a text of the slice that says the same. Most
counterexamples have to be ones of the whole program (random models have many statements on a line, which are told apart
by their text alone).

  compare_slice.py --waymark build/release/waymark --random 1 200
  compare_slice.py --waymark build/release/waymark --corpus tests/promela/corpus
  compare_slice.py --waymark build/release/waymark --corpus tests/c/corpus --most 2000000 --seconds 60

Programs in C have options in their first line, behind a semicolon (tests/c/programs.py).
"""
import argparse
import concurrent.futures
import json
import re
import shlex
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "random"))
import random_liveness  # noqa: E402
import random_promela  # noqa: E402
from lib import HANGS, comparing, processes, waymark  # noqa: E402

GLOBAL = re.compile(r"^(?:bit|bool|byte|_Bool|unsigned char|short|int|pid|mtype) (\w+)( = \d+)?;", re.MULTILINE)


def ask(arguments, *words):
    answer = waymark.ask(arguments.waymark, *words, limit=HANGS)
    return {**answer.said, "verdict": answer.verdict, "detail": answer.detail}


def state_questions(text, seed):
    """What can be asked about single states, as options."""
    yield ["--ltl", "none"]
    yield ["--ltl", "none", "--property", ("assertion", "deadlock")[seed % 2]]
    names = [name for name, _ in GLOBAL.findall(text)]
    for name in names[seed % 2::2][:2]:
        yield ["--ltl", "none", "--property", "none", "--invariant", f"{name} != {1 + seed % 3}"]


def cycle_questions(formula, seed):
    fair = ["--fair"] if seed % 3 == 0 else []
    yield ["--property", "none", "--ltl", formula, *fair]
    yield ["--property", ("progress", "acceptance")[seed % 2], "--ltl", "none", *fair]


def kinds(answer):
    """Of all violations, if all are told."""
    told = answer.get("violations", [])
    return sorted({found["kind"] for found in told}) if len(told) == answer.get("errors") else None


def compare(path, question, own, arguments):
    """What differs, with the states of both; nothing if there is no verdict about the whole program. `own` options say
    what the program means, and are its slice's too; the text of the slice needs none."""
    cycles = any(word in question for word in ("progress", "acceptance")) or "none" not in question[-2:] and \
        "--ltl" in question and question[question.index("--ltl") + 1] != "none"
    common = [*question, "--memory", "200M", "--time", str(arguments.seconds), *([] if cycles else ["--errors", "0"])]
    whole = ask(arguments, "check", *common, *own, str(path))
    if whole.get("verdict") not in ("holds", "violation") or whole.get("reason") or whole["states"] > arguments.most:
        return None
    script, trail = path.with_suffix(".way"), path.with_suffix(".trail")
    for file in (script, trail):
        file.unlink(missing_ok=True)
    sliced = ask(arguments, "check", "--slice", "--script", str(script), "--trail", str(trail), *common, *own, str(path))
    found = []
    both_told = kinds(sliced) is not None and kinds(whole) is not None
    if sliced.get("verdict") != whole["verdict"] or both_told and kinds(sliced) != kinds(whole):
        found.append(f"{sliced.get('verdict')} {kinds(sliced)} {sliced.get('detail', '')}, of the whole program "
                     f"{whole['verdict']} {kinds(whole)}")
    elif whole["verdict"] == "holds" and script.exists():
        certified = ask(arguments, "certify", "--slice", "--script", str(script), *question, *own, str(path))
        if certified.get("verdict") != "certified":
            found.append(f"its script is {certified.get('verdict')}: {certified.get('detail', '')}")
    lifted = None
    if not found and whole["verdict"] == "violation":
        replayed = processes.run([arguments.waymark, "replay", "--trail", str(trail), *own, str(path)], limit=HANGS)
        if replayed.code != 1:
            found.append(f"its trail: {replayed.last_words()}")
        lifted = "slice" not in json.loads(trail.read_text())
    if not found:
        text = path.with_suffix(".sliced.pml")
        made = ask(arguments, "slice", *[word for word in question if word != "--fair"], "-o", str(text), *own, str(path))
        again = ask(arguments, "check", *common, str(text))
        if again.get("verdict") != whole["verdict"] or again.get("states") != sliced.get("states"):
            found.append(f"its text: {again.get('verdict')}, {again.get('states')} states instead of "
                         f"{sliced.get('states')} {again.get('detail', '')} {made.get('detail', '')}")
        text.unlink(missing_ok=True)
    return found, whole["states"], sliced.get("states", 0), lifted


def judge(path, questions, arguments, own=()):
    answers = []
    for question in questions:
        answer = compare(path, question, own, arguments)
        if answer is not None:
            answers.append((question, *answer))
    return answers


def random_model(seed, arguments, where):
    path = Path(where) / f"{seed}.pml"
    if seed % 3:
        text = random_promela.generate(seed)
        path.write_text(text)
        return judge(path, state_questions(text, seed), arguments)
    text, formula = random_liveness.generate(seed)
    path.write_text(text)
    return judge(path, cycle_questions(formula, seed), arguments)


def corpus_model(path, arguments, where):
    copy = Path(where) / path.name
    text = path.read_text()
    copy.write_text(text)
    own = shlex.split(text.split("\n")[0].partition(";")[2]) if path.suffix == ".c" else []
    return judge(copy, state_questions(text, len(path.name)), arguments, own)


def tell(models, answers):
    """Prints what differs; answers how many models were compared and how many questions differ."""
    compared = asked = differ = whole = sliced = smaller = trails = of_whole = 0
    for model, found in zip(models, answers):
        compared += bool(found)
        for question, faults, before, after, lifted in found:
            asked += 1
            trails, of_whole = trails + (lifted is not None), of_whole + (lifted is True)
            whole, sliced, smaller = whole + before, sliced + after, smaller + (after < before)
            if faults:
                differ += 1
                print(f"{model} {' '.join(question)}: {'; '.join(faults)}", flush=True)
    print(f"{asked} questions, {smaller} with fewer states: {whole} states, {sliced} of slices, {differ} differ")
    print(f"{of_whole} of {trails} counterexamples told of the whole program")
    return compared, differ + (3 * of_whole < 2 * trails)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--random", nargs=2, type=int, metavar=("SEED", "COUNT"))
    parser.add_argument("--corpus", type=Path, help="programs to compare instead, a folder of them")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of a folder, each Nth program alone [1]")
    parser.add_argument("--most", type=int, default=20000, metavar="STATES", help="no comparison beyond [20000]")
    parser.add_argument("--seconds", type=int, default=5, help="for a search [5]")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="slice-") as where, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        if arguments.corpus:
            models = sorted([*arguments.corpus.glob("*.pml"), *arguments.corpus.glob("*.c")])[::arguments.every]
            answers = pool.map(lambda path: corpus_model(path, arguments, where), models)
        else:
            first, count = arguments.random or (1, 200)
            models = range(first, first + count)
            answers = pool.map(lambda seed: random_model(seed, arguments, where), models)
        compared, differ = tell(models, answers)
    sys.exit(0 if comparing.enough(compared, len(models)) and not differ else 1)


if __name__ == "__main__":
    main()
