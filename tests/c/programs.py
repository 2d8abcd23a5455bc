#!/usr/bin/env python3
"""C programs in Waymark and as gcc makes them.

programs.py --waymark BINARY --build DIR [--runs N] [--spin] [FOLDER]. In tests/c/conformance: what a program prints is what its
model prints. In tests/c/corpus: the first line is `// holds`, `// violated: deadlock` or `// violated: assertion`,
perhaps with options behind a semicolon; the verdict has to be that with and without reduction, a script of what holds is
certified, and the native program, run --runs times, ends well whenever the verdict is `holds`. --spin also sees to it that
`spin -a` accepts each model. Nothing that was to be compared is skipped in silence.
"""
import argparse
import concurrent.futures
import pathlib
import re
import shlex
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, ROOT, extraction  # noqa: E402

STEPS = "1000000"
# What the intrinsics of the competition are when a program runs: choices at random, and assumptions that end a run.
SHIM = r"""
#include <stdlib.h>
#include <stdio.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t shim = PTHREAD_MUTEX_INITIALIZER;
static unsigned seed;
static unsigned any(void) { if (!seed) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); seed = t.tv_nsec; } return rand_r(&seed); }
_Bool __VERIFIER_nondet_bool(void) { return any() & 1; }
unsigned char __VERIFIER_nondet_uchar(void) { return any(); }
signed char __VERIFIER_nondet_schar(void) { return any(); }
char __VERIFIER_nondet_char(void) { return any(); }
void __VERIFIER_assume(int holds) { if (!holds) exit(0); }
void __VERIFIER_atomic_begin(void) { pthread_mutex_lock(&shim); }
void __VERIFIER_atomic_end(void) { pthread_mutex_unlock(&shim); }
void reach_error(void) { abort(); }
"""


def run(command, seconds=HANGS, **more):
    try:
        return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=seconds, **more)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, "timeout", "", "")


def native(program, build):
    """The program as gcc makes it, or why there is none."""
    target = build / program.stem
    shim = build / "shim.c"
    done = run(["gcc", "-w", "-fwrapv", "-pthread", "-o", target, program, shim])
    return (target, "") if done.returncode == 0 else (None, done.stderr)


def conformance(program, options):
    target, why = native(program, options.build)
    if target is None:
        return f"gcc: {why}"
    expected = run([target])
    if not expected.stdout:
        return "prints nothing, so nothing is compared"
    model, why = model_of(program, [], options)
    if why:
        return why
    printed = run([options.waymark, "simulate", model, "--output", "--steps", STEPS])
    if printed.stdout != expected.stdout:
        return f"prints\n{printed.stdout}{printed.stderr}instead of\n{expected.stdout}"
    return spin_accepts(model, options)


def model_of(program, words, options):
    """The model that is extracted, in a folder of its own, and what went wrong."""
    folder = options.build / f"model-{program.stem}"
    folder.mkdir(exist_ok=True)
    done, _ = extraction.extract(options.waymark, [program], words, folder / "model.pml")
    return folder / "model.pml", "" if done.code == 0 else f"extract: {done.last_words()}"


def spin_accepts(model, options):
    if not options.spin:
        return ""
    done = run(["spin", "-a", model.name], cwd=model.parent)
    return "" if done.returncode == 0 else f"spin -a: {done.stdout}{done.stderr}"


def verdict(model, words, options):
    done = run([options.waymark, "check", model, *words])
    first = (done.stdout + done.stderr).split("\n")[0]
    if done.returncode == 0:
        return "holds"
    if done.returncode == 1 and (found := re.search(r"violation: (deadlock|assertion|.*?index|.*)", first)):
        return "violated: " + ("deadlock" if "deadlock" in found[0] else "assertion")
    return f"exit {done.returncode}: {first}"


def corpus(program, options):
    head = program.read_text().split("\n")[0].removeprefix("// ")
    expected, _, extra = (part.strip() for part in head.partition(";"))
    own, words = extraction.told_apart(shlex.split(extra))
    model, why = model_of(program, own, options)
    if why:
        return why
    for more in ([], ["--por", "off"]):
        found = verdict(model, [*words, *more], options)
        if found != expected:
            return f"{found} instead of {expected} {' '.join(more)}"
    target, why = native(program, options.build)
    if target is None:
        return f"gcc: {why}"
    if expected == "holds":
        script = options.build / f"{program.stem}.way"
        run([options.waymark, "check", model, *words, "--script", script])
        done = run([options.waymark, "certify", model, *words, "--script", script])
        if done.returncode != 0:
            return f"certify: {done.stdout}{done.stderr}"
        again = f"for run in $(seq {options.runs}); do {shlex.quote(str(target))} > /dev/null || exit 1; done"
        if (code := run(["bash", "-c", again], HANGS + options.runs // 5).returncode) != 0:
            return f"holds, but one of {options.runs} runs of the program did not end well ({code})"
    return spin_accepts(model, options)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--waymark", type=pathlib.Path, default=ROOT / "build/release/waymark")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/c-programs")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--spin", action="store_true")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take each Nth program only")
    parser.add_argument("names", nargs="*", help="programs, without .c; left out for all")
    options = parser.parse_args()
    options.waymark = options.waymark.resolve()
    options.build = options.build.resolve()
    options.build.mkdir(parents=True, exist_ok=True)
    (options.build / "shim.c").write_text(SHIM)
    work = [(judge, program) for judge in (conformance, corpus)
            for program in sorted((ROOT / "tests" / "c" / judge.__name__).glob("*.c"))
            if not options.names or program.stem in options.names][::options.every]
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        results = list(pool.map(lambda one: one[0](one[1], options), work))
    failed = 0
    for (_, program), why in zip(work, results):
        if why:
            failed += 1
            print(f"{program.relative_to(ROOT)}: {why}")
    print(f"c_programs: {len(work) - failed} of {len(work)} C programs are as gcc has them and as they say")
    sys.exit(1 if failed or not work else 0)


if __name__ == "__main__":
    main()
