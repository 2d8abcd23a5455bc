#!/usr/bin/env python3
"""Runs the command line and compares what it prints with what a file says it should print.

    golden.py --waymark BINARY [--rebase] [--keep FILE] PATH…

A PATH is a test file or a folder of them, but for those left out. --rebase rewrites the expectations from what was
printed: read the diff. --keep writes all JSON objects that were printed to FILE, a line for each, for
tests/cli/formats.py.

NAME.test     steps that run one after the other in one empty directory, in which `examples` leads to the examples:

    # Lines with a hash are comments.
    file: hello.pml                a file to write there; its lines follow
    | init { assert(false) }
    mask: time                     what to hide from all steps of this file: see MASKS
    $ waymark check hello.pml      one line for bash; `waymark` is the binary under test
    exit: 1                        left out for 0
    stdout:                        left out if nothing is printed; likewise stderr:
    | violation: …

NAME.pml      a broken model: `waymark check NAME.pml`, run in its folder, prints nothing on standard output, on standard
              error exactly the text of NAME.expected, and ends with exit code 2.
"""
import argparse
import difflib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tools"))
from lib import HANGS, ROOT  # noqa: E402

NO_NEWLINE = "\\ no newline at the end"

# What differs from run to run, by name. The whole match, or its group `what` if it has one, becomes <name>; a rate is
# shown only by runs that take long enough, so it goes without a trace.
MASKS = {
    "time": [r'"seconds": ?(?P<what>[0-9.e+-]+)', r"\b[0-9]+(\.[0-9]+)? ?(ms|s|min|h|seconds?)\b"],
    "memory": [r'"(memory_bytes|bytes_per_state)": ?(?P<what>[0-9.]+)', r"\b[0-9]+(\.[0-9]+)? ?([kKMGT]i?)?B\b"],
    # The number of workers is that of the machine's processors.
    "rate": [r", [0-9]+ workers?\b", r'"workers": ?(?P<what>[0-9]+)',
             r",? \b[0-9]+(\.[0-9]+)? ?[kM]? ?states(/s| per second)"],
}


def masked(text, names):
    for name in names:
        for pattern in MASKS[name]:
            def replace(found, name=name):
                if "what" not in found.groupdict():
                    return "" if name == "rate" else f"<{name}>"
                start, end = (at - found.start() for at in found.span("what"))
                return f"{found[0][:start]}<{name}>{found[0][end:]}"
            text = re.sub(pattern, replace, text)
    return text


