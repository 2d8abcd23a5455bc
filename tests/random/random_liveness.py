"""Small random Promela models for comparing verdicts about cycles: a few processes that loop, wait, talk and end, with
accept and progress labels, and a formula over their variables. Nothing in them can fail but what is asked about."""
import random

VARIABLES = ["a", "b", "c"]


class Maker:
    def __init__(self, seed):
        self.coin = random.Random(seed)
        self.labels = 0
        self.rendezvous = self.coin.random() < 0.4
        self.buffer = self.coin.randint(1, 2)
        self.local = False

    def pick(self, *options):
        return self.coin.choice(options)

    def variable(self):
        if self.local and self.coin.random() < 0.4:
            return "x"
        return self.coin.choice(VARIABLES)

    def value(self):
        return self.pick("0", "1", "2", self.variable(), f"({self.variable()} + 1) % 3")

    def condition(self):
        kind = self.coin.randrange(6)
        if kind == 0:
            return self.pick("nempty(q)", "nfull(q)", "len(q) > 0", "q?[1]")
        if kind == 1:
            return f"{self.variable()} == {self.variable()}"
        return f"{self.variable()} {self.pick('==', '!=', '<')} {self.coin.randint(0, 2)}"

    def effect(self):
        kind = self.coin.randrange(10)
        if kind < 5:
            return f"{self.variable()} = {self.value()}"
        if kind < 7:
            return self.pick("q!1", "q!0", "q?_", "q?1", f"q?{self.variable()}")
        if kind == 7 and self.rendezvous:
            return self.pick("r!1", "r!0", "r?_", f"r?{self.variable()}")
        if kind == 8:
            return f"atomic {{ {self.condition()}; {self.variable()} = {self.value()}; {self.variable()} = {self.value()} }}"
        if kind == 9:
            return f"d_step {{ {self.variable()} = {self.value()}; {self.variable()} = {self.value()} }}"
        return self.condition()

    def labelled(self, text):
        if self.coin.random() > 0.15 or text.startswith("d_step"):
            return text
        self.labels += 1
        return f"{self.pick('accept', 'progress', 'progress')}_{self.labels}: {text}"

    def option(self, last):
        steps = [self.pick(self.condition(), self.condition(), self.effect())]
        steps += [self.labelled(self.effect()) for _ in range(self.coin.randint(0, 2))]
        if last:
            steps.append("break")
        return ":: " + "; ".join(steps)

    def process(self, number):
        self.local = self.coin.random() < 0.5
        copies = self.pick("active", "active", "active [2]")
        body = ["byte x;"] if self.local else []
        body += [self.labelled(self.effect()) + ";" for _ in range(self.coin.randint(0, 2))]
        options = [self.option(False) for _ in range(self.coin.randint(1, 3))]
        if self.coin.random() < 0.4:
            options.append(self.option(True))
        loop = "do " + " ".join(options) + " od"
        self.labels += 1
        if self.coin.random() < 0.3:
            loop = f"{self.pick('end', 'accept', 'progress')}_{self.labels}: {loop}"
        body.append(loop)
        return f"{copies} proctype P{number}() {{\n  " + "\n  ".join(body) + "\n}"

    def proposition(self):
        return self.pick("(a == 0)", "(b == 1)", "(c != 2)", "(a < b)", "(len(q) == 0)", "(c == 1)", "(a == 2)")

    def formula(self, depth):
        if depth == 0:
            return self.proposition()
        kind = self.coin.randrange(10)
        if kind < 5:
            return f"{self.pick('[]', '<>', '!', '[]<>', '<>[]')} ({self.formula(depth - 1)})"
        return f"({self.formula(depth - 1)}) {self.pick('&&', '||', '->', 'U', 'U', 'V')} ({self.formula(depth - 1)})"

    def model(self):
        text = [f"byte a, b = {self.coin.randint(0, 2)}, c;", f"chan q = [{self.buffer}] of {{ byte }};"]
        if self.rendezvous:
            text.append("chan r = [0] of { byte };")
        text += [self.process(number) for number in range(self.coin.randint(2, 3))]
        return "\n".join(text) + "\n"


def generate(seed):
    """A model and a formula about it."""
    maker = Maker(seed)
    return maker.model(), maker.formula(maker.coin.randint(1, 3))
