#!/usr/bin/env python3
"""Runs the jobs of docs/use/ci.md as a runner would: ci_examples.py --waymark BINARY

Each YAML block is one job. Its commands (`run: |` of GitHub, `script:` of GitLab) are run in a copy of the examples, up to
the first that fails; then the files that the job hands to the server have to be there. Once with the model as it is,
which holds, and once with a broken one, for which the job must fail and leave its reports all the same.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, ROOT  # noqa: E402

MODEL = "examples/promela/peterson.pml"
BROKEN = "byte x; active proctype P() { x = 1; assert(x == 2) }\n"


def jobs(page):
    return re.findall(r"^```yaml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def indented(text, head):
    """The lines below each line that ends in `head`, as far as they are indented further."""
    found, depth = [], None
    for line in text.splitlines():
        if depth is not None and len(line) - len(line.lstrip()) > depth:
            found.append(line.strip())
            continue
        depth = len(line) - len(line.lstrip()) if line.rstrip().endswith(head) else None
    return found


def commands(job):
    return indented(job, "run: |") + [line.removeprefix("- ") for line in indented(job, "script:")]


def handed_over(job):
    return re.findall(r"\b(?:sarif_file|junit|path): (\S+)", job) + [
        line.removeprefix("- ") for line in indented(job, "paths:")]


def run(job, waymark, broken):
    """What is wrong, or nothing."""
    with tempfile.TemporaryDirectory(prefix="ci-") as name:
        folder = pathlib.Path(name)
        (folder / MODEL).parent.mkdir(parents=True)
        shutil.copy(ROOT / MODEL, folder / MODEL)
        if broken:
            (folder / MODEL).write_text(BROKEN)
        code = 0
        for command in commands(job):
            path = f"{waymark.parent}{os.pathsep}{os.environ['PATH']}"
            code = subprocess.run(["bash", "-eo", "pipefail", "-c", command], cwd=folder, env={**os.environ, "PATH": path},
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=HANGS, check=False).returncode
            if code != 0:
                break
        if code != (1 if broken else 0):
            return f"ends with {code}"
        missing = [file for file in handed_over(job) if not (folder / file).is_file() or not (folder / file).stat().st_size]
        # A certificate is not made of what is broken.
        return f"leaves no {missing[0]}" if missing and not (broken and len(commands(job)) > 1) else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--waymark", type=pathlib.Path, required=True)
    waymark = parser.parse_args().waymark.resolve()
    page = (ROOT / "docs" / "use" / "ci.md").read_text()
    found = jobs(page)
    faults = 0
    if len(found) < 3 or not all(commands(job) and handed_over(job) for job in found):
        sys.exit("ci: docs/use/ci.md has no jobs, or jobs without commands or files")
    for job in found:
        for broken in (False, True):
            if why := run(job, waymark, broken):
                faults += 1
                print(f"ci: {'a broken' if broken else 'the'} model: {commands(job)[0]}: {why}")
    print(f"ci: {len(found)} jobs, {faults} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
