#!/usr/bin/env python3
"""Which names the models of C++'s library define: each file of src/llvm/library/*.cpp lists them behind "Provides also:",
and behind "Needs:" the others of these files that define what it names.

    tools/model_names.py            writes the lists, and the table of docs/use/cpp.md
    tools/model_names.py --check    fails if one is not what the files define
"""
import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "src/llvm/library"
PAGE = ROOT / "docs/use/cpp.md"
MARK = "   Provides also: "
NEEDS = "   Needs: "
START = "// clang-format off\n/* What this file defines, by tools/model_names.py:\n"
END = "*/\n// clang-format on\n"


def named(file, compiler):
    """Strong definitions, and names whose definitions are elsewhere."""
    standard = "-std=c++20" if "Compiled alone" in file.read_text() else "-std=c++17"
    ir = subprocess.run(
        [compiler, "-S", "-emit-llvm", "-x", "c++", standard, "-w", "-I.", "-include", "include/waymark/prelude.h",
         "-O1", "-Xclang", "-disable-llvm-passes", "-o", "-", file.name],
        cwd=FOLDER, check=True, capture_output=True, text=True).stdout
    names, wanted = set(), set()
    for line in ir.splitlines():
        found = re.match(r'(declare|define|@)(.*)', line)
        if not found:
            continue
        if found[1] == "declare" or re.search(r"^(define|@[^=]* =) (available_externally|external) ", line):
            wanted.add(re.search(r'@("?)([\w.$]+)\1', line).group(2))
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
    return sorted(names), wanted


def rewritten(text, names, needs):
    if text.startswith(START):
        text = text[text.index(END) + len(END):]
    files = f"{NEEDS}{' '.join(needs)}\n" if needs else ""
    return START + "".join(f"{MARK}{name}\n" for name in names) + files + END + text


def condensed(names):
    """Classes with their functions, and functions, as the source has them."""
    text = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True).stdout
    classes = {}
    for line in text.splitlines():
        if line.startswith(("vtable for", "typeinfo", "VTT for", "construction vtable", "guard variable", "non-virtual")):
            continue
        line = re.sub(r"^virtual thunk to ", "", line)
        line = re.sub(r"\[abi:cxx11\]|std::__cxx11::|std::_V2::", lambda m: "std::" if m[0].endswith("::") else "", line)
        plain = re.sub(r"\bstd::char_traits<char>|std::allocator<char>|, >|<char, >", "", line)
        while re.search(r"<[^<>]*>", plain):
            plain = re.sub(r"<[^<>]*>", "", plain)
        plain = plain.split("(")[0].split(" ")[-1] if "operator" not in plain else re.sub(r"\(.*", "", plain).split("& ")[-1]
        owner, _, name = plain.rpartition("::")
        if name.startswith("~") or name == owner.rpartition("::")[2]:
            name = ""
        classes.setdefault(owner, set()).add(name)
    parts = []
    for owner, functions in sorted(classes.items()):
        functions.discard("")
        shown = ", ".join(sorted(functions))
        is_space = owner in ("", "std", "std::__detail", "std::chrono", "std::this_thread")
        parts.append((f"{owner}::" if owner and is_space else f"{owner}: " if owner and shown else owner) + shown)
    return "; ".join(f"`{part.strip()}`" for part in parts if part.strip())


def with_table(page, owners):
    begin, end = "<!-- by tools/model_names.py -->\n", "<!-- end -->\n"
    rows = [f"| `{file}` | {condensed(names)} |\n" for file, names in sorted(owners.items())]
    before, rest = page.split(begin)
    return before + begin + "\n| model | provides |\n| --- | --- |\n" + "".join(rows) + "\n" + end + rest.split(end)[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--compiler", default="clang")
    arguments = parser.parse_args()
    bad = 0
    owner, owners, wanted = {}, {}, {}
    for file in sorted(FOLDER.glob("*.cpp")):
        names, wanted[file] = named(file, arguments.compiler)
        for name in names:
            if name in owner:
                print(f"{file.name}: {name} is defined in {owner[name]}, too")
                bad += 1
            owner[name] = file.name
        owners[file.name] = names
    for file, names in wanted.items():
        text = file.read_text()
        made = rewritten(text, owners[file.name], sorted({owner[name] for name in names if name in owner} - {file.name}))
        if text == made:
            continue
        if arguments.check:
            print(f"{file.relative_to(ROOT)}: the list of names is not what it defines and needs: run tools/model_names.py")
            bad += 1
        else:
            file.write_text(made)
    page = PAGE.read_text()
    if page != with_table(page, owners):
        if arguments.check:
            print(f"{PAGE.relative_to(ROOT)}: the table of models is not what they define: run tools/model_names.py")
            bad += 1
        else:
            PAGE.write_text(with_table(page, owners))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
