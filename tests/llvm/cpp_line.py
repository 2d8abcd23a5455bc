#!/usr/bin/env python3
"""C++ programs by the command line.

cpp_line.py --waymark BINARY [--folder DIR] [--compiler NAME] [--time TIME] [NAME...]. The first line of a program of the
folder, tests/llvm/cpp/programs if none is named, is `// holds` or `// violated: KIND`, or `KIND|KIND` where several are right,
or `// refused: TEXT`, perhaps with options behind a semicolon. A script of what holds is made and certified. Prints how many are right, wrong,
refused and unfinished: neither answered nor certified within the time.
"""
import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tools"))
from lib import native  # noqa: E402

INCOMPLETE = 3  # an exit code


def run(waymark, command, words, more, behind):
    done = subprocess.run([waymark, command, *words, *more, *behind], capture_output=True, text=True, timeout=600)
    return done.returncode, done.stdout, done.stderr


def judge(program, waymark, compiler, time, folder):
    """right, wrong, refused or unfinished, and why."""
    expected, words, behind = native.asked(program)
    words = [str(program), *words, "--time", time, *(["--compiler", compiler] if compiler else [])]
    script = folder / f"{program.stem}.way"
    code, out, told = run(waymark, "check", words, ["--json", "--script", str(script)], behind)
    if code == INCOMPLETE:
        return "unfinished", json.loads(out)["detail"]
    wanted = expected.removeprefix("refused: ")
    if wanted != expected:
        return ("right", "") if code not in (0, 1) and wanted in told else ("wrong", f"exit code {code} instead of {expected}")
    if code not in (0, 1):
        return "refused", told.strip() or f"exit code {code}: {json.loads(out)['detail']}"
    if expected == "holds":
        if code != 0:
            return "wrong", f"{json.loads(out)['kind']} instead of {expected}"
        code, out, told = run(waymark, "certify", words, ["--quiet", "--script", str(script)], behind)
        answer = {0: "right", INCOMPLETE: "unfinished"}.get(code, "wrong")
        return answer, "" if code == 0 else f"its script: {out}{told}".strip()
    kinds = expected.removeprefix("violated: ").split("|")
    found = json.loads(out)["kind"] if code == 1 else "holds"
    return ("right", "") if found in kinds else ("wrong", f"{found} instead of {expected}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--waymark", type=pathlib.Path, required=True)
    parser.add_argument("--folder", type=pathlib.Path, default=HERE / "cpp" / "programs")
    parser.add_argument("--compiler")
    parser.add_argument("--time", default="300s", help="for each program, and for each certificate")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    if native.lacks(given.compiler):
        return
    programs = sorted(path for path in given.folder.glob("*.cpp") if not given.names or path.stem in given.names)
    answers = {"right": 0, "wrong": 0, "refused": 0, "unfinished": 0}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        judged = pool.map(lambda one: judge(one, given.waymark.resolve(), given.compiler, given.time, pathlib.Path(folder)), programs)
        for program, (answer, why) in zip(programs, judged):
            answers[answer] += 1
            if why:
                print(f"{program.name}: {answer}: {why}", flush=True)
    print(", ".join(f"{count} {answer}" for answer, count in answers.items()))
    sys.exit(0 if programs and answers["right"] == len(programs) else 1)


if __name__ == "__main__":
    main()
