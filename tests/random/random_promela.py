#!/usr/bin/env python3
"""Random small Promela models, valid for Spin, for comparing two verifiers.

The same seed gives the same model. What would make Spin's answer inexact or endless is left out by construction:
indices stay in range, divisors are constants, nothing can loop for ever inside an atomic or d_step, no process loops on
skip alone, rendezvous channels are not polled, there is no D_proctype, and processes of other types are not read
through remote references.

  random_promela.py --seed 1 --count 100 --out DIR
"""
import argparse
import random
import re
from pathlib import Path

SCALARS = ["bit", "bool", "byte", "byte", "byte", "short", "int", "pid", "unsigned", "mtype"]
ARRAY = 3
# Message type -> variables that hold it whole: Spin's verifier damages the message when it undoes a truncating receive.
# A bit that is the only field of a message is a whole byte.
WIDE = {"byte": {"byte", "pid", "mtype", "short", "int"}, "short": {"short", "int"}}
WIDE["bit"] = WIDE["mtype"] = WIDE["byte"]


class Generator:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.fresh = 0
        self.kinds = {}
        r = self.rng
        self.fields = r.choice([1, 1, 2])
        self.use_rendezvous = r.random() < 0.5
        self.use_run = r.random() < 0.45
        self.use_priority = not self.use_rendezvous and r.random() < 0.08
        self.use_last = r.random() < 0.08
        self.use_timeout = r.random() < 0.3
        self.use_unless = r.random() < 0.35
        self.use_remote = not self.use_run and r.random() < 0.4
        self.claim = r.random() < 0.1
        if self.claim:  # with a claim, pan's timeout stays true to the end of the atomic sequence that it began
            self.use_timeout = False

    # ------------------------------------------------------------ small helpers

    def chance(self, p):
        return self.rng.random() < p

    def name(self, prefix):
        self.fresh += 1
        return f"{prefix}{self.fresh}"

    def pick(self, *weighted):
        """One of (weight, value) pairs; pairs with weight 0 are never chosen."""
        return self.rng.choices([v for _, v in weighted], [w for w, _ in weighted])[0]

    # ------------------------------------------------------------ declarations

    def declare(self, prefix, init=True):
        """(declaration, readable expression); remembers nothing."""
        kind = self.rng.choice(SCALARS)
        name = self.name(prefix)
        if kind == "unsigned":
            text = f"unsigned {name} : {self.rng.randint(1, 3)}"
        else:
            text = f"{kind} {name}"
        self.kinds[name] = kind
        if init and self.chance(0.3):
            text += f" = {self.rng.choice(['ma', 'mb']) if kind == 'mtype' else self.rng.randrange(3)}"
        return text, name

    def globals(self):
        lines = ["mtype = {ma, mb, mc};"]
        self.global_vars, self.arrays, self.records = [], [], []
        for _ in range(self.rng.randint(2, 4)):
            text, name = self.declare("g")
            lines.append(text + ";")
            self.global_vars.append(name)
        if self.chance(0.5):
            name = self.name("a")
            kind = self.rng.choice(["byte", "short", "bit", "bool"])
            init = self.rng.choice(["", " = 1", " = {2, 1}"])
            lines.append(f"{kind} {name}[{ARRAY}]{init};")
            self.arrays.append(name)
        if self.chance(0.35):
            lines.append(f"typedef Rec {{ byte f; bit b; unsigned u : 2; byte row[{ARRAY}] }};")
            lines.append(f"Rec rec[{ARRAY}]; Rec one;")
            self.records = ["one", "rec"]
        self.types = self.rng.choices(["byte", "byte", "byte", "short", "bit", "mtype"], k=self.fields)
        self.message = "{" + ", ".join(self.types) + "}"
        self.buffered, self.rendezvous, self.channel_arrays = [], [], []
        for _ in range(self.rng.randint(1, 2)):
            name = self.name("q")
            lines.append(f"chan {name} = [{self.rng.randint(1, 2)}] of {self.message};")
            self.buffered.append(name)
        if self.use_rendezvous:
            for _ in range(self.rng.randint(1, 2)):
                name = self.name("r")
                lines.append(f"chan {name} = [0] of {self.message};")
                self.rendezvous.append(name)
        if self.chance(0.25):
            name = self.name("qa")
            size = self.rng.choice([0, 1, 1]) if self.use_rendezvous else 1
            lines.append(f"chan {name}[{ARRAY}] = [{size}] of {self.message};")
            self.channel_arrays.append(name)
        self.inlines = []
        return lines

    def inline(self):
        """Bodies use only globals and the parameter, so they fit anywhere."""
        name = self.name("in")
        self.locals, self.indices, self.chans = [], [], []
        body = [f"x = {self.expr(1)}"]
        if self.chance(0.5):
            temp = self.name("t")
            body = [f"byte {temp} = {self.expr(1)}"] + body + [f"{self.target()} = {temp}"]
        if self.chance(0.4):
            body.append(f"if :: x > 1 -> {self.assign()} :: else fi")
        self.inlines.append(name)
        return f"inline {name}(x) {{ {'; '.join(body)} }}"

    # ------------------------------------------------------------ expressions

    def index(self):
        if self.indices and self.chance(0.3):
            return f"{self.rng.choice(self.indices)} % {ARRAY}"
        if self.chance(0.15):
            return f"_pid % {ARRAY}"
        return str(self.rng.randrange(ARRAY))

    def variables(self):
        names = self.global_vars * 2 + self.locals * 2
        names += [f"{a}[{self.index()}]" for a in self.arrays]
        if self.records:
            names += ["one.f", f"one.row[{self.index()}]", f"rec[{self.index()}].u", f"rec[{self.index()}].b"]
        return names

    def target(self):
        return self.rng.choice(self.variables())

    def leaf(self):
        return self.pick((5, self.target), (4, lambda: str(self.rng.randrange(4))), (0.3, lambda: "-1"),
                         (0.5, lambda: self.rng.choice(["ma", "mb", "mc"])), (0.4, lambda: "_pid"),
                         (0.3 * (not self.claim), lambda: "_nr_pr"), (0.3 * self.use_last, lambda: "_last"),
                         (0.5, lambda: f"len({self.buffer()})"),
                         (0.3, lambda: self.rng.choice(self.indices) if self.indices else "2"))()

    def expr(self, depth):
        if depth == 0 or self.chance(0.35):
            return self.leaf()
        a, b = self.expr(depth - 1), self.expr(depth - 1)
        form = self.pick((3, "({a} + {b}) % 3"), (2, "({a} - {b}) % 4"), (1, "({a} * {b}) % 5"), (1, "({a} & {b})"),
                         (1, "({a} | {b}) % 8"), (0.5, "({a} ^ {b}) % 8"), (0.4, "({a} >> 1)"),
                         (0.3, "(({a} & 3) << 1)"),
                         (0.4, "({a} / 2)"), (0.4, "(~{a} & 3)"), (1, "({a} > {b} -> {b} : {a})"),
                         (0.7, "({a} == {b})"),
                         (0.4, "!{a}"), (0.3, "-({a}) % 3"))
        return form.format(a=a, b=b)

    def condition(self):
        compare = lambda: self.rng.choice(["==", "!=", "!=", "<", "<=", "<=", ">", ">="])
        basic = lambda: f"{self.expr(1)} {compare()} {self.expr(1)}"
        probe = lambda: f"{self.rng.choice(['empty', 'nempty', 'full', 'nfull'])}({self.buffer()})"
        poll = lambda: f"{self.buffer()}{self.rng.choice(['?', '??'])}[{self.receive_fields()}]"
        return self.pick((6, basic), (1, lambda: f"{basic()} && {basic()}"), (1, lambda: f"{basic()} || {basic()}"),
                         (0.7, probe), (0.7, poll), (0.5, lambda: self.target()),
                         (0.8 * bool(self.remotes) * (not self.in_dstep), self.remote))()

    def remote(self):
        """The remote process is active and of that type for life."""
        kind, pid, label, local = self.rng.choice(self.remotes)
        return self.rng.choice([f"{kind}[{pid}]@{label}", f"{kind}[{pid}]:{local} > 0"])

    # ------------------------------------------------------------ channels

    def buffer(self):
        return self.rng.choice(self.buffered)

    def channel(self):
        names = self.buffered + self.rendezvous * 2 + self.chans
        names += [f"{a}[{self.index()}]" for a in self.channel_arrays]
        return self.rng.choice(names)

    def send_fields(self):
        return ", ".join(self.expr(1) for _ in range(self.fields))

    def receive_fields(self):
        """Each name at most once: Spin refuses q?x,x."""
        used, out = set(), []
        for field in self.types:
            kind = self.pick((6, "variable"), (1.5, "constant"), (0.7, "eval"), (1.5, "_"))
            names = [v for v in self.global_vars + self.locals if self.kinds[v] in WIDE[field] and v not in used]
            if kind == "variable" and names:
                out.append(self.rng.choice(names))
                used.add(out[-1])
            elif kind == "constant":
                out.append(str(self.rng.randrange(3)))
            elif kind == "eval":
                out.append(f"eval({self.expr(1)})")
            else:
                out.append("_")
        return ", ".join(out)

    def send(self):
        return f"{self.channel()}{self.pick((4, '!'), (1, '!!'))}{self.send_fields()}"

    def receive(self):
        if self.chance(0.15):
            return f"{self.buffer()}{self.rng.choice(['?', '??'])}<{self.receive_fields()}>"
        return f"{self.channel()}{self.pick((4, '?'), (1, '??'))}{self.receive_fields()}"

    # ------------------------------------------------------------ statements

    def assign(self):
        small = [v for v in self.global_vars + self.locals if self.kinds[v] in ("bit", "bool", "unsigned")]
        if small and self.chance(0.25):  # wrapping round a byte would make every model large
            return self.rng.choice(small) + self.rng.choice(["++", "--"])
        return f"{self.target()} = {self.expr(2)}"

    def simple(self, blocking=True):
        """A basic statement; never skip, so that it may stand alone in a loop."""
        return self.pick((5, self.assign), (1, lambda: f"assert({self.condition()})"), (0.3, lambda: 'printf("p\\n")'),
                         (2.5 * blocking, self.send), (2.5 * blocking, self.receive), (1.5 * blocking, self.condition),
                         (0.7 * blocking * self.use_timeout * (not self.in_dstep), self.at_timeout),
                         (0.5 * self.use_priority * (not self.in_dstep),
                          lambda: f"set_priority(_pid, {self.rng.randint(1, 3)})"))()

    def at_timeout(self):
        return "timeout" if self.chance(0.6) else f"(timeout && {self.expr(1)} != {self.rng.randrange(3)})"

    def sequence(self, statements, separator="; "):
        """Spin refuses a jump to a d_step, so none follows a statement that may end in a jump."""
        out = []
        for text in statements:
            if out and text.startswith("d_step") and out[-1][-2:] in ("od", "fi", " }"):
                out.append(self.assign())
            out.append(text)
        return separator.join(out)

    def block(self, depth, low=1, high=3, **how):
        return self.sequence([self.statement(depth, **how) for _ in range(self.rng.randint(low, high))])

    def option(self, depth, guard=True, **how):
        first = self.simple() if guard else self.assign()
        rest = [self.statement(depth - 1, **how) for _ in range(self.rng.randint(0, 2))] if depth > 0 else []
        return " -> ".join([first, self.sequence(rest)]) if rest else first

    def choice(self, depth, total=False, **how):
        options = [self.option(depth, guard=not self.chance(0.2), **how) for _ in range(self.rng.randint(1, 3))]
        if total or self.chance(0.4):
            options.append("else" + self.rng.choice([" -> skip", "", f" -> {self.assign()}"]))
        if depth > 0 and self.chance(0.15):
            options.append(f"if :: {self.option(0)} :: {self.option(0)} fi; {self.assign()}")
        self.rng.shuffle(options)
        return "if " + " ".join(":: " + o for o in options) + " fi"

    def loop(self, depth, wide=False, **how):
        options = [self.option(depth, **how) for _ in range(self.rng.randint(2, 4) if wide else self.rng.randint(1, 2))]
        out = self.pick((3, f"{self.condition()} -> break"), (1, "break"), (1, "else -> break"), (0.5, None))
        if out:
            options.append(out)
        self.rng.shuffle(options)
        return "do " + " ".join(":: " + o for o in options) + " od"

    def counted(self, depth, **how):
        """A loop that ends whatever its body does: nothing else writes its index."""
        if not self.free_indices:
            return self.assign()
        i = self.free_indices.pop()
        if self.chance(0.5):
            text = f"for ({i} : 0 .. {self.rng.randint(0, 2)}) {{ {self.block(depth, 1, 2, **how)} }}"
        else:
            text = (f"{i} = 0; do :: {i} < {self.rng.randint(1, 2)} -> {self.block(depth, 1, 2, **how)}; {i}++ "
                    f":: else -> break od")
        self.free_indices.append(i)
        return text

    def declaration(self):
        text, name = self.declare("b")
        return f"{text}; {self.target()} = {name}"  # nobody else may use it: it may stand in a branch

    def statement(self, depth, atomic=False, dstep=False):
        self.in_dstep = dstep
        how = {"atomic": atomic, "dstep": dstep}
        if dstep:
            return self.pick((5, lambda: self.simple(blocking=False)),
                             (2 * (depth > 0), lambda: self.choice_total(depth)),
                             (1 * (depth > 0), lambda: self.counted(depth - 1, **how)), (0.3, lambda: "skip"))()
        nest = depth > 0
        return self.pick(
            (8, self.simple), (0.5, lambda: "skip"), (0.3, self.declaration),
            (2 * nest, lambda: self.choice(depth - 1, **how)),
            (1 * nest * (not atomic), lambda: self.loop(depth - 1, **how)),
            (1 * nest, lambda: self.counted(depth - 1, **how)),
            (0.5, lambda: f"select ({self.rng.choice(self.select_vars)} : 0 .. {self.rng.randint(1, 2)})"),
            (2 * nest, lambda: f"atomic {{ {self.block(depth - 1, 2, 4, atomic=True)} }}"),
            (1.2 * nest, self.dstep),
            (0.6 * nest, lambda: f"{{ {self.block(depth - 1, 1, 2, **how)} }}"),
            (2 * nest * self.use_unless, lambda: self.unless(depth - 1, **how)),
            (0.8 * bool(self.inlines), lambda: f"{self.rng.choice(self.inlines)}({self.target()})"),
            (1 * (not atomic) * bool(self.labels), self.jump),
            (0.7 * bool(self.startable) * (not atomic), self.start),
            (0.5 * bool(self.chans), lambda: f"{self.rng.choice(self.chans)} = {self.rng.choice(self.buffered)}"))()

    def jump(self):
        return f"if :: {self.condition()} -> goto {self.rng.choice(self.labels)} :: else fi"

    def choice_total(self, depth):
        body = lambda: self.block(depth - 1, 1, 2, dstep=True)
        options = [f"{self.condition()} -> {body()}" for _ in range(self.rng.randint(1, 2))]
        return "if " + " ".join(":: " + o for o in options) + " :: else -> skip fi"

    def dstep(self):
        self.in_dstep = True
        guard = self.pick((2, lambda: self.assign()), (2, self.condition), (1, self.receive), (0.7, self.buffered_send),
                          (1, lambda: f"if :: {self.condition()} -> {self.assign()} :: {self.condition()} fi"))()
        text = f"d_step {{ {guard}; {self.block(1, 1, 3, dstep=True)} }}"
        self.in_dstep = False
        return text

    def buffered_send(self):
        return f"{self.buffer()}!{self.send_fields()}"

    def unless(self, depth, **how):
        main = self.block(depth, 1, 3, **how)
        guard = self.pick((3, self.condition), (1, self.receive), (0.5, self.send),
                          (1, lambda: f"if :: {self.condition()} -> {self.assign()} :: {self.receive()} fi"))()
        escape = "; ".join([guard] + [self.assign() for _ in range(self.rng.randint(0, 2))])
        return f"{{ {main} }} unless {{ {escape} }}"

    def start(self):
        kind, parameters = self.rng.choice(self.startable)
        arguments = ", ".join(self.rng.choice(self.buffered) if p == "chan" else self.expr(1) for p in parameters)
        text = f"run {kind}({arguments})"
        if self.use_priority and self.chance(0.5):
            text += f" priority {self.rng.randint(1, 3)}"
        return f"{self.rng.choice(self.global_vars)} = {text}" if self.chance(0.3) else text

    # ------------------------------------------------------------ processes

    def process(self, head, parameters=()):
        self.locals, self.chans, self.labels = [], [], []
        for kind, name in parameters:
            (self.chans if kind == "chan" else self.locals).append(name)
            self.kinds[name] = kind
        lines = []
        for _ in range(self.rng.randint(1, 2)):
            text, name = self.declare("v")
            lines.append(text)
            self.locals.append(name)
        self.select_vars = [self.locals[-1]]
        if self.chance(0.3):
            name = self.name("c")
            lines.append(f"chan {name} = {self.rng.choice(self.buffered)}")
            self.chans.append(name)
        if self.chance(0.15):
            name = self.name("own")
            lines.append(f"chan {name} = [1] of {self.message}")
            self.chans.append(name)
        self.indices = [self.name("i") for _ in range(2)]
        self.free_indices = list(self.indices)
        lines.append("byte " + ", ".join(self.indices))
        body = []
        for _ in range(self.rng.randint(2, 4)):
            if self.chance(0.25):
                label = self.pick((1, ""), (1, self.name("end") + ": "))
                body.append(f"{label}{self.loop(1, wide=True)}")
            elif self.chance(0.25):
                label = self.name(self.rng.choice(["L", "L", "end"]))
                self.labels.append(label)
                body.append(f"{label}: {self.simple()}")
            else:
                body.append(self.statement(2))
        return f"{head} {{\n  " + self.sequence(lines + body, ";\n  ") + "\n}"

    def remote_targets(self, name, first_pid, copies, text):
        """The remote labels and locals a process offers, found in its text."""
        labels = re.findall(r"\b((?:L|end)\d+):", text)
        locals_ = re.findall(r"\n  (?:byte|short|int|bit|bool|pid) (v\d+)", text)
        return [(name, first_pid + k, l, v) for k in range(copies) for l in labels for v in locals_]

    def model(self):
        lines = self.globals()
        self.remotes, self.startable, self.in_dstep = [], [], False
        self.select_vars, self.free_indices = ["_"], []
        for _ in range(self.rng.choice([0, 0, 1, 2])):
            lines.append(self.inline())
        processes, pid = [], 0
        if self.use_run:
            for _ in range(self.rng.randint(1, 2)):
                parameters = [(self.rng.choice(["byte", "byte", "bit", "short", "chan"]), self.name("p"))
                              for _ in range(self.rng.randint(0, 2))]
                name = self.name("R")
                text = "; ".join(f"{kind} {p}" for kind, p in parameters)
                processes.append(self.process(f"proctype {name}({text})", parameters))
                self.startable.append((name, [kind for kind, _ in parameters]))
        for _ in range(self.rng.randint(1, 2) if self.use_run else self.rng.randint(2, 3)):
            copies = self.pick((4, 1), (1, 2))
            name = self.name("A")
            startable, self.startable = self.startable, []
            head = f"active [{copies}] proctype {name}()"
            if self.use_priority:
                head += f" priority {self.rng.randint(1, 3)}"
            if self.chance(0.1):
                head += f" provided ({self.rng.choice(self.global_vars)} != {self.rng.randint(1, 3)})"
            text = self.process(head)
            self.startable = startable
            if self.use_remote:
                self.remotes += self.remote_targets(name, pid, copies, text)
            processes.append(text)
            pid += copies
        if self.use_run:
            self.locals, self.indices, self.chans = [], [], []
            starts = [self.start() for _ in range(self.rng.randint(1, 3))]
            if self.chance(0.5):
                starts = ["atomic { " + "; ".join(starts) + " }"]
            processes.append("init { " + "; ".join(starts) + " }")
        lines += processes
        if self.claim:
            self.locals, self.indices, self.chans, self.remotes = [], [], [], []
            condition = f"{self.rng.choice(self.global_vars)} != {self.rng.randint(1, 3)}"
            lines.append(f"never {{ do :: {condition} od }}")
        return "\n".join(lines) + "\n"


