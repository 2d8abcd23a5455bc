#!/usr/bin/env python3
"""Sees to it that no public hash stands between a state and its fingerprint.

check_hashes.py [--root DIR]. A certifier's fingerprints are worth something because nobody knew the key when the program was
written. A hash without a key that enters them is worth nothing: whoever writes the program looks for two names or values that
meet in it. So every hash function that the models (model/, promela/, java/) use stands in the table below with the
reason why it may: it is keyed, or what it finds is compared afterwards, or it says nothing about which state this is. What is
not in the table, and what is and does not occur any more, is an error.
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["model", "promela", "java"]

# Functions that hash, multiplications that are meant to mix, and what java/ calls labels: public hashes of names.
HASH = re.compile(r"\b(?:XXH\w+|std::hash|mix_\w+|mix|stir|spread|text_label|crypto_\w+|siphash)(?=\s*[(<])"
                  r"|(?:\*|\*=)\s*0x[0-9A-Fa-f]{8,}")
LABEL = re.compile(r"\b(?:label|site_label|identity_of)\b")
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', re.S)

KEYED = "the key's own hash, which is secret in a certifier; the quick one is for searches, which prove nothing"
TABLE = "finds an entry of a table, whose key is then compared"
LABELS = "makes labels, which order names and are seen by programs; equal ones are ordered by the names"
ORDER = "an order; equal labels are ordered by the names"
CONTACT = "tells what a result mentions from what it mentioned before; no state has it"
SHUFFLE = "an order of transitions; which ones there are does not depend on it"
ASPECT = "says which rank of a cluster owns a state; no fingerprint is made of it"
VALUE = "a number that the program itself sees, and part of a state as such"

PERMITTED = {
    "model/fingerprint.cpp": {"XXH": KEYED, "crypto_shorthash_siphashx24": KEYED, "siphash": KEYED, "*": KEYED},
    "model/coverage.cpp": {"crypto_generichash_blake2b": "draws a sample that everybody must draw alike; no fingerprint is made of it"},
    "model/flat_state.hpp": {"*": TABLE},
    "model/path.cpp": {"mix": SHUFFLE, "spread": SHUFFLE},
    "model/reordered.cpp": {"mix": SHUFFLE, "mix_pair": SHUFFLE},
    "promela/step_cache.cpp": {"stir": TABLE},
    "promela/state.cpp": {"mix": ASPECT, "mix_words": ASPECT},
    "promela/reduce/decisions.cpp": {"stir": TABLE},
    "promela/reduce/reduction.cpp": {"mix_words": TABLE},
    "promela/symmetry/canonical.cpp": {"*": "sorts instances; whichever comes first, the state that stands for others is one of its group"},
    "java/partition_hash.cpp": {"XXH": ASPECT, "mix": ASPECT, "mix_counter": ASPECT, "mix_pair": ASPECT, "mix_text": ASPECT},
    "java/link/klass.hpp": {"text_label": LABELS, "label": LABELS},
    "java/link/loader.cpp": {"XXH": LABELS, "text_label": LABELS, "label": LABELS},
    "java/memory/names.hpp": {"mix_labels": LABELS + "; and " + TABLE, "*": LABELS, "label": LABELS, "site_label": LABELS},
    "java/memory/names.cpp": {"mix_labels": LABELS, "text_label": LABELS, "label": LABELS, "site_label": LABELS},
    "java/memory/canonical.cpp": {"mix_labels": ORDER, "label": ORDER},
    "java/contacts.cpp": {"mix_labels": CONTACT, "*": CONTACT, "label": CONTACT, "site_label": CONTACT},
    "java/memory/heap.hpp": {"site_label": "names a variable for reduction, see below", "label": CONTACT},
    "java/memory/undo_log.hpp": {"identity_of": VALUE},
    "java/memory/undo_log.cpp": {"label": VALUE, "identity_of": VALUE},
    "java/machine/exceptions.cpp": {"text_label": LABELS, "label": LABELS},
    "java/machine/reduction.hpp": {"label": "names a variable: arrays that share one share what is presumed of them"},
    "java/machine/reduction.cpp": {"label": "the same", "site_label": "the same"},
    "java/machine/call_sites.cpp": {"label": "of a switch"},
    "java/natives/language.cpp": {"identity_of": VALUE},
    "java/natives/library.cpp": {"*": VALUE},
    "java/natives/var_handle.cpp": {"text_label": LABELS, "label": LABELS},
}


def blank(match):
    """Comments and texts away, lines kept."""
    return "\n" * match.group().count("\n")


def token(found):
    """The table's word for what was found."""
    if found.startswith("*"):
        return "*"
    return "XXH" if found.startswith("XXH") else found


def occurrences(path, text):
    """(line, token) for each hash in a file's text."""
    code = COMMENT.sub(blank, text)
    patterns = [HASH, LABEL] if path.startswith("java/") else [HASH]
    found = [(code.count("\n", 0, match.start()) + 1, token(match.group())) for pattern in patterns for match in pattern.finditer(code)]
    return sorted(found)


def check(files, permitted):
    """Complaints about files, path -> text."""
    complaints = []
    unused = {(path, word) for path, words in permitted.items() for word in words}
    for path, text in sorted(files.items()):
        for line, word in occurrences(path, text):
            if word in permitted.get(path, {}):
                unused.discard((path, word))
            else:
                complaints.append(f"src/{path}:{line}: '{word}' is a hash without a key; if no fingerprint depends on it, "
                                  "say why in tools/check_hashes.py")
    complaints += [f"tools/check_hashes.py: '{word}' is permitted in src/{path}, where it does not occur" for path, word in sorted(unused)]
    return complaints


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--root", type=pathlib.Path, default=ROOT)
    source = options.parse_args().root / "src"
    files = {str(path.relative_to(source)): path.read_text() for folder in FOLDERS for path in sorted((source / folder).rglob("*.[ch]pp"))}
    complaints = check(files, PERMITTED)
    for complaint in complaints:
        print(complaint)
    print(f"{len(files)} files, {len(complaints)} complaints")
    return 1 if complaints or not files else 0


if __name__ == "__main__":
    sys.exit(main())
