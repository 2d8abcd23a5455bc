#!/usr/bin/env python3
"""Runs clang-tidy over src/: check_tidy.py BUILD_DIR, two files at a time.

A file that was clean is not looked at again until it, a header of ours that it includes, its compile command or
.clang-tidy changes; BUILD_DIR/tidy holds one empty file per clean result, named by the hash of all that.
"""
import concurrent.futures
import hashlib
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def closure(source):
    """The file and all headers of src/ it reaches, in a fixed order."""
    reached, waiting = {source}, [source]
    while waiting:
        for name in INCLUDE.findall(waiting.pop().read_bytes()):
            header = ROOT / "src" / name.decode()
            if header.is_file() and header not in reached:
                reached.add(header)
                waiting.append(header)
    return sorted(reached)


def fingerprint(source, command):
    digest = hashlib.sha256(command.encode())
    for path in [ROOT / ".clang-tidy", *closure(source)]:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT)} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def check(entry, build, clean):
    source = pathlib.Path(entry["file"])
    stamp = clean / fingerprint(source, entry["command"])
    if stamp.exists():
        return True
    done = subprocess.run(["clang-tidy", "--quiet", "-p", str(build), str(source)], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode == 0:
        stamp.touch()
        return True
    print(done.stdout.replace(f"{ROOT}/", ""), end="", flush=True)
    if not done.stdout:
        print(done.stderr, end="", flush=True)
    return False


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    clean = build / "tidy"
    clean.mkdir(exist_ok=True)
    commands = json.loads((build / "compile_commands.json").read_text())
    entries = [entry for entry in commands if pathlib.Path(entry["file"]).is_relative_to(ROOT / "src")]
    if not entries:
        sys.exit(f"check_tidy: no file of src/ in {build}/compile_commands.json")
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        results = list(pool.map(lambda entry: check(entry, build, clean), entries))
    print(f"check_tidy: {len(results)} files, {results.count(False)} with findings")
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
