#!/usr/bin/env python3
"""Random C programs in Waymark and as gcc makes them.

random_programs.py --waymark BINARY --build DIR [--random SEED] [--count N]. Two kinds in turn: programs of one thread over integers of
all widths, arrays, structs, pointers, branches, loops and functions, whose output has to be gcc's byte for byte; and
programs of two or three threads that add to variables under mutexes, of which Waymark has to know the sums, and has to
find the lost update where one lock was left out; a helper starts the threads in half of them. Some programs of one thread
keep the address of a variable whose block has ended, and some programs of several have a variable for each thread: these
have to be refused. Other refusals are counted: if they are more than a third, that is a failure.
"""
import argparse
import concurrent.futures
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from programs import run  # noqa: E402
from lib import ROOT  # noqa: E402

TYPES = {"signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 32, "unsigned": 32, "_Bool": 1}
BINARY = ["+", "-", "*", "&", "|", "^"]
COMPARE = ["<", "<=", ">", ">=", "==", "!="]
CONSTANTS = [0, 1, 2, 3, 7, 10, 127, 128, 255, 256, 1000, 32767, 65535, 65536, 1000003, 2147483647]


class Sequential:
    """One program of one thread. Every division has a divisor that is not 0, every shift less than the width."""

    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.scalars, self.arrays, self.depth, self.loops = [], [], 0, 0
        self.functions, self.pairs = [], 0
        self.dead = self.dice.random() < 0.1

    def leaf(self):
        kind = self.dice.random()
        if kind < 0.35 or not self.scalars:
            value = self.dice.choice(CONSTANTS)
            return f"{value}u" if self.dice.random() < 0.2 else f"{'-' if self.dice.random() < 0.2 else ''}{value}"
        if kind < 0.5 and self.arrays:
            return self.element()
        return self.dice.choice(self.scalars)

    def element(self):
        """Of an array of one dimension or two, or through a pointer into one."""
        name, sizes = self.dice.choice(self.arrays)
        indices = [self.index(size) for size in sizes]
        if len(sizes) == 1 and self.dice.random() < 0.3:
            return f"(*(&{name}[{indices[0]} >> 1] + ({indices[0]} >> 1)))"
        return name + "".join(f"[{index}]" for index in indices)

    def index(self, size):
        return f"({self.dice.choice(self.scalars)} & {size - 1})"

    def expression(self, depth):
        if depth == 0 or self.dice.random() < 0.15:
            return self.leaf()
        kind = self.dice.random()
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        if kind < 0.45:
            return f"({left} {self.dice.choice(BINARY)} {right})"
        if kind < 0.55:
            return f"({left} {self.dice.choice(COMPARE)} {right})"
        if kind < 0.62:
            return f"({left} {self.dice.choice('/%')} (({right} & 15) + 1))"
        if kind < 0.70:
            return f"({left} {self.dice.choice(['<<', '>>'])} ({right} & 15))"
        if kind < 0.76:
            return f"({left} {self.dice.choice(['&&', '||'])} {right})"
        if kind < 0.82:
            return f"({self.dice.choice('-~!')}({left}))"
        if kind < 0.90:
            return f"(({self.dice.choice(list(TYPES))}){left})"
        if kind < 0.93 and self.pairs:
            return f"first({self.pair(depth)})"
        if kind < 0.95 or not self.functions:
            return f"({left} ? {right} : {self.expression(depth - 1)})"
        return f"{self.dice.choice(self.functions)}({left}, {right})"

    def pair(self, depth):
        """A struct, perhaps as what functions make of structs."""
        if depth == 0 or self.dice.random() < 0.3:
            return f"p{self.dice.randrange(self.pairs)}"
        if self.dice.random() < 0.4:
            return f"mixed({self.dice.choice(self.scalars)}, {self.pair(depth - 1)})"
        return f"merged({self.pair(depth - 1)}, {self.pair(depth - 1)})"

    def place(self):
        if self.arrays and self.dice.random() < 0.3:
            return self.element()
        return self.dice.choice(self.scalars)

    def statement(self, depth, pad):
        kind = self.dice.random()
        if depth == 0 or kind < 0.55:
            sign = self.dice.choice(["", "", "+", "-", "*", "&", "|", "^"])
            return [f"{pad}{self.place()} {sign}= {self.expression(3)};"]
        if kind < 0.62:
            return [f"{pad}{self.place()}{self.dice.choice(['++', '--'])};"]
        if kind < 0.80:
            lines = [f"{pad}if ({self.expression(2)}) {{", *self.block(depth - 1, pad), f"{pad}}}"]
            if self.dice.random() < 0.5:
                lines[-1] += " else {"
                lines += [*self.block(depth - 1, pad), f"{pad}}}"]
            return lines
        if kind < 0.90:
            self.loops += 1
            name = f"i{self.loops}"
            jump = self.dice.choice(["", f"{pad}  if ({self.expression(1)}) continue;", f"{pad}  if ({self.expression(1)}) break;"])
            body = [jump] if jump else []
            return [f"{pad}for (int {name} = 0; {name} < {self.dice.randint(1, 4)}; {name}++) {{", *body,
                    *self.block(depth - 1, pad), f"{pad}}}"]
        lines = [f"{pad}switch ({self.expression(2)} & 3) {{"]
        for case in range(self.dice.randint(1, 4)):
            lines += [f"{pad}case {case}:", *self.block(depth - 1, pad)]
            if self.dice.random() < 0.7:
                lines.append(f"{pad}  break;")
        return [*lines, f"{pad}}}"]

    def block(self, depth, pad):
        return [line for _ in range(self.dice.randint(1, 3)) for line in self.statement(depth, pad + "  ")]

    def text(self):
        lines, shown = ["#include <stdio.h>"], []
        for i in range(self.dice.randint(0, 2)):
            kinds = [self.dice.choice(list(TYPES)) for _ in range(3)]
            self.scalars = ["a", "b"]
            lines.append(f"static {kinds[0]} f{i}({kinds[1]} a, {kinds[2]} b) {{ "
                         f"if ({self.expression(1)}) return {self.expression(2)}; b += a; return {self.expression(2)}; }}")
            self.functions.append(f"f{i}")
        self.scalars = []
        for i in range(self.dice.randint(3, 6)):
            kind = self.dice.choice(list(TYPES))
            lines.append(f"{kind} v{i} = ({kind}){self.dice.choice(CONSTANTS)};")
            self.scalars.append(f"v{i}")
            shown.append((f"v{i}", kind))
        for i in range(self.dice.randint(0, 2)):
            kind, sizes = self.dice.choice(list(TYPES)), self.dice.choice([[2], [4], [8], [2, 4], [4, 2]])
            lines.append(f"{kind} t{i}{''.join(f'[{size}]' for size in sizes)};")
            self.arrays.append((f"t{i}", sizes))
            places = [f"[{k}]" for k in range(sizes[0])]
            if len(sizes) == 2:
                places = [f"{place}[{k}]" for place in places for k in range(sizes[1])]
            shown += [(f"t{i}{place}", kind) for place in places]
        pairs = self.dice.randint(0, 2)
        if pairs:
            lines += ["struct pair { int a; short b; };",
                      f"struct pair {', '.join(f'p{i} = {{{self.dice.choice(CONSTANTS)}, {i}}}' for i in range(pairs))};",
                      "static int first(struct pair p) { return p.a ^ p.b; }",
                      f"static struct pair merged(struct pair p, struct pair q) {{ struct pair r = {{p.a {self.dice.choice(BINARY)} q.b, "
                      f"p.b {self.dice.choice(BINARY)} q.a}}; return r; }}",
                      "static struct pair mixed(int n, struct pair p) { struct pair r = {p.a - n, p.b + n}; return r; }"]
            shown += [(f"p{i}.{part}", "int") for i in range(pairs) for part in "ab"]
        if self.dead:
            lines.append(self.dice.choice([
                "int *kept; static void keep(int n) { int x = n; kept = &x; }",
                "static int *kept_of(int n) { int x = n; int *p = &x; return p; } static void keep(int n) { n += *kept_of(n); }",
                "static void keep(int n) { int y = 0; int *p = &y; { int x = n; p = &x; } n += *p; }"]))
        lines.append("int main(void) {")
        self.pairs = pairs
        for i in range(pairs):
            lines.append(f"  p{i} = {self.pair(2)};")
        if self.dead:
            lines.append(f"  keep({self.dice.choice(CONSTANTS)});")
        for _ in range(self.dice.randint(4, 10)):
            lines += self.statement(2, "  ")
        lines += [f'  printf("%{"u" if kind == "unsigned" else "d"}\\n", {name});' for name, kind in shown]
        return "\n".join([*lines, "  return 0;", "}", ""])


class Threads:
    """Threads that add constants to variables; each variable has its mutex. `spoilt`: one lock is left out."""

    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.spoilt = self.dice.random() < 0.5
        self.helper = self.dice.random() < 0.5
        self.own = self.dice.random() < 0.1

    def text(self):
        variables = self.dice.randint(1, 2)
        threads = self.dice.randint(2, 3) if not self.spoilt else 2
        # All threads of a helper are alike, so that one function is started more than once.
        alike = self.helper and self.dice.random() < 0.5
        sums = [0] * variables
        lines = ["#include <assert.h>", "#include <pthread.h>"]
        kinds = [self.dice.choice(["int", "unsigned char", "short", "unsigned"]) for _ in range(variables)]
        for i in range(variables):
            lines.append(f"{kinds[i]} v{i}; pthread_mutex_t m{i} = PTHREAD_MUTEX_INITIALIZER;")
        if self.own:
            lines.append(self.dice.choice(["_Thread_local", "__thread", "static __thread"]) + " int own;")
        for t in range(1 if alike else threads):
            lines.append(f"void *w{t}(void *a) {{" + ("  own++;" if self.own else ""))
            for step in range(self.dice.randint(1, 2)):
                i = 0 if step == 0 else self.dice.randrange(variables)
                by = self.dice.randint(1, 100)
                sums[i] += by * (threads if alike else 1)
                locked = not (self.spoilt and step == 0 and t == 0)
                lines.append(f"  pthread_mutex_lock(&m{i});" if locked else "")
                lines.append(f"  v{i} = v{i} + {by};" if self.dice.random() < 0.5 else f"  v{i} += {by};")
                lines.append(f"  pthread_mutex_unlock(&m{i});" if locked else "")
            lines += ["  return 0;", "}"]
        lines.append(f"pthread_t h[{threads}];")
        starts = [f"pthread_create(&h[{t}], 0, w{t}, 0);" for t in range(threads)]
        if self.helper:
            inside = ["pthread_create(&h[t], 0, w0, 0);"] if alike else [f"if (t == {t}) {starts[t]}" for t in range(threads)]
            lines.append(f"void start(int t) {{ {' '.join(inside)} }}")
        lines.append("int main(void) {")
        lines += [f"  start({t});" if self.helper else f"  {starts[t]}" for t in range(threads)]
        lines += [f"  pthread_join(h[{t}], 0);" for t in range(threads)]
        lines += [f"  assert(v{i} == ({kinds[i]}){sums[i]});" for i in range(variables)]
        return "\n".join([*lines, "  return 0;", "}", ""])


def compare(seed, options):
    """'' if all is well, 'refused' or what is wrong."""
    program = Threads(seed) if seed % 3 == 0 else Sequential(seed)
    path = options.build / f"random{seed}.c"
    path.write_text(program.text())
    target = options.build / f"random{seed}"
    made = run(["gcc", "-w", "-fwrapv", "-pthread", "-o", target, path])
    if made.returncode != 0:
        return f"gcc: {made.stderr}"
    expected = run([target])
    target.unlink()
    model = options.build / f"random{seed}.pml"

    def of_model(command, *words):
        """What is said of the model, or why there is none."""
        made = run([options.waymark, "extract", path, "-o", model])
        return run([options.waymark, command, model, *words]) if made.returncode == 0 else made

    if getattr(program, "dead", False) or getattr(program, "own", False):
        done = run([options.waymark, "extract", path])
        known = "outlives the function or block" in done.stderr or "one variable for each thread" in done.stderr
        why = "" if done.returncode == 2 and known else f"exit {done.returncode}: not refused: {done.stdout[:200]}{done.stderr}"
    elif isinstance(program, Threads):
        done = of_model("check")
        wanted = 1 if program.spoilt else 0
        why = "" if done.returncode == wanted else f"exit {done.returncode} instead of {wanted}: {done.stdout[:200]}{done.stderr}"
        if not program.spoilt and expected.returncode != 0:
            why = f"the native program ends with {expected.returncode}"
    else:
        done = of_model("simulate", "--output", "--steps", "1000000")
        if done.returncode == 2:
            return f"refused: {done.stderr.strip()}"
        why = "" if done.stdout == expected.stdout else f"prints\n{done.stdout}{done.stderr}instead of\n{expected.stdout}"
    if not why:
        path.unlink()
        model.unlink(missing_ok=True)
    return why


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--waymark", type=pathlib.Path, default=ROOT / "build/release/waymark")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/c-random")
    parser.add_argument("--random", type=int, default=1, metavar="SEED")
    parser.add_argument("--count", type=int, default=60)
    options = parser.parse_args()
    options.waymark = options.waymark.resolve()
    options.build = options.build.resolve()
    options.build.mkdir(parents=True, exist_ok=True)
    seeds = range(options.random, options.random + options.count)
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        results = list(pool.map(lambda seed: compare(seed, options), seeds))
    refused = [why for why in results if why.startswith("refused")]
    wrong = [(seed, why) for seed, why in zip(seeds, results) if why and not why.startswith("refused")]
    for seed, why in wrong:
        print(f"{options.build}/random{seed}.c: {why}")
    for why in sorted({why.split(": error: ")[-1] for why in refused})[:5]:
        print(f"refused: {why}")
    print(f"c_random: {len(results) - len(wrong) - len(refused)} of {len(results)} random C programs are as gcc has them, "
          f"{len(refused)} refused")
    sys.exit(1 if wrong or 3 * len(refused) > len(results) else 0)


if __name__ == "__main__":
    main()
