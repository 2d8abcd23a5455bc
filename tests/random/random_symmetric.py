#!/usr/bin/env python3
"""Random small Promela models with alike processes, which compare, copy and index by their numbers; and models that
are nearly so: one statement or value more tells a process from the others.

The same seed gives the same model. Numbers that are computed with stay small, and no process loops on skip alone.

  random_symmetric.py --seed 1 --count 100 --out DIR
"""
import argparse
import random
from pathlib import Path

NONE = 99  # the number of nobody

# Statements that tell a process from others. {me} is the process's number, {one} that of some process.
TELLING = ["({me} < {one}) -> x = 1", "x = {me}", "who = {one}", "a[{one}] = 2", "x = (x + {me}) % 3", "assert({me} != {one})",
           "({me} % 2 == 0) -> skip", "(who > {one}) -> skip", "o = {me} + 1", "a[{me}] = {me}", "(_nr_pr < 3) -> x = 2",
           "next[{one}] = {me}", "(o == {one}) -> skip"]


class Generator:
    def __init__(self, seed):
        r = self.r = random.Random(seed)
        self.nearly = r.random() < 0.4
        self.count = r.choice([2, 2, 3, 3, 3, 4])
        self.started = r.random() < 0.4  # by run, with a number of its own
        self.first = r.choice([0, 0, 1]) if self.started else 0
        self.before = 0 if self.started else r.choice([0, 0, 1])  # processes with lower numbers
        self.ends = r.random() < 0.5
        self.second = r.random() < 0.25  # another type of processes with the same numbers
        self.remote = not self.ends and not self.started and not self.before and r.random() < 0.2
        self.boxes = r.random() < 0.4
        self.own = not self.ends and r.random() < 0.3  # a channel of its own
        self.records = r.random() < 0.3
        self.less = not self.started and self.before == 1 and r.random() < 0.6  # one less than the process's number
        self.queue = r.random() < 0.5
        self.capacity = r.choice([0, 1, 1, 2])
        self.watch = r.random() < 0.35
        low = self.first if self.started else 0 if self.less else self.before
        self.numbers = range(low, low + self.count)
        self.size = low + self.count

    def plain(self):
        return self.r.choice(["x = (x + 1) % 3", "x = 0", "b = !b", "y = x", "(x == 1)", "(b)", "(!b)", "v = x", "(v == x)", "x = v",
                              "b = (x == y)", "skip", "(x != y) -> y = x"])

    def indexed(self):
        me, r = self.me, self.r
        choices = [f"who = {me}", f"(who == {me})", f"(who != {me})", f"(who == {NONE})", f"who = {NONE}", "o = who", f"(o == {me})",
                   f"a[{me}] = x", f"(a[{me}] == 0)", f"a[{me}] = (a[{me}] + 1) % 2", f"atomic {{ (o != {NONE}) -> a[o] = v }}",
                   f"atomic {{ (who != {NONE}) -> x = a[who] }}", f"next[{me}] = who", f"(next[{me}] == {me})", f"who = next[{me}]",
                   f"o = {me}", f"atomic {{ (who == {NONE}) -> who = {me} }}", f"d_step {{ (who == {me}) -> who = {NONE}; a[{me}] = 0 }}",
                   f"atomic {{ (who == {NONE}) -> if :: who = {me} :: a[{me}] = 1; who = {me} fi }}"]
        if self.queue:
            choices += [f"q!x,{me}", "q?v,o", f"q?v,eval({me})", "q?_,_"]
            if self.capacity:
                choices += ["(len(q) == 0)", f"q??[_,eval({me})]", "(nfull(q))"]
        if self.boxes:
            choices += [f"box[{me}]!x", f"box[{me}]?v", f"(nempty(box[{me}]))", f"atomic {{ (o != {NONE}) -> if :: nfull(box[o]) -> box[o]!v :: else fi }}"]
        if self.own:
            choices += ["reg!own,x", "reg?c,v", "atomic { (c != 0) -> if :: nfull(c) -> c!x :: else fi }", "own?v", "(c == own)", "c = own",
                        "(nempty(own))"]
        if self.records:
            choices += [f"rec[{me}].f = x", f"rec[{me}].w = who", f"atomic {{ (rec[{me}].w != {NONE}) -> who = rec[{me}].w }}",
                        f"rec[{me}].g[1] = v", f"(rec[{me}].f == rec[{me}].g[1])"]
        if self.remote:
            choices += [f"atomic {{ (o != {NONE}) -> x = P[o]:v }}", "x = P[o]:v", "o = P[o]:o", f"(P[{me}]:o == who)"] * 2
        return r.choice(choices)

    def statement(self, depth=0):
        r = self.r
        kind = r.random()
        if kind < 0.12 and depth == 0:
            ways = " ".join(f":: {self.sequence(r.randint(1, 2), 1)}" for _ in range(r.randint(1, 3)))
            last = r.choice(["", " :: else -> x = 0", " :: timeout -> x = 2" if self.ends else ""])
            return f"if {ways}{last} fi"
        if kind < 0.18:
            return r.choice(["assert(x < 3)", "assert(x != 2 || y != 1)", f"assert(who != {self.me} || b)", "assert(x != 2)"])
        made = self.plain() if kind < 0.45 else self.indexed()
        # Most conditions wait for nobody, so that there is something to explore.
        waits = made.startswith("(") or made.startswith("atomic") or made.startswith("d_step") or "?" in made
        return f"if :: {made} :: else -> skip fi" if waits and "!" not in made.replace("!=", "") and r.random() < 0.7 else made

    def sequence(self, length, depth=0):
        return "; ".join(self.statement(depth) for _ in range(length))

    def body(self, telling):
        r = self.r
        lines = [self.statement() for _ in range(r.randint(2, 4))]
        if telling:
            lines.insert(r.randint(0, len(lines)), telling)
        straight = "; ".join(lines)
        if self.ends and r.random() < 0.7:
            return straight
        ways = f":: {straight}" + (f" :: {self.sequence(2)}" if r.random() < 0.5 else "")
        if self.ends:
            ways += " :: (x == 2) -> break"
        return f"do {ways} od"

    def generate(self):
        r = self.r
        telling = ""
        where = r.random()
        self.me = "me" if self.started else "(_pid - 1)" if self.less else "_pid"
        if self.nearly and where < 0.85:
            telling = r.choice(TELLING).format(me=self.me, one=r.choice(list(self.numbers)))
        lines = [f"byte x, y; bool b; byte who = {NONE}; byte a[{self.size}]; byte next[{self.size}] = {NONE};"]
        if self.queue:
            lines.append(f"chan q = [{self.capacity}] of {{ byte, byte }};")
        if self.boxes:
            lines.append(f"chan box[{self.size}] = [1] of {{ byte }};")
        if self.own:
            lines.append("chan reg = [2] of { chan, byte };")
        if self.records:
            lines.append(f"typedef R {{ byte f; byte g[2]; byte w = {NONE} }};\nR rec[{self.size}];")
        local = f"byte v; byte o = {NONE};" + (" chan own = [1] of { byte }; chan c;" if self.own else "")
        if self.before:
            lines.append("active proctype First() { do :: (b) -> b = false od }")
        types = ["P"] + (["Q"] if self.second and self.started else [])
        for i, name in enumerate(types):
            head = f"proctype {name}(byte me)" if self.started else f"active [{self.count}] proctype {name}()"
            lines.append(f"{head} {{ {local} {self.body(telling if i == 0 else '')} }}")
        if self.started:
            starts = "; ".join(f"run {name}({number})" for number in self.numbers for name in types)
            more = ""
            if self.nearly and not telling:
                more = f"; a[{r.choice(list(self.numbers))}] = 1"
            lines.append(f"init {{ atomic {{ {starts}{more} }} }}")
        formula = r.choice(["[] (x < 3)", f"[] <> (who == {NONE})", "<> (b)", "[] (b -> <> (x == 1))", f"[] (a[{self.size - 1}] == 0)",
                            "[] <> (x == y)", f"<> [] (who != {self.size - 1})"])
        if self.watch:
            lines.append(f"ltl f {{ {formula} }}")
        return "\n".join(lines) + "\n"


def generate(seed):
    return Generator(seed).generate()


def is_nearly(seed):
    """Whether something in it is there to tell a process from the others."""
    return Generator(seed).nearly


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--out", type=Path, default=Path("."))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.seed, options.seed + options.count):
        (options.out / f"{number}.pml").write_text(generate(number))
