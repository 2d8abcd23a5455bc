#!/usr/bin/env python3
"""The verified kernel: its proofs, and what it says of the corpus beside Waymark and Spin.

  kernel_test.py proofs --build DIRECTORY                     builds it; no theorem rests on an axiom
  kernel_test.py corpus --build DIRECTORY --waymark WAYMARK   the corpus: the same verdicts, and Spin's counts
                        [--table] [MODEL.pml...]              with a table of what was certified, by construct
  kernel_test.py forge --build DIRECTORY --waymark WAYMARK --batch BATCH --count N     what forge.py does

Spin's counts stand in the headers of the corpus, where the test spin.corpus keeps them true. Without coqc the exit code
is 77: skipped.
"""
import argparse
import collections
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77
WORDS = ["certified", "violation", "error", "unsupported", "rejected"]  # by exit code
# What a model has, by what its text says.
CONSTRUCTS = {"run": r"\brun\b", "arrays": r"\w\s*\[\s*\w+\s*\]\s*(=|;)", "typedef": r"\btypedef\b",
              "channels": r"\bchan\b", "rendezvous": r"\[\s*0\s*\]\s*of", "sorted send": r"!!", "random receive": r"\?\?",
              "atomic": r"\batomic\b", "d_step": r"\bd_step\b", "else": r"\belse\b", "timeout": r"\btimeout\b",
              "unless": r"\bunless\b", "assert": r"\bassert\b", "end labels": r"\bend\w*\s*:", "never": r"\bnever\b",
              "trace": r"\b(no)?trace\b", "priorities": r"\bpriority\b", "provided": r"\bprovided\b",
              "_last": r"\b_last\b", "hidden": r"\bhidden\b", "xr, xs": r"\bx[rs]\b", "remote references": r"@|\w\s*:\s*\w+\s*=="}


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)


def build(directory):
    done = run(ROOT / "kernel" / "build.sh", directory)
    if done.returncode:
        sys.exit(f"kernel/build.sh failed:\n{done.stdout}{done.stderr}")
    return directory / "waymark-kernel"


def proofs(options):
    build(options.build)
    faults = []
    for file in sorted((ROOT / "kernel").glob("*.v")):
        text = re.sub(r"\(\*.*?\*\)", "", file.read_text(), flags=re.S)
        for word in re.findall(r"\b(Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture|Abort)\b", text):
            faults.append(f"{file.name}: {word}")
    asked = len(re.findall(r"^Print Assumptions", (ROOT / "kernel" / "Assumptions.v").read_text(), re.M))
    told = (options.build / "Assumptions.log").read_text().splitlines()
    if asked == 0 or told != ["Closed under the global context"] * asked:
        faults.append("some theorem rests on an axiom: " + "; ".join(told))
    print("\n".join(faults) or f"{asked} theorems, closed under the global context")
    return 1 if faults else 0


def expected(model):
    """What Spin says, by the header: the kinds of errors (none: holds), and states and transitions if they compare."""
    text = model.read_text()
    expect = re.search(r"expect:\s*(.*?)\s*(\*/)?$", text, re.M)
    counts = re.search(r"states:\s*(\d+)\s+transitions:\s*(\d+)", text)
    kinds = [] if expect is None or expect.group(1) == "holds" else re.split(r",\s*", expect.group(1))
    return kinds, counts and (int(counts.group(1)), int(counts.group(2)) - 1)


def counts_of(line):
    found = re.search(r"(\d+) states, (\d+) transitions", line)
    return found and (int(found.group(1)), int(found.group(2)))


class Judged:
    def __init__(self):
        self.faults, self.certified, self.scripts, self.counted = [], [], [], []