def generate(seed):
    return Generator(seed).model()


# ---------------------------------------------------------------- shrinking

OPEN = {"{": "}", "(": ")", "[": "]", "if": "fi", "do": "od"}


def deletions(tokens):
    """Token ranges whose removal may leave a valid model: statements, options, whole declarations; largest first."""
    found, stack = [], [[0]]
    for at, token in enumerate(tokens + [";"]):
        if token in OPEN:
            stack.append([at + 1])
        elif token in OPEN.values() and len(stack) > 1:
            found += [(a, at) for a in stack.pop()[-1:]]
            if token == "}":
                found += [(a, at + 1) for a in stack[-1]]
        elif token in (";", "->", "::"):
            found += [(a, at + (token != "::")) for a in stack[-1]]
            stack[-1] = [at] if token == "::" else stack[-1][-3:] + [at + 1]
    return sorted({(a, b) for a, b in found if a < b}, key=lambda range_: range_[0] - range_[1])


def unwrappings(tokens):
    """Pairs of ranges to remove together: the shell of an atomic, a d_step or a block."""
    stack = []
    for at, token in enumerate(tokens):
        if token == "{":
            stack.append(at)
        elif token == "}" and stack:
            begin = stack.pop()
            shell = begin - 1 if begin and tokens[begin - 1] in ("atomic", "d_step") else begin
            yield tokens[:shell] + tokens[begin + 1:at] + tokens[at + 1:]


def shrink(text, still_fails, budget=400):
    """The smallest text found by removing parts while the failure stays; budget limits the number of trials."""
    tokens = re.findall(r'"[^"]*"|\w+|::|->|\.\.|\?\?|!!|[<>=!]=|<<|>>|&&|\|\||\+\+|--|\S', text)
    write = lambda parts: re.sub(r" ([;}])", r"\1", " ".join(parts)).replace("; ", ";\n") + "\n"
    if not still_fails(write(tokens)):
        return text
    progress = True
    while progress and budget > 0:
        progress = False
        smaller = [tokens[:a] + tokens[b:] for a, b in deletions(tokens)] + list(unwrappings(tokens))
        for candidate in smaller:
            budget -= 1
            if budget < 0:
                break
            if still_fails(write(candidate)):
                tokens, progress = candidate, True
                break
    return write(tokens)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a directory; standard output without it")
    arguments = parser.parse_args()
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        text = generate(seed)
        if arguments.out:
            arguments.out.mkdir(parents=True, exist_ok=True)
            (arguments.out / f"random-{seed}.pml").write_text(text)
        else:
            print(f"/* seed {seed} */\n{text}")


if __name__ == "__main__":
    main()