def run(command, waymark, folder):
    """(exit code, stdout, stderr) of one bash line."""
    path = f"{waymark.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    try:
        done = subprocess.run(["bash", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=HANGS, env={**os.environ, "PATH": path, "LC_ALL": "C.UTF-8"})
    except subprocess.TimeoutExpired:
        return "timeout", "", f"still running after {HANGS} s\n"
    return done.returncode, done.stdout.decode(errors="backslashreplace"), done.stderr.decode(errors="backslashreplace")


def quoted(text):
    """Text as `| ` lines."""
    lines = [f"| {line}" if line else "|" for line in text.split("\n")]
    return lines[:-1] if text.endswith("\n") else [*lines, NO_NEWLINE]


def result_lines(code, stdout, stderr):
    lines = [f"exit: {code}"] if code != 0 else []
    for name, text in (("stdout:", stdout), ("stderr:", stderr)):
        if text:
            lines += [name, *quoted(text)]
    return lines


class Malformed(Exception):
    pass


def unquote(lines):
    text = "".join(line[2:] + "\n" for line in lines if line != NO_NEWLINE)
    return text[:-1] if lines and lines[-1] == NO_NEWLINE else text


def blocks(path):
    """The file as (head line, its `| ` lines) pairs."""
    found = []
    text = path.read_bytes().decode()
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        if line.startswith("|") or line == NO_NEWLINE:
            if not found or not found[-1][0].startswith(("file:", "stdout:", "stderr:")):
                raise Malformed(f"{path}:{number}: a `|` line belongs under file:, stdout: or stderr:")
            found[-1][1].append(line)
        elif line.startswith(("#", "$ ", "file: ", "mask: ", "exit: ")) or line in ("", "stdout:", "stderr:"):
            found.append((line, []))
        else:
            raise Malformed(f"{path}:{number}: neither a comment, a command, an expectation nor a `|` line: {line}")
    return found


def run_test(path, waymark, keeping):
    """The file as it is, and as it would be if all that was printed were expected; both as lists of lines."""
    masks, seen_step, skipping = [], False, False
    before, after = [], []
    with tempfile.TemporaryDirectory(prefix="golden-") as name:
        folder = pathlib.Path(name)
        (folder / "examples").symlink_to(ROOT / "examples")
        for head, lines in blocks(path):
            before += [head, *lines]
            if head.startswith(("exit:", "stdout:", "stderr:")):
                if not seen_step:
                    raise Malformed(f"{path}: an expectation before any command")
                continue
            after += [head, *lines]
            if head.startswith("file: "):
                target = folder / head.removeprefix("file: ").strip()
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(unquote(lines))
            elif head.startswith("mask: "):
                masks = head.removeprefix("mask: ").split()
                if unknown := [mask for mask in masks if mask not in MASKS]:
                    raise Malformed(f"{path}: no mask is called {unknown[0]}; there are {', '.join(MASKS)}")
            elif head.startswith("$ "):
                seen_step, command = True, head.removeprefix("$ ")
                code, stdout, stderr = run(command, keeping if re.search(r"json|\.py\b", command) else waymark, folder)
                after += result_lines(code, masked(stdout, masks), masked(stderr, masks))
    if not seen_step:
        raise Malformed(f"{path}: no command")
    return before, after


def run_broken_model(path, waymark, _):
    expected = path.with_suffix(".expected")
    if not path.exists():
        raise Malformed(f"{expected}: there is no {path.name}")
    wanted = expected.read_bytes().decode() if expected.exists() else ""
    code, stdout, stderr = run(f"waymark check '{path.name}'", waymark, path.parent)
    return result_lines(2, "", wanted), result_lines(code, stdout, stderr)


# Its JSON is kept, wherever the test's pipes lead.
WRAPPER = """#!/bin/bash
case " $* " in
  *" --json "*|*" --format json "*|*" --format=json "*) ;;
  *) exec '{waymark}' "$@" ;;
esac
said=$('{waymark}' "$@"; echo "code $?")
code=${{said##*code }}
said=${{said%code *}}
printf %s "$said" >> '{keep}'
printf %s "$said"
exit "$code"
"""


def wrap(waymark, keep, folder):
    """A `waymark` that appends every JSON object it prints to `keep`."""
    keep.parent.mkdir(parents=True, exist_ok=True)
    keep.write_text("")
    wrapper = folder / "waymark"
    wrapper.write_text(WRAPPER.format(waymark=waymark, keep=keep))
    wrapper.chmod(0o755)
    return wrapper


def collect(path):
    if not path.is_dir():
        return [path]
    models = {found.with_suffix(".pml") for pattern in ("*.pml", "*.expected") for found in path.glob(pattern)}
    return sorted([*path.glob("*.test"), *models])


def rebase(path, after):
    if path.suffix == ".test":
        path.write_text("\n".join(after) + "\n")
        return True
    if after[:1] != ["exit: 2"] or "stdout:" in after:
        return False
    path.with_suffix(".expected").write_text(unquote(after[2:]))
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waymark", type=pathlib.Path, required=True, help="the binary under test")
    parser.add_argument("--rebase", action="store_true", help="rewrite the expectations")
    parser.add_argument("--keep", type=pathlib.Path, help="where to write the JSON objects that were printed")
    parser.add_argument("paths", type=pathlib.Path, nargs="+")
    options = parser.parse_args()
    waymark = options.waymark.resolve()
    tests = [test for path in options.paths for test in collect(path)]
    if not tests:
        sys.exit(f"golden: no test in {' '.join(map(str, options.paths))}")
    failed, keeping = 0, waymark
    if options.keep:
        wrapped = tempfile.TemporaryDirectory(prefix="golden-")
        keeping = wrap(waymark, options.keep.resolve(), pathlib.Path(wrapped.name))
    for test in tests:
        try:
            before, after = (run_test if test.suffix == ".test" else run_broken_model)(test, waymark, keeping)
        except Malformed as fault:
            print(fault)
            failed += 1
            continue
        if before == after or (options.rebase and rebase(test, after)):
            continue
        failed += 1
        print("\n".join(difflib.unified_diff(before, after, f"{test} (expected)", f"{test} (printed)", lineterm="")))
    print(f"golden: {len(tests) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it is ignored, and a test sends it
    main()
