#!/usr/bin/env python3
"""Which names the models of C++'s library define: each file of src/llvm/library/*.cpp lists them behind "Provides also:".

    tools/model_names.py            writes the lists
    tools/model_names.py --check    fails if a list is not what the file defines
"""
import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "src/llvm/library"
MARK = "   Provides also: "
START = "/* What this file defines, by tools/model_names.py:\n"


def defined(file, compiler):
    """Strong definitions; what other files define as well is left out."""
    ir = subprocess.run(
        [compiler, "-S", "-emit-llvm", "-x", "c++", "-std=c++20", "-w", "-I.", "-include", "include/waymark/prelude.h",
         "-O1", "-Xclang", "-disable-llvm-passes", "-o", "-", file.name],
        cwd=FOLDER, check=True, capture_output=True, text=True).stdout
    names = set()
    for line in ir.splitlines():
        found = re.match(r'(?:define|@)(.*)', line)
        if not found:
            continue
        head = line.split("{")[0]
        is_function = line.startswith("define")
        if not is_function and " alias " not in line and not re.match(r"@\S+ = .*\b(global|constant)\b", line):
            continue
        words = head.split("@")[0] if is_function else line.split(" = ", 1)[1]
        local = words.split("(")[0] if is_function else words
        if re.search(r"\b(internal|private|linkonce_odr|linkonce|available_externally|external|extern_weak)\b", local):
            continue
        name = re.search(r'@("?)([\w.$]+)\1', line).group(2)
        if "waymark" not in name and not name.startswith(("llvm.", "_ZTS", "__clang")):
            names.add(name)
    return sorted(names)


def rewritten(text, names):
    if text.startswith(START):
        text = text[text.index("*/\n") + 3:]
    return START + "".join(f"{MARK}{name}\n" for name in names) + "*/\n" + text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--compiler", default="clang")
    arguments = parser.parse_args()
    bad = 0
    owner = {}
    for file in sorted(FOLDER.glob("*.cpp")):
        names = defined(file, arguments.compiler)
        for name in names:
            if name in owner:
                print(f"{file.name}: {name} is defined in {owner[name]}, too")
                bad += 1
            owner[name] = file.name
        text = file.read_text()
        wanted = rewritten(text, names)
        if text == wanted:
            continue
        if arguments.check:
            print(f"{file.relative_to(ROOT)}: the list of names is not what it defines: run tools/model_names.py")
            bad += 1
        else:
            file.write_text(wanted)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
