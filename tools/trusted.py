#!/usr/bin/env python3
"""What one must trust when `waymark certify` says certified: which files, and how many lines.

trusted.py [--check] [ROOT]. The certifier is src/certify with all that it includes, and what checks signatures; the
command is whoever includes these, with the files of src/check that make and judge what a script is about, and src/load,
which makes programs of files. What signs scripts is no part of it: it is their maker's. A header brings in the .cpp beside it
that has its name, or that has no header of its own and includes it. A program's language is trusted room by room: only
the one it is written in. What reduces programs is listed by itself (rooms and files whose name begins with `reduc`): a
script made with --por off does not need it.

Beside it, what one must trust when the verified kernel says certified: the definitions of its Coq files (all but lemmas
and proofs, which Coq checks), the mapping of numbers in Extract.v, and the reader in OCaml. Besides these, Coq with its
extraction, and OCaml. From text to automaton, Promela's front end is trusted by both.

--check: compares the names with the table of docs/trust/soundness.md whose header starts with `| to be trusted`; what differs
is one line each.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
CERTIFIER = ["src/certify/*", "src/script/signature.*"]
COMMAND = ["src/check/certify/certification*", "src/check/certify/script_program.*", "src/check/plan/unproved.*",
           "src/check/plan/team.*"]
SIGNING = ["src/cli/commands/signatures.cpp"]
LOADING = ["src/load/*", "src/options/*"]
LANGUAGES = {"Promela": ["src/promela/**/*"], "C, compiled": ["src/llvm/**/*"],
             "Java": ["src/java/**/*", "src/classpath/*"]}
LIBRARIES = {"C, compiled": "src/llvm/library/**/*.[ch]*", "Java": "src/java/library/**/*.java"}

MOST_DEFINITIONS, MOST_OCAML = 1500, 200  # lines


class Sources:
    def __init__(self, root):
        self.root = root
        self.includes = {}
        self.implementing = {}  # the .cpp files of each folder
        for path in (root / "src").rglob("*"):
            if path.suffix in (".cpp", ".hpp"):
                found = INCLUDE.findall(path.read_text(errors="replace"))
                self.includes[path.relative_to(root)] = {pathlib.Path("src") / name for name in found}
        for path in self.includes:
            if path.suffix == ".cpp":
                self.implementing.setdefault(path.parent, []).append(path)
        there = lambda path, name: name in self.includes or (root / path.parent / name.relative_to("src")).exists()
        self.closed = all(there(path, name) for path, names in self.includes.items() for name in names)

    def matching(self, patterns):
        found = {path.relative_to(self.root) for pattern in patterns for path in self.root.glob(pattern)}
        return found & self.includes.keys()

    def implementation(self, header):
        """The .cpp files that belong to a header."""
        for path in self.implementing.get(header.parent, []):
            own = path.stem == header.stem or path.with_suffix(".hpp") not in self.includes
            if own and header in self.includes[path]:
                yield path

    def closure(self, files):
        seen, todo = set(), list(files)
        while todo:
            path = todo.pop()
            if path in seen or path not in self.includes:
                continue
            seen.add(path)
            todo += self.includes[path]
            if path.suffix == ".hpp":
                todo += self.implementation(path)
        return seen

    def lines(self, files):
        return sum(len((self.root / path).read_text(errors="replace").splitlines()) for path in files)


def name(path):
    return path.with_suffix("").relative_to("src").as_posix()


def room_of(path):
    if path.is_relative_to("src/llvm/library"):
        return "llvm/library/"
    return "java/library/" if path.suffix == ".java" else path.parent.relative_to("src").as_posix() + "/"


def reducer_of(path):
    return room_of(path) if path.parent.name.startswith("reduc") else name(path)


def reduces(path):
    return any(part.startswith("reduc") for part in path.parts[1:])


def grouped(files, key):
    out = {}
    for path in sorted(files):
        out.setdefault(key(path), set()).add(path)
    return out


def parts(sources):
    """[(title, {name: files})], in the order in which they are printed."""
    roots = sources.matching(CERTIFIER)
    certifier = sources.closure(roots)
    command = {path for path, included in sources.includes.items() if path not in certifier and included & roots}
    command = (command | sources.matching(COMMAND)) - sources.matching(SIGNING)
    loading = sources.matching(LOADING)
    out = [("the certifier", grouped(certifier, name)), ("the command", grouped(command - loading, name)),
           ("making programs of files", grouped(loading, room_of))]
    for language, patterns in LANGUAGES.items():
        front_end = sources.closure(sources.matching(patterns)) - certifier
        own = {path for path in front_end if not reduces(path)}
        if language in LIBRARIES:
            own |= {path.relative_to(sources.root) for path in sources.root.glob(LIBRARIES[language])}
        out.append((f"{language}: the program and its steps", grouped(own, room_of)))
        out.append((f"{language}: reduction", grouped(front_end - own, reducer_of)))
    return out


def is_whole(sources, title):
    """Whether all that a part's patterns name is there, and all that is included. If not, fewer lines are no gain: they moved."""
    language = title.rpartition(": ")[0]
    patterns = {"the certifier": CERTIFIER, "the command": COMMAND + SIGNING, "making programs of files": LOADING}.get(title) or \
        LANGUAGES[language] + [LIBRARIES[each] for each in LIBRARIES if each == language]
    return sources.closed and all(any(sources.root.glob(pattern)) for pattern in patterns)


