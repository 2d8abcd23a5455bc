#!/usr/bin/env python3
"""Waymark's headers for GoogleTest and Catch2, as ordinary C++: which tests fail.

headers.py --headers DIR [--compiler NAME] [--standard c++17]. The tests of gtest_expectations.cpp are compiled with
GoogleTest and with our header, and each must have the same end in both. Those of catch_expectations.cpp say it by name.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MARK = "waymark.test:"


def ours(compiler, standard, headers, source, folder):
    """The tests of a file, and whether each passes. What has internal linkage is made global, so that a main calls it."""
    made = folder / f"{source.stem}.o"
    subprocess.run([compiler, f"-std={standard}", "-g", "-Wall", "-Wextra", "-Werror", f"-I{headers}", "-c", source, "-o", made],
                   check=True)
    listed = subprocess.run(["nm", "--defined-only", made], check=True, capture_output=True, text=True).stdout
    names = sorted(line.split(" ", 2)[2].removeprefix(MARK) for line in listed.splitlines() if MARK in line)
    subprocess.run(["objcopy", *(f"--globalize-symbol={MARK}{name}" for name in names), made], check=True)
    calls = "".join(f'void f{i}(void) __asm__("{MARK}{name}");\n' for i, name in enumerate(names))
    table = ", ".join(f"f{i}" for i in range(len(names)))
    (folder / "main.c").write_text(f"#include <stdlib.h>\n{calls}void (*all[])(void) = {{{table}}};\n"
                                   "int main(int n, char **words) { all[atoi(words[n - 1])](); return 0; }\n")
    binary = folder / source.stem
    subprocess.run(["clang", "-c", folder / "main.c", "-o", folder / "main.o"], check=True)
    subprocess.run([compiler, made, folder / "main.o", "-o", binary], check=True)
    passed = {}
    for i, name in enumerate(names):
        done = subprocess.run([binary, str(i)], capture_output=True, text=True, timeout=60)
        passed[name] = done.returncode == 0
        if done.returncode and "Assertion" not in done.stderr and "terminate called" not in done.stderr:
            sys.exit(f"{source.name}: {name} ends by {done.returncode}: {done.stderr}")
    return passed


def theirs(compiler, standard, source, folder):
    binary = folder / "theirs"
    subprocess.run([compiler, f"-std={standard}", source, "-lgtest", "-lgtest_main", "-pthread", "-o", binary], check=True)
    said = subprocess.run([binary], capture_output=True, text=True, timeout=120).stdout
    ends = re.findall(r"^\[ +(OK|FAILED|SKIPPED) +\] (\w+\.\w+) \(", said, re.M)
    return {name: end != "FAILED" for end, name in ends}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--headers", type=pathlib.Path, required=True)
    parser.add_argument("--compiler", default="clang++")
    parser.add_argument("--standard", default="c++17")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        one = ours(given.compiler, given.standard, given.headers, HERE / "gtest_expectations.cpp", folder)
        two = theirs(given.compiler, given.standard, HERE / "gtest_expectations.cpp", folder)
        cases = ours(given.compiler, given.standard, given.headers, HERE / "catch_expectations.cpp", folder)
    wrong = [f"{test}: ours {one.get(test)}, GoogleTest {two.get(test)}" for test in sorted({*one, *two}) if one.get(test) != two.get(test)]
    wrong += [test for test, passed in cases.items() if passed == ("fails: " in test)]
    print("\n".join([*wrong, f"{len(one)} tests of GoogleTest, {len(cases)} of Catch2: {len(wrong)} wrong"]))
    sys.exit(1 if wrong or not one or not cases else 0)


if __name__ == "__main__":
    main()
