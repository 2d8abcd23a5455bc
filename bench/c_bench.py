#!/usr/bin/env python3
"""How long it takes to extract a model from C programs of so many lines: c_bench.py [--waymark BINARY] [--lines N]…

A program is functions of ten lines each, with loops, branches, arrays and structs, which two threads call under a
mutex. What is timed is the whole command, the trial in a child process included.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BODY = """static int work{i}(int a, int b) {{
  int sum = {i}, k = 0;
  for (k = 0; k < 8; k++) {{
    if ((a ^ k) % 3 == {i} % 3) sum += table[k];
    else table[k] = (unsigned char)(sum + b);
  }}
  point.x = sum > 100 ? sum - 100 : sum;
  point.y += (short)(point.x & {i});
  return point.x - point.y;
}}
"""


def program(lines):
    count = lines // BODY.count("\n")
    calls = [f"  total = total + work{i}(total, {i});" for i in range(count)]
    half = count // 2
    return "\n".join(["#include <pthread.h>", "struct point { int x; short y; };", "struct point point;", "unsigned char table[8];",
                      "int total;", "pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;", *[BODY.format(i=i) for i in range(count)],
                      "void *other(void *none) {", "  pthread_mutex_lock(&mutex);", *calls[:half], "  pthread_mutex_unlock(&mutex);", "  return 0;", "}",
                      "int main(void) {", "  pthread_t thread;", "  pthread_create(&thread, 0, other, 0);", "  pthread_mutex_lock(&mutex);",
                      *calls[half:], "  pthread_mutex_unlock(&mutex);", "  pthread_join(thread, 0);", "  return 0;", "}", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--waymark", type=pathlib.Path, default=ROOT / "build/release/waymark")
    parser.add_argument("--lines", type=int, action="append")
    options = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as home:
        for lines in options.lines or [1000, 3000, 10000]:
            source, model = pathlib.Path(home) / "program.c", pathlib.Path(home) / "model.pml"
            source.write_text(program(lines))
            began = time.monotonic()
            done = subprocess.run([options.waymark.resolve(), "extract", source, "-o", model], capture_output=True, text=True)
            seconds = time.monotonic() - began
            failed = failed or done.returncode != 0
            print(f"{source.read_text().count(chr(10)):7} lines of C  {seconds:6.2f} s  "
                  + (f"{model.read_text().count(chr(10)):7} lines of Promela" if done.returncode == 0 else done.stderr.strip()))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
