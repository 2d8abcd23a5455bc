"""The programs whose searches are measured, language by language: small ones, of which instructions are counted, and larger ones
of the same, which take processor time. All hold."""
import sys
from dataclasses import dataclass

from . import ROOT, java, waymark

LANGUAGES = ("promela", "java", "c", "cpp")
BENCH = ROOT / "bench" / "models"
PROMELA = [  # model, small; larger ones are as they are
    ("philosophers_mixed", "N=6"), ("peterson_filter", "N=3"), ("resource_manager", "CLIENTS=3"),
]
LARGER = ["bakery", "board_puzzle", "cache_directory", "elevator", "file_transfer", "leader", "peterson_filter", "philosophers_mixed",
          "pipeline", "resource_manager", "ricart_agrawala", "sliding_window", "store_buffers"]
JAVA = [  # main class, small, larger
    ("DiningPhilosophers", "4", "6"), ("Pipeline", "2 2", "3 2"), ("BoundedBuffer", "2 2 2", "3 2 2"), ("Elevator", "1 2 2", "1 3 3"),
    ("WordCount", "", ""),
]
C = [  # of bench/models/native, small, larger
    ("philosophers.c", "N=4 ROUNDS=2", "N=6 ROUNDS=2"), ("buffer.c", "N=3 ROUNDS=1", "N=3 ROUNDS=2"), ("readers.c", "READERS=5", "READERS=7"),
    ("tickets.c", "N=4 ROUNDS=1", "N=5 ROUNDS=2"), ("stack.c", "N=3", "N=4"),
]
CPP = [("accounts.cpp", "N=4", "N=5"), ("pool.cpp", "JOBS=3", "N=3 JOBS=3"), ("settings.cpp", "N=1 ROUNDS=3", "N=2")]


@dataclass
class Program:
    name: str
    language: str
    words: list


def promela(name, sizes=""):
    return Program(f"{name} {sizes}".strip(), "promela", [*waymark.defines(sizes.split()), BENCH / f"{name}.pml"])


def native(language, name, sizes):
    standard = ["-std=c++17"] if language == "cpp" else []
    return Program(f"{name} {sizes}".strip(), language, [*standard, *waymark.defines(sizes.split()), BENCH / "native" / name])


def programs(languages, large, home, library):
    """Those of the languages; classes of Java are made in `home`, with the library's jar on their class path."""
    unknown = set(languages) - set(LANGUAGES)
    if unknown:
        sys.exit(f"{sys.argv[0]}: no language {', '.join(sorted(unknown))}; there are {', '.join(LANGUAGES)}")
    found = []
    if "promela" in languages:
        found += [promela(name) for name in LARGER] if large else [promela(*one) for one in PROMELA]
    if "java" in languages:
        java.require()
        classes = java.examples(home / "java", library, [name for name, *_ in JAVA])
        for name, *sizes in JAVA:
            words = [name, *sizes[large].split()]
            found.append(Program(" ".join(words), "java", ["--classpath", classes, *words]))
    for language, those in (("c", C), ("cpp", CPP)):
        if language in languages:
            found += [native(language, name, sizes[large]) for name, *sizes in those]
    return found

