"""Abstractions against whole programs, on random models: what holds of an over-approximation holds, what is called real
is there, what is called exact has the program's own verdict, and a script of the abstraction certifies. How often a
violation was found to be spurious, or real, is told. Every other model is sliced first; what its slice cuts away cannot
be abstracted, and is refused."""
import random

from lib import HANGS, processes, waymark
from lib.comparing import left_out

MOST_STATES = 20000
TYPES = ("byte", "short", "int", "bit", "unsigned")


def add_options(parser):
    parser.set_defaults(random=[1, 200])


def subjects(arguments, where):
    return arguments.seeds


class Model:
    """A model with a few numbers, of which some are abstracted."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.numbers = ["x", "y", "z"]
        self.types = {name: self.random.choice(TYPES) for name in self.numbers}

    def constant(self):
        return str(self.random.choice((0, 1, 2, 3, 5, 7, 100, 254)))

    def value(self, depth=2):
        kind = self.random.randrange(6)
        if depth == 0 or kind == 0:
            return self.constant()
        if kind < 3:
            return self.random.choice(self.numbers)
        if kind == 3:
            return f"({self.value(depth - 1)} & {self.random.choice((1, 3, 7))})"
        return f"({self.value(depth - 1)} {self.random.choice('+-')} {self.value(depth - 1)})"

    def condition(self, depth=1):
        if depth and self.random.randrange(3) == 0:
            return f"({self.condition(0)} {self.random.choice(('&&', '||'))} {self.condition(0)})"
        return f"({self.random.choice(self.numbers)} {self.random.choice(('<', '<=', '==', '!=', '>', '>='))} {self.value(1)})"

    def small(self):
        """Keeps the program's states few."""
        name = self.random.choice(self.numbers)
        return f"{name} = ({self.value()}) & {self.random.choice((1, 3, 7))}"

    def statement(self, depth, inside=False):
        kind = self.random.randrange(12)
        if depth == 0 or kind < 4:
            return self.small()
        if kind == 4:
            return f"assert({self.condition()})" if self.random.randrange(3) else f"assert(!({self.condition()}))"
        if kind == 5 and not inside:
            return self.condition()
        if kind == 6:
            name = self.random.choice(self.numbers)
            return f"{name} = 0; {name}++"
        if kind == 7:
            return f"select ({self.random.choice(self.numbers)} : 0 .. {self.random.choice((1, 2, 4))})"
        if kind == 8:
            return f"{self.random.choice(('atomic', 'd_step'))} {{ {self.small()}; {self.small()} }}"
        options = [f":: {self.condition()} -> {self.statement(depth - 1, inside)}" for _ in range(self.random.choice((1, 2)))]
        if inside or self.random.randrange(3):
            options.append(f":: else -> {self.statement(depth - 1, inside)}")
        return f"if {' '.join(options)} fi"

    def text(self):
        lines = []
        for name, kind in self.types.items():
            width = " : 3" if kind == "unsigned" else ""
            start = f" = {self.random.choice((0, 1))}" if self.random.randrange(2) else ""
            lines.append(f"{kind} {name}{width}{start};")
        for number in range(self.random.choice((1, 2))):
            body = ";\n  ".join(self.statement(2) for _ in range(self.random.choice((2, 3, 4))))
            loop = self.random.randrange(3) == 0
            body = f"do\n  :: {body}\n  :: break\n  od" if loop else body
            lines.append(f"active proctype P{number}() {{\n  {body}\n}}")
        return "\n".join(lines) + "\n"

    def items(self):
        """What is abstracted, as options."""
        words = []
        for name in self.random.sample(self.numbers, self.random.choice((1, 1, 2))):
            parts = self.random.sample(["sign", "parity", "0..2", "<3", ">=5", f"{{{name} == 7}}",
                                        f"{{{name} < {self.random.choice([other for other in self.numbers if other != name])}}}"], self.random.choice((1, 2)))
            words += ["--abstract", f"{name}:{','.join(parts)}"]
        return words

    def questions(self):
        yield ["--property", self.random.choice(("assertion", "deadlock", "assertion,deadlock"))]
        yield ["--property", "none", "--invariant", self.condition()]
        yield ["--property", "none", "--ltl", self.random.choice(("<> p", "[] p", "[] <> p", "<> [] p", "[] (p -> <> q)"))
               .replace("p", self.condition(0), 1).replace("q", self.condition(0))]


def compare(seed, arguments, folder):
    found = left_out(asked=3)
    found.differences += differences(seed, arguments, folder, found.figures)
    found.compared = sum(number for name, number in found.figures.items() if ":" in name)
    return found


def differences(seed, arguments, folder, tallies):
    model = Model(seed)
    path = folder / f"m{seed}.pml"
    path.write_text(model.text())
    items = model.items()
    for question in model.questions():
        common = [*question, "--memory", "200M", "--time", "20", str(path)]
        whole = waymark.ask(arguments.waymark, "check", *common, limit=HANGS)
        if whole.verdict not in ("holds", "violation") or whole.said.get("reason") == "time" or \
                whole.said.get("states", 0) > MOST_STATES:
            tallies["left out"] += 1
            continue
        script = path.with_suffix(".way")
        script.unlink(missing_ok=True)
        refined = ["--refine", "2"] if seed % 3 == 0 else []
        sliced = ["--slice"] if seed % 2 == 0 else []
        words = [*sliced, *items, *refined, *common]
        try:
            made = waymark.ask(arguments.waymark, "check", *words, "--script", str(script), limit=HANGS)
        except processes.TookTooLong:
            yield f"{' '.join(words)}: does not end"
            continue
        told = made.said.get("abstraction") or {}
        if made.verdict is None or not told:
            tallies["refused"] += 1
            if "--abstract" not in made.detail:
                yield f"{' '.join(words)}: {made.detail}"
            continue
        outcome = told["counterexample"] or made.verdict
        tallies[f"{whole.verdict}: {outcome}"] += 1
        fits = {"holds": ("holds", "spurious", "undecided", "incomplete"),
                "violation": ("real", "spurious", "undecided", "incomplete")}[whole.verdict]
        if outcome not in fits:
            yield f"{' '.join(words)}: the program {whole.verdict}, the abstraction {outcome}"
        # Whether an expression that is asked about is true, exact steps need not tell.
        if told["approximation"] == "exact":
            tallies["exact"] += 1
            if outcome == "spurious" and "none" not in question:
                yield f"{' '.join(words)}: exact, and {outcome}"
        if made.verdict == "holds" and not refined and seed % 4 < 2 and script.exists():
            asked = [word for word in question if word != "none"] if "--ltl" not in question else question[2:]
            certified = waymark.ask(arguments.waymark, "certify", *sliced, *items, *(question if "--ltl" not in question else asked),
                                    "--script", str(script), str(path), limit=HANGS)
            tallies["certified"] += certified.verdict == "certified"
            if certified.verdict != "certified":
                yield f"{' '.join(words)}: its script is {certified.verdict}: {certified.detail}"
