#!/usr/bin/env python3
"""Generates and compiles the litmus programs of tests/java/litmus, and runs them: java_litmus.py --runner BINARY --build DIR [NAME...].

With --random SEED [--count N], random ones instead.
"""
import argparse
import hashlib
import pathlib
import shutil
import subprocess
import sys

LITMUS = pathlib.Path(__file__).resolve().parent.parent / "tests" / "java" / "litmus"


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--runner", required=True)
    options.add_argument("--build", type=pathlib.Path, required=True)
    options.add_argument("--random", metavar="SEED", help="random programs instead of the written ones")
    options.add_argument("--count", type=int, default=40)
    options.add_argument("names", nargs="*")
    args = options.parse_args()
    if not shutil.which("javac"):
        print("SKIPPED: no javac on the PATH; apt install openjdk-17-jdk-headless")
        sys.exit(77)
    sources = [LITMUS / "litmus.py", *sorted((LITMUS / "by_hand").glob("*.java"))]
    which = ["--random", args.random, "--count", str(args.count)] if args.random else []
    digest = hashlib.sha256(b"".join(p.read_bytes() for p in sources) + " ".join(which).encode()).hexdigest()
    stamp = args.build / "stamp"
    if not stamp.exists() or stamp.read_text() != digest:
        shutil.rmtree(args.build, ignore_errors=True)
        subprocess.run([sys.executable, LITMUS / "litmus.py", "--generate", args.build, *which], check=True)
        subprocess.run(["javac", "-d", args.build / "classes", *sorted((args.build / "litmus").glob("*.java"))], check=True)
        stamp.write_text(digest)
    sys.exit(subprocess.run([args.runner, args.build / "classes", args.build / "expected.json", *args.names]).returncode)


if __name__ == "__main__":
    main()
