#!/usr/bin/env python3
"""Runs clang-tidy over src/: check_tidy.py BUILD_DIR, two texts at a time.

A text is all files of one folder: most of the time goes into the headers of the libraries, once for each text. One
that was clean is not looked at again until it, a header of ours that it includes, its flags or .clang-tidy changes;
BUILD_DIR/tidy holds one empty file per clean result, named by the hash of all that.
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
MODELS = "src/llvm/library"  # which the clang of a program's user compiles, without these warnings
INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def included(path):
    """The files of src/ that a file includes."""
    return {file for name in INCLUDE.findall(path.read_bytes())
            if (file := ROOT / "src" / name.decode()).is_file() and file.is_relative_to(ROOT / "src")}


def closure(text):
    """All files of src/ that a text reaches, in a fixed order."""
    reached, waiting = set(), [text]
    while waiting:
        fresh = included(waiting.pop()) - reached
        reached |= fresh
        waiting += fresh
    return sorted(reached)


def texts_of(build):
    """One text for each folder of src/, with the flags of the build, by path: what the build compiles together, joined."""
    folders = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        part = pathlib.Path(entry["file"])
        flags = tuple(word for word in shlex.split(entry["command"])[1:]
                      if word.startswith(("-D", "-I", "-isystem", "-std", "-W", "/")) and word != str(part))
        for file in included(part):
            if file.suffix == ".cpp":
                folders.setdefault((file.parent.relative_to(ROOT / "src"), flags), set()).add(file)
    texts = {}
    for number, ((folder, flags), files) in enumerate(folders.items()):
        text = build / "tidy" / f"{number}_{str(folder).replace('/', '_')}.cpp"
        text.write_text("".join(f'#include "{file}"\n' for file in sorted(files)))
        texts[text] = flags
    return texts


def fingerprint(text, flags):
    digest = hashlib.sha256(repr(flags).encode())
    for path in [ROOT / ".clang-tidy", *closure(text)]:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT)} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def check(text, flags):
    """Whether a text is clean."""
    done = subprocess.run(["clang-tidy", "--quiet", "--checks=-bugprone-suspicious-include", str(text), "--", *flags],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        print(done.stdout.replace(f"{ROOT}/", "") or done.stderr, end="", flush=True)
    return done.returncode == 0


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    stamps = build / "tidy"
    stamps.mkdir(exist_ok=True)
    texts = texts_of(build)
    if not texts:
        sys.exit(f"check_tidy: {build}/compile_commands.json has no text that includes files of src/; "
                 "is it the release build's?")
    stamp = {text: stamps / fingerprint(text, flags) for text, flags in texts.items()}
    work = [text for text in texts if not stamp[text].exists()]
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        results = dict(zip(work, pool.map(lambda text: check(text, texts[text]), work)))
    for text in work:
        if results[text]:
            stamp[text].touch()
    files = {file for text in texts for file in included(text)}
    print(f"check_tidy: {len(files)} files in {len(texts)} texts, {len(work)} of them looked at, "
          f"{list(results.values()).count(False)} with findings")
    missed = set((ROOT / "src").glob("*/**/*.cpp")) - files - set((ROOT / MODELS).glob("*.cpp"))
    if missed:
        sys.exit(f"check_tidy: not in the build: {', '.join(str(file.relative_to(ROOT)) for file in sorted(missed))}")
    sys.exit(0 if all(results.values()) else 1)


if __name__ == "__main__":
    main()
