"""The programs of this repository that comparisons check, language by language, at sizes that take seconds: promela, java, c and
cpp as compiled, and models that are extracted from C."""
import json
import sys
from dataclasses import dataclass, field

from . import ROOT, extraction, java, native, waymark

sys.path.append(str(ROOT / "tests" / "programs"))
import case as case_of  # noqa: E402
import header  # noqa: E402

LANGUAGES = ("promela", "java", "c", "cpp", "extracted")
SIZES = [  # of the models in bench/models
    ("bakery", "N=2"), ("board_puzzle", ""), ("cache_directory", ""), ("counters", "MOST=20"), ("elevator", "F=2"),
    ("file_transfer", ""), ("handshake", "MOST=20"), ("leader", "N=5"), ("pegs", "BOARD=32639"), ("peterson_filter", "N=3"),
    ("philosophers_mixed", "N=6"), ("pipeline", "LAST=2"), ("resource_manager", "CLIENTS=3"), ("ricart_agrawala", "N=2"),
    ("semaphore_ring", "PERMITS=10"), ("sliding_window", "W=1"), ("store_buffers", "DEPTH=1"), ("token", "MOST=10"),
    ("thesis/bounded_buffer", "ROUNDS=1 PRODUCERS=2 CONSUMERS=2"), ("thesis/elevator", "ROUNDS=1 FLOORS=2 PEOPLE=2"),
    ("thesis/ksu_pipeline", "STAGES=3 ITEMS=1"), ("thesis/nested_monitor", "ROUNDS=1 PRODUCERS=2 CONSUMERS=1"),
    ("thesis/philosophers", "ROUNDS=1 N=5"), ("thesis/pipeline", "STAGES=3 ITEMS=1"),
    ("thesis/replicated_workers", "WORKERS=2 ITEMS=1"), ("thesis/rwvsn", "ROUNDS=1 READERS=2 WRITERS=2"),
    ("thesis/sleeping_barber", "ROUNDS=1 CUSTOMERS=3"),
    ("protocols/bathroom", ""), ("protocols/chang_roberts", ""), ("protocols/dijkstra_scholten", ""),
    ("protocols/dijkstra_token", ""), ("protocols/go_back_n", ""), ("protocols/gossip", ""), ("protocols/itai_rodeh", ""),
    ("protocols/lamport_mutex", ""), ("protocols/mcs_lock", ""), ("protocols/mesi", ""), ("protocols/paxos", ""),
    ("protocols/raymond_tree", ""), ("protocols/savages", ""), ("protocols/smokers", ""), ("protocols/snapshot", ""),
    ("protocols/stop_and_wait", ""), ("protocols/suzuki_kasami", ""), ("protocols/two_phase_commit", ""),
    ("protocols/woo_lam", ""), ("protocols/work_pool", ""),
    ("slice/accounts", ""), ("slice/alternating_bit", ""), ("slice/checksum", ""), ("slice/clock", ""), ("slice/log", ""),
    ("slice/payload", ""), ("slice/retries", ""), ("slice/sensors", ""), ("slice/statistics", ""), ("slice/words", ""),
    ("kinds/goto_chain", ""), ("kinds/kernel", "TASKS=2"), ("kinds/mobile", ""), ("kinds/sessions", ""), ("kinds/traced", ""),
    ("large/counters", "N=6"), ("symmetry/clients", "N=4"), ("symmetry/counters", "N=5"),
    ("symmetry/lock", ""), ("less/budget", ""), ("less/lease", ""), ("less/meter", ""), ("less/window", ""),
    ("aside/chang_roberts", "N=4"), ("aside/lamport_fast", "N=3"), ("aside/mesh_routing", ""), ("aside/paxos", ""),
    ("aside/ring_buffer", "SIZE=2"), ("aside/snooping", "N=2"), ("aside/szymanski", ""), ("aside/two_phase", "N=3"),
]
MOST_STATES = "1500000"  # where a model of bench/ has more, a search stops there
MODELS = ROOT / "bench" / "models"
EXAMPLES = ["examples/promela", "tests/promela/corpus", "tests/promela/liveness", "tests/promela/claims"]
COMPILED = {"c": ["tests/llvm/programs"],
            "cpp": ["tests/llvm/cpp/own", "tests/llvm/cpp/programs", "tests/llvm/cpp/aside"]}