def judge(model, options, kernel, folder, out):
    way, text = folder / "model.way", folder / "model.k"
    checked = run(options.waymark, "check", model, "--por", "off", "--ltl", "none", "--script", way, "--quiet")
    holds = checked.returncode == 0
    fault = lambda what: out.faults.append(f"{model.name}: {what}")
    written = run(options.waymark, "script", "kernel", model, *(["--script", way] if holds else []), "-o", text)
    if written.returncode:
        return fault(written.stdout + written.stderr)
    if holds:
        out.scripts.append(model)
        answer = run(kernel, text)
        if answer.returncode:
            return fault(answer.stdout)
        out.certified.append(model)
    explored = run(kernel, "--explore", text)
    if explored.returncode != checked.returncode:
        fault(f"check ends with {checked.returncode}; the kernel, exploring: {explored.stdout}")
    if holds and counts_of(explored.stdout) != counts_of(answer.stdout):
        fault(f"explored: {explored.stdout}certified: {answer.stdout}")
    kinds, counts = expected(model)
    if bool(kinds) == holds and model.parent.name == "corpus":
        fault(f"Spin says {', '.join(kinds) or 'holds'}")
    if counts is None or not set(kinds) <= {"deadlock", "assertion"}:
        return None
    if kinds:  # past errors, as Spin counted
        run(options.waymark, "script", "kernel", model, "--property", "none", "-o", text)
        explored = run(kernel, "--explore", text)
    out.counted.append(model)
    if counts_of(explored.stdout) != counts:
        fault(f"Spin counts {counts[0]} states and {counts[1]} transitions; the kernel: {explored.stdout}")
    return None


def unasked(options, kernel):
    """What is not asked is not certified: a file that judges nothing ends with 3."""
    with tempfile.TemporaryDirectory(prefix="kernel-") as folder:
        text = pathlib.Path(folder) / "model.k"
        run(options.waymark, "script", "kernel", ROOT / "examples" / "promela" / "peterson.pml", "--property", "none", "-o", text)
        answer = run(kernel, "--explore", text)
        if answer.returncode != 3 or "not judged" not in answer.stdout:
            yield f"peterson.pml, with nothing judged: {answer.returncode} {answer.stdout}"


def table(out):
    total, good = collections.Counter(), collections.Counter()
    for model in out.scripts:
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", model.read_text(), flags=re.S)
        for name, pattern in CONSTRUCTS.items():
            if re.search(pattern, text):
                total[name] += 1
                good[name] += model in out.certified
    for name in CONSTRUCTS:
        if total[name]:
            print(f"{name:<20}{good[name]:>4} of {total[name]:>3}")


def corpus(options):
    kernel = build(options.build)
    models = options.models or sorted((ROOT / "tests" / "promela" / "corpus").glob("*.pml"))
    out = Judged()
    with tempfile.TemporaryDirectory(prefix="kernel-") as folder:
        for model in models:
            judge(model, options, kernel, pathlib.Path(folder), out)
            for file in pathlib.Path(folder).iterdir():
                file.unlink()
    out.faults += unasked(options, kernel)
    if options.table:
        table(out)
    print(*out.faults, f"{len(models)} models; {len(out.certified)} of {len(out.scripts)} scripts certified; "
          f"{len(out.counted)} counts compared with Spin's; {len(out.faults)} differ", sep="\n")
    enough = options.models or (len(out.scripts) > 40 and len(out.counted) > 60)
    return 0 if enough and not out.faults else 1


def forge(options):
    kernel = build(options.build)
    done = run("/usr/bin/python3", "-B", ROOT / "tests" / "kernel" / "forge.py", "--waymark", options.waymark,
               "--batch", options.batch, "--kernel", kernel, "--count", options.count)
    print(done.stdout + done.stderr)
    return done.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["proofs", "corpus", "forge"])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--waymark")
    parser.add_argument("--batch")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("models", nargs="*", type=pathlib.Path)
    options = parser.parse_intermixed_args()
    options.build = options.build.resolve()
    for tool in ("coqc", "ocamlfind"):
        if not shutil.which(tool):
            print(f"skipped: no {tool} on the PATH; packages-kernel.txt lists what the kernel needs")
            return SKIPPED
    return {"proofs": proofs, "corpus": corpus, "forge": forge}[options.what](options)


if __name__ == "__main__":
    sys.exit(main())
