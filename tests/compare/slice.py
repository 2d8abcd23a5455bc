"""Slices against whole programs, on random models or, with --corpus, on programs of a folder: the same verdict about every
question, a script of the sliced search that certifies, a counterexample that replays, and a text of the slice that says the
same. Most counterexamples have to be ones of the whole program.

  compare.py slice --corpus tests/c/corpus --most 2000000 --seconds 60

Programs in C have options in their first line, behind a semicolon (tests/c/programs.py)."""
import json
import re
import shlex
import sys
from pathlib import Path

import random_liveness
import random_promela
from lib import HANGS, extraction, processes, waymark
from lib.comparing import left_out

GLOBAL = re.compile(r"^(?:bit|bool|byte|_Bool|unsigned char|short|int|pid|mtype) (\w+)( = \d+)?;", re.MULTILINE)


def add_options(parser):
    parser.set_defaults(random=[1, 200])
    parser.add_argument("--corpus", type=Path, help="programs to compare instead, a folder of them")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of a folder, each Nth program alone [1]")
    parser.add_argument("--most", type=int, default=20000, metavar="STATES", help="no comparison beyond [20000]")
    parser.add_argument("--seconds", type=int, default=5, help="for a search [5]")


def subjects(arguments, where):
    if not arguments.corpus:
        return arguments.seeds
    corpus = arguments.corpus.resolve()
    return sorted([*corpus.glob("*.pml"), *corpus.glob("*.c")])[::arguments.every]


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


def judge(path, question, own, arguments):
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


def model_of(subject, folder, binary):
    """Where it lies, options of its own, and the questions."""
    if isinstance(subject, Path):
        path, text = folder / subject.name, subject.read_text()
        path.write_text(text)
        own = []
        if path.suffix == ".c":
            source, path = path, path.with_suffix(".pml")
            done, own = extraction.extract(binary, [source], shlex.split(text.split("\n")[0].partition(";")[2]), path)
            if done.code != 0:
                sys.exit(done.last_words())
        return path, own, state_questions(text, len(path.name))
    path = folder / f"{subject}.pml"
    text, formula = random_liveness.generate(subject) if subject % 3 == 0 else (random_promela.generate(subject), None)
    path.write_text(text)
    return path, [], cycle_questions(formula, subject) if formula else state_questions(text, subject)


def compare(subject, arguments, folder):
    path, own, questions = model_of(subject, folder, arguments.waymark)
    found = left_out()
    for question in questions:
        answer = judge(path, question, own, arguments)
        if answer is None:
            continue
        faults, before, after, lifted = answer
        found.compared = 1
        found.differences += [f"{' '.join(question)}: {'; '.join(faults)}"] if faults else []
        found.figures.update({"questions": 1, "questions with fewer states": after < before, "states": before, "states of slices": after,
                              "counterexamples": lifted is not None, "counterexamples of the whole program": lifted is True})
    return found


def finish(arguments, total):
    told, all_told = total.figures["counterexamples of the whole program"], total.figures["counterexamples"]
    return [f"only {told} of {all_told} counterexamples are ones of the whole program"] if 3 * told < 2 * all_told else []