TEXTS = ["tests/c/corpus", "tests/c/conformance"]  # of which models are extracted
MODEL = "model.pml"  # what such a model is called
LESS = [  # of bench/models/less: what is left out of a program, or kept of a variable
    ("heater", "--slice", "--abstract", "temperature:<180,>220,>=300"), ("log", "--slice"), ("orders", "--slice"),
    ("retry", "--slice"), ("statistics", "--slice"), ("tank", "--abstract", "level:<=100,>=900,<100,>900,==101,==899"),
]
# What the first line of a program says as the runner of tests/llvm has it, and as the command line has it.
RUNNERS = {"--races": ["--property", "race"], "--leaks": ["--property", "leak"], "--reuse": ["--tune", "reuse"]}
# Options that only commands with a question take.
ASKING = {"--property", "--invariant"}
# Options in headers of programs: those that only check takes, and those that ask something.
SEARCHING, QUESTIONS = {"--por", "--errors", "--states"}, {"--property", "--invariant", "--ltl", "--fair"}


@dataclass
class Subject:
    name: str
    words: list  # the program and what belongs to it, for every command
    how: list = field(default_factory=list)  # further options, for check
    language: str = "promela"
    asked: list = field(default_factory=list)  # for check and certify
    extract: list = field(default_factory=list)  # files and options of which the program, MODEL, is extracted before


def models(folder, pattern="*.pml"):
    """The programs of a folder; one that has none ends the program."""
    found = sorted((ROOT / folder).glob(pattern))
    if not found:
        sys.exit(f"{sys.argv[0]}: no {pattern} in {folder}")
    return found


def promela():
    for name, sizes in SIZES:
        yield Subject(f"{name} {sizes}".strip(), [*waymark.defines(sizes.split()), MODELS / f"{name}.pml"], ["--states", MOST_STATES])
    there = {path.relative_to(MODELS).with_suffix("").as_posix() for path in MODELS.rglob("*.pml")}
    missing = there - {name for name, _ in SIZES}
    if missing:
        sys.exit(f"{sys.argv[0]}: no size for {', '.join(sorted(missing))}")
    for folder in EXAMPLES:
        for path in models(folder):
            yield Subject(str(path.relative_to(ROOT)), [path])
    yield from with_header("promela")


def with_header(language):
    """The programs of tests/programs, each of which says itself with which options it is checked."""
    for path in models(f"tests/programs/{language}", f"*{header.LANGUAGES[language]}"):
        program = header.read(path)
        how, asked, common = (case_of.kept(program.options, kept) for kept in (
            SEARCHING.__contains__, QUESTIONS.__contains__, lambda name: name not in SEARCHING | QUESTIONS))
        words = [*common, path, *program.more, *(["--", *program.arguments] if program.arguments else [])]
        yield Subject(str(path.relative_to(ROOT)), words, how, language, asked)


def java_examples(classes):
    for program in json.loads((java.EXAMPLES / "expected.json").read_text()):
        words = [program["main"], *program["args"]]
        asked = [f"--invariant={it}" for it in program.get("invariants", [])]
        yield Subject(" ".join(words), ["--classpath", classes, *words], program.get("options", []), "java", asked)


def told_apart(words):
    """Options of a program's first line: those that every command takes, and those that ask something."""
    words = [new for word in words for new in RUNNERS.get(word, [word])]
    common, asked = [], []
    while words:
        taken = 2 if words[0] in ASKING else 1
        (asked if taken == 2 else common).extend(words[:taken])
        del words[:taken]
    return common, asked


def c_like(path, language):
    _, words, behind = native.asked(path)
    common, asked = told_apart(words)
    return Subject(str(path.relative_to(ROOT)), [path, *common, *behind], [], language, asked)


def compiled(language):
    """C or C++ programs, as clang compiles them; the first line of each has its options."""
    for folder in COMPILED[language]:
        for path in models(folder, f"*.{language}"):
            yield c_like(path, language)
    yield from with_header(language)


def extracted():
    for folder in TEXTS:
        for path in models(folder, "*.c"):
            _, words, _ = native.asked(path)
            own, others = extraction.told_apart(words)
            yield Subject(str(path.relative_to(ROOT)), [MODEL], [], "extracted", others, [path, *own])
    for name, *asked in LESS:
        yield Subject(f"bench/models/less/{name}.c", [MODEL], [], "extracted", asked, [MODELS / "less" / f"{name}.c"])
    abp = ROOT / "examples" / "c" / "abp"
    yield Subject("examples/c/abp.c", [MODEL], [], "extracted", [], [abp.with_suffix(".c"), "--table", abp.with_suffix(".lut")])


def of(language, classes):
    """The subjects of a language; `classes` are those of the Java examples, or nothing if Java is not wanted."""
    if language == "promela":
        return list(promela())
    if language == "java":
        return list(java_examples(classes))
    return list(extracted() if language == "extracted" else compiled(language))
