#!/usr/bin/env python3
"""Random small Promela models with alike processes, which compare, copy and index by their numbers; and models that
are nearly so: one statement or value more tells a process from the others. Some processes are started one by one while
those before them run; then what starts them does other things in between, or looks at what others do, or is not alone.

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


# What a starter may do beside starting processes. {i} is the number of the next, {first} that of the first.
BETWEEN = ["x = 1", "x = {i}", "a[{i}] = 1", "who = {i}", "b = !b", "b = true; b = false", "(x != 1)", "(!b)", "if :: b -> x = 1 :: else fi",
           "if :: skip :: x = 1 fi", "if :: k = 1 :: k = 2 fi", "k = _nr_pr; x = (k == 3)", "k = who; assert(k != {first})", "timeout",
           "d_step {{ x = 1; b = true }}", "k = a[{first}]", "(a[{first}] == 0)"]
# These look at nothing but the starter's own.
HARMLESS = ["k = {i}", "k++; k--", "assert(k < 200)", "if :: k > 100 -> k = 0 :: else fi", "skip", "(c[0] == 7) -> k = c[0]",
            "k = _pid"]
# ... and afterwards.
AFTER = ["(b) -> x = 2", "assert(x != 2)", "a[{i}] = 1", "who = i", "(who == {none})", "x = k", "k = i; o = k", "assert(i != {first})",
         "do :: who = {none} :: b = !b od", "(_nr_pr < 2) -> x = 1", "timeout -> assert(x != 1)", "(a[i] == 1) -> b = true"]


class Generator:
    def __init__(self, seed):
        r = self.r = random.Random(seed)
        self.nearly = r.random() < 0.4
        self.count = r.choice([2, 2, 3, 3, 3, 4])
        self.started = r.random() < 0.6  # by run, with a number of its own
        self.one_by_one = self.started and r.random() < 0.65  # in several steps
        self.count = min(self.count, 3) if self.one_by_one else self.count  # what has yet to start makes more states
        self.by_pid = self.one_by_one and r.random() < 0.35  # known by its pid, which a run may give again
        self.odd = self.one_by_one and r.random() < 0.4  # the starter is not on its own
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
        if self.by_pid:
            self.first = low = 1  # behind init
        self.numbers = range(low, low + self.count)
        self.size = 9 if self.by_pid else low + self.count

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
        if self.by_pid and self.ends:
            choices += [f"a[{me}]++; assert(a[{me}] < 2)"] * 4
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
        self.me = "_pid" if self.by_pid else "me" if self.started else "(_pid - 1)" if self.less else "_pid"
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
        if self.odd and r.random() < 0.2:
            local = r.choice([f"byte v = x; byte o = {NONE};", "byte v; byte o = who;", "byte v = a[0]; byte o = 99;"]) + local[local.index(";", 9) + 1:]
        if self.before:
            lines.append("active proctype First() { do :: (b) -> b = false od }")
        types = ["P"] + (["Q"] if self.second and self.started else [])
        for i, name in enumerate(types):
            head = f"proctype {name}(byte me)" if self.started else f"active [{self.count}] proctype {name}()"
            lines.append(f"{head} {{ {local} {self.body(telling if i == 0 else '')} }}")
        if self.one_by_one:
            lines += self.starter(types)
        elif self.started:
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


    def starter(self, types):
        """What starts the processes, one by one."""
        r = self.r
        numbers = list(self.numbers)
        one = "; ".join(f"run {name}(i)" for name in types)
        some = {"first": numbers[0], "none": NONE}

        def beside(i):
            if self.odd and r.random() < 0.5:
                return r.choice(BETWEEN).format(i=i, **some) + "; "
            return r.choice(HARMLESS).format(i=i, **some) + "; " if r.random() < 0.25 else ""

        before, behind = beside("i"), beside("i")
        kind = r.random()
        if kind < 0.3:
            starts = "; ".join(f"i = {n}; {beside('i')}{one}" if r.random() < 0.5 else one.replace("(i)", f"({n})") for n in numbers)
        elif kind < 0.55:
            starts = f"for (i : {numbers[0]} .. {numbers[-1]}) {{ {before}{one}; {behind}skip }}"
        elif kind < 0.7:
            starts = f"i = {numbers[0]}; do :: atomic {{ i <= {numbers[-1]} -> {before}{one}; i++ }} {behind and '; ' + behind[:-2]} :: else -> break od"
        else:
            starts = f"i = {numbers[0]}; do :: i <= {numbers[-1]} -> {before}{one}; {behind}i++ :: else -> break od"
        if self.by_pid and r.random() < 0.2:
            starts = starts.replace(f"run {types[0]}(i)", f"k = run {types[0]}(i); {r.choice(['who = k', 'a[k] = 1', 'assert(k != i)', 'skip'])}")
        lines = []
        if self.odd and not self.own and r.random() < 0.3:  # which type is started is decided on the way
            lines.append(f"proctype Odd(byte me) {{ byte v; byte o = {NONE}; do :: y = (y + 1) % 2; x = v :: v = y od }}")
            test = r.choice(["(x == 1)", "(b)", "skip", "(who != 99)"])
            last = "skip" if test == "skip" else "else"
            starts += f"; if :: {last} -> run {types[0]}({numbers[-1]}) :: {test} -> run Odd({numbers[-1]}) fi"
        after = "; " + r.choice(AFTER).format(i=r.choice(["i", "k", numbers[0]]), **some) if r.random() < 0.35 else ""
        local = f"byte i; byte k; byte o = {NONE}; byte c[1] = 7;"
        ways = r.random()
        if self.odd and ways < 0.15:  # another that starts one, too
            return lines + [f"active proctype Other() {{ run {types[0]}({numbers[0]}) }}", f"init {{ {local} {starts}{after} }}"]
        if ways < 0.3 and not self.by_pid:  # started itself
            return lines + [f"proctype Manager() {{ {local} {starts}{after} }}", "init { run Manager() }"]
        if self.odd and ways < 0.4:
            return lines + [f"proctype Manager() {{ {local} {starts}{after} }}", "init { run Manager(); x = 1; b = true }"]
        if ways < 0.5:  # beside others that are there from the start
            return lines + [f"init {{ {local} {starts}{after} }}", "active proctype Beside() { do :: (b) -> b = false :: x = 0; who = 99 od }"]
        if self.odd and ways < 0.6:  # one that ends makes room for the next
            return lines + [f"proctype Short() {{ x = 1 }}", f"init {{ {local} run Short(); {starts}{after} }}"]
        return lines + [f"init {{ {local} {starts}{after} }}"]


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
