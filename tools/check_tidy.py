#!/usr/bin/env python3
"""Runs clang-tidy over src/: check_tidy.py BUILD_DIR, two batches at a time.

A file that was clean is not looked at again until it, a header of ours that it includes, its compile command or
.clang-tidy changes; BUILD_DIR/tidy holds one empty file per clean result, named by the hash of all that.

What is to be looked at goes in batches of one folder's files, included in one text: most of clang-tidy's time goes into
the headers, which are then read once for a batch. (The fuzz preset compiles
the same way, so the files can stand each other.)
"""
import concurrent.futures
import hashlib
import json
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
BATCH = 10


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


def check(batch, number, build, clean):
    """Whether a batch of (entry, stamp) is clean."""
    sources = [pathlib.Path(entry["file"]) for entry, _ in batch]
    together = clean / f"batch{number}.cpp"
    together.write_text("".join(f'#include "{source}"\n' for source in sources))
    words = shlex.split(batch[0][0]["command"])
    flags = [word for word in words[1:] if word.startswith(("-D", "-I", "-isystem", "-std", "-W", "/"))
             and word != batch[0][0]["file"]]
    done = subprocess.run(["clang-tidy", "--quiet", "--checks=-bugprone-suspicious-include", str(together), "--", *flags],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode == 0:
        for _, stamp in batch:
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
    folders = {}
    for entry in entries:
        stamp = clean / fingerprint(pathlib.Path(entry["file"]), entry["command"])
        if not stamp.exists():
            folders.setdefault(pathlib.Path(entry["file"]).parent, []).append((entry, stamp))
    batches = [work[at:at + BATCH] for work in folders.values() for at in range(0, len(work), BATCH)]
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        results = list(pool.map(lambda item: check(item[1], item[0], build, clean), enumerate(batches)))
    print(f"check_tidy: {len(entries)} files, {sum(map(len, batches))} of them looked at, "
          f"{results.count(False)} of {len(batches)} batches with findings")
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