LEMMA = re.compile(r"^\s*(Lemma|Proof)\b")
QED = re.compile(r"\bQed\.$")


def definitions(path):
    """Lines of a Coq file that are neither lemma nor proof."""
    count, inside = 0, False
    for line in path.read_text().splitlines():
        inside = inside or bool(LEMMA.match(line))
        count += not inside
        inside = inside and not QED.search(line)
    return count


def kernel(root):
    """[(title, {name: lines})] of the verified kernel."""
    coq = {f"kernel/{name}.v": definitions(root / "kernel" / f"{name}.v")
           for name in ("Machine", "Checker", "Explorer", "Extract")}
    ocaml = root / "kernel" / "waymark_kernel.ml"
    return [("the verified kernel: definitions in Coq", coq, MOST_DEFINITIONS),
            ("the verified kernel: OCaml", {"kernel/" + ocaml.name: len(ocaml.read_text().splitlines())}, MOST_OCAML)]


def documented(root):
    names, inside = set(), False
    for line in (root / "docs" / "trust" / "soundness.md").read_text().splitlines():
        if line.startswith("| to be trusted"):
            inside = True
        elif inside and line.startswith("|"):
            names |= set(re.findall(r"`([^`]+)`", line.split("|")[1]))
        else:
            inside = False
    return names


def check(root, found):
    told = documented(root)
    for title, lines, most in kernel(root):
        if sum(lines.values()) > most:
            yield f"{title}: {sum(lines.values())} lines, and there should be {most} at most"
    for missing in sorted(found - told):
        yield f"docs/trust/soundness.md: the table of what is to be trusted does not name {missing}"
    for stale in sorted(told - found):
        yield f"docs/trust/soundness.md: the table of what is to be trusted names {stale}, which is no part of it"


def main():
    arguments = [text for text in sys.argv[1:] if text != "--check"]
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parent.parent).resolve()
    sources = Sources(root)
    listed = parts(sources)
    if "--check" in sys.argv:
        faults = list(check(root, {each for _, group in listed for each in group}))
        print("\n".join(faults) or "docs/trust/soundness.md names all that is to be trusted.")
        sys.exit(1 if faults else 0)
    for title, group in listed:
        print(f"{title}: {sources.lines(path for files in group.values() for path in files):,} lines")
        for each, files in sorted(group.items()):
            print(f"  {sources.lines(files):6,}  {each}")
    for title, lines, most in kernel(root):
        print(f"{title}: {sum(lines.values()):,} lines, at most {most:,}")
        for each, number in lines.items():
            print(f"  {number:6,}  {each}")


if __name__ == "__main__":
    main()
