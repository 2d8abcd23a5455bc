#!/usr/bin/env python3
"""Litmus programs for Java threads, each with the exact set of its outcomes under sequential consistency.

    litmus.py --generate DIR    writes DIR/litmus/NAME.java for every test and DIR/expected.json: {name: [outcome, ...]}
    litmus.py                   prints the sets
    litmus.py --random SEED --count N [--generate DIR]    the same with N random tests

A test is a line of abstract threads (TESTS below). From it come two things that know nothing of each other: the Java
program, and the set of outcomes, by trying every interleaving of the abstract operations. An outcome is the line that
the program prints at its end, or `deadlock`. The tests under by_hand/ were reasoned about instead; a comment says how.

The language, statements separated by `;`:
    x = 1   x = a + 1      a shared variable is written (its operand is a register or a number)
    a = x                  a register (any name that is no shared variable) reads a shared variable
    x++                    a read, then a write
    a = cas(x, 0, 1)       compare and set, 1 if it did;   a = add(x, 2)  adds, gives the old;   a = swap(x, 5)
    lock m { ... }         synchronized;  in it  wait m; waitms m (may time out); notify m; notifyall m
    if a == 1 { ... }      on a register;  until x == 1  spins;  loop 2 { ... } is unrolled;  yield
Shared variables live in static fields, volatile fields, an object's fields (that everybody reaches by a static field, or
that only the threads are given), array elements or atomics: the Java differs, the outcomes do not.
"""
import argparse
import itertools
import json
import pathlib
import random
import re
import sys

HERE = pathlib.Path(__file__).parent

# name: (shared variables, threads, what is printed, kinds of storage)
PLAIN = ("static", "volatile")
ALL = ("static", "volatile", "field", "array", "atomic")
TESTS = {
    "StoreBuffer": ("x y", ["x = 1; a = y", "y = 1; b = x"], "a b", ALL),
    "LoadBuffer": ("x y", ["a = x; y = 1", "b = y; x = 1"], "a b", ALL),
    "MessagePassing": ("x y", ["x = 1; y = 1", "a = y; b = x"], "a b", ALL),
    "WriteToRead": ("x y", ["x = 1", "a = x; y = 1", "b = y; c = x"], "a b c", PLAIN),
    "IndependentReads": ("x y", ["x = 1", "y = 1", "a = x; b = y", "c = y; d = x"], "a b c d", ("volatile",)),
    "TwoPlusTwoWrites": ("x y", ["x = 1; y = 2", "y = 1; x = 2"], "x y", ALL),
    "ReadWriteCoherence": ("x", ["x = 1; a = x", "x = 2; b = x"], "a b x", PLAIN),
    "ReadReadCoherence": ("x", ["x = 1; x = 2", "a = x; b = x"], "a b", ("static", "field", "array")),
    "ThreeStoreBuffers": ("x y z", ["x = 1; a = y", "y = 1; b = z", "z = 1; c = x"], "a b c", ("static",)),
    "SShape": ("x y", ["x = 2; y = 1", "a = y; x = 1"], "a x", PLAIN),
    "RShape": ("x y", ["x = 1; y = 1", "y = 2; a = x"], "a y", PLAIN),
    "LostUpdate": ("x", ["x++", "x++"], "x", ALL),
    "LostUpdateThree": ("x", ["x++", "x++", "x++"], "x", ("static", "array")),
    "LostUpdateLoop": ("x", ["loop 2 { x++ }", "loop 2 { x++ }"], "x", ("field", "array")),
    "Tenfold": ("x", ["loop 3 { a = x; x = a + 1 }", "loop 3 { b = x; x = b + 1 }"], "x", ("static",)),
    "LockedUpdate": ("x", ["lock m { x++ }", "lock m { x++ }"], "x", ("static", "field")),
    "TwoLocks": ("x", ["lock m { x++ }", "lock n { x++ }"], "x", ("static",)),
    "HalfLocked": ("x", ["lock m { x++ }", "x++"], "x", ("static",)),
    "LockedPair": ("x y", ["lock m { x = 1; y = 1 }", "lock m { a = x; b = y }"], "a b", ("static", "array")),
    "SplitLock": ("x y", ["lock m { x = 1 }; lock m { y = 1 }", "lock m { a = x }; lock m { b = y }"], "a b", ("static",)),
    "Reentrant": ("x", ["lock m { lock m { x++ }; x++ }", "lock m { a = x }"], "a x", ("static",)),
    "LockOrder": ("x", ["lock m { lock n { x++ } }", "lock m { lock n { x++ } }"], "x", ("static",)),
    "LockInversion": ("x", ["lock m { lock n { x++ } }", "lock n { lock m { x++ } }"], "x", ("static",)),
    "LockTriangle": ("x", ["lock m { lock n { x++ } }", "lock n { lock k { x++ } }", "lock k { lock m { x++ } }"], "x", ("static",)),
    "CasRace": ("x", ["a = cas(x, 0, 1)", "b = cas(x, 0, 2)"], "a b x", ("atomic",)),
    "CasChain": ("x", ["a = cas(x, 0, 1)", "b = cas(x, 1, 2)", "c = cas(x, 2, 0)"], "a b c x", ("atomic",)),
    "CasFallback": ("x", ["a = cas(x, 0, 1); if a == 0 { x = 5 }", "b = cas(x, 0, 2); if b == 0 { x = 6 }"], "x", ("atomic",)),
    "AtomicAdd": ("x", ["a = add(x, 1)", "b = add(x, 2)"], "a b x", ("atomic",)),
    "AtomicAddThree": ("x", ["a = add(x, 1)", "b = add(x, 1)", "c = add(x, 1)"], "a b c x", ("atomic",)),
    "AddAndWrite": ("x", ["a = add(x, 1)", "x = 5"], "a x", ("atomic",)),
    "Swap": ("x", ["a = swap(x, 1)", "b = swap(x, 2)"], "a b x", ("atomic",)),
    "Peterson": ("f g t i", ["f = 1; t = 1; a = g; b = t; if a == 0 { i++ }; if b == 0 { i++ }",
                             "g = 1; t = 0; c = f; d = t; if c == 0 { i++ }; if d == 1 { i++ }"], "i", ("static",)),
    "Dekker": ("x y i", ["x = 1; a = y; if a == 0 { i++ }", "y = 1; b = x; if b == 0 { i++ }"], "i", PLAIN),
    "FlagThenData": ("d f", ["d = 7; f = 1", "until f == 1; a = d"], "a", ("volatile", "atomic")),
    "PingPong": ("t x", ["until t == 0; x = 1; t = 1", "until t == 1; a = x; t = 2", "until t == 2; b = x"], "a b", ("volatile",)),
    "NotifyAfterWait": ("x", ["lock m { a = x; if a == 0 { wait m }; b = x }", "lock m { x = 1; notify m }"], "b", ("static",)),
    "LostNotify": ("x", ["lock m { wait m }", "lock m { notify m }"], "x", ("static",)),
    "NotifyTwoWaiters": ("x", ["lock m { wait m; x++ }", "lock m { wait m; x++ }", "lock m { notify m }"], "x", ("static",)),
    "NotifyAllWaiters": ("x", ["lock m { a = x; if a == 0 { wait m }; x++ }", "lock m { b = x; if b == 0 { wait m }; x++ }", "lock m { x = 1; notifyall m }"], "x", ("static",)),
    "WhichWakes": ("x n", ["lock m { n++; wait m; x = 1; notify m }", "lock m { n++; wait m; x = 2; notify m }", "until n == 2; lock m { notify m }"], "x", ("volatile",)),
    "TimedWait": ("x", ["lock m { waitms m; a = x }", "lock m { x = 1; notify m }"], "a", ("static",)),
    "TimedWaitTwice": ("x", ["lock m { waitms m; waitms m; x++ }", "lock m { x++; notify m }"], "x", ("static",)),
    "WaitReleases": ("x", ["lock m { x = 1; wait m; a = x }", "until x == 1; lock m { x = 2; notify m }"], "a", ("volatile",)),
    "YieldsChangeNothing": ("x y", ["x = 1; yield; a = y", "y = 1; yield; b = x"], "a b", ("static",)),
    "ConditionalWrite": ("x y", ["a = x; if a == 0 { y = 1 }", "b = y; if b == 0 { x = 1 }"], "a b x y", PLAIN),
    "Handover": ("x o", ["lock m { x = x0 + 1; o = 1 }", "lock m { a = o; if a == 1 { x++ } }"], "a x", ("static",)),
    "ArithmeticOnReads": ("x y", ["a = x; y = a + 1", "b = y; x = b + 1"], "x y", ("static", "array", "field")),
    "Barrier": ("n x", ["x++; a = add(n, 1); until n == 2; b = x", "c = add(n, 1); until n == 2; d = x"], "b d", ("atomic",)),
}


# ---- the abstract machine -------------------------------------------------------------------------------------------

def tokens(text):
    return re.findall(r"\w+|==|\+\+|[{}();=,+]", text)


class Parser:
    """Statements as nested tuples; what is read and written is told apart by the set of shared names."""

    def __init__(self, text, shared):
        self.tokens, self.at, self.shared = tokens(text), 0, shared

    def next(self, expected=None):
        token = self.tokens[self.at]
        self.at += 1
        assert expected is None or token == expected, (expected, self.tokens[self.at - 1:])
        return token

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else None

    def block(self):
        self.next("{")
        body = self.statements()
        self.next("}")
        return body

    def statements(self):
        out = []
        while self.peek() not in (None, "}"):
            out.append(self.statement())
            if self.peek() == ";":
                self.next()
        return out

    def operand(self):
        left = self.next()
        if self.peek() == "+":
            self.next()
            return (left, int(self.next()))
        return (left, 0)

    def statement(self):
        word = self.next()
        if word == "lock":
            return ("lock", self.next(), self.block())
        if word in ("wait", "waitms", "notify", "notifyall"):
            return (word, self.next())
        if word == "yield":
            return ("yield",)
        if word == "if":
            register = self.next()
            self.next("==")
            value = int(self.next())
            return ("if", register, value, self.block())
        if word == "until":
            variable = self.next()
            self.next("==")
            return ("until", variable, int(self.next()))
        if word == "loop":
            count = int(self.next())
            return ("loop", count, self.block())
        if self.peek() == "++":
            self.next()
            return ("increment", word)
        self.next("=")
        if self.peek(1) == "(":
            function = self.next()
            self.next("(")
            arguments = [self.next()]
            while self.next() == ",":
                arguments.append(int(self.next()))
            return (function, word, *arguments)
        if word in self.shared:
            return ("write", word, *self.operand())
        return ("read", word, self.next())


def flatten(statements, code, fresh):
    """Abstract statements to steps; each step touches the shared state once."""
    for s in statements:
        if s[0] == "lock":
            code.append(("acquire", s[1]))
            flatten(s[2], code, fresh)
            code.append(("release", s[1]))
        elif s[0] == "if":
            jump = len(code)
            code.append(None)
            flatten(s[3], code, fresh)
            code[jump] = ("skip unless", s[1], s[2], len(code))
        elif s[0] == "loop":
            for _ in range(s[1]):
                flatten(s[2], code, fresh)
        elif s[0] == "increment":
            register = f"${next(fresh)}"
            code.append(("read", register, s[1]))
            code.append(("write", s[1], register, 1))
        elif s[0] in ("wait", "waitms"):
            code.append(s)
            code.append(("reacquire", s[1]))
        elif s[0] != "yield":
            code.append(s)
    return code


def outcomes(shared, threads, shown):
    """Every line that can be printed, and `deadlock` if some threads can wait for ever."""
    fresh = itertools.count()
    programs = [flatten(Parser(t, shared).statements(), [], fresh) for t in threads]
    found, seen = set(), set()
    # a state: memory, per thread (pc, registers, status), monitors {m: (owner, depth)}, wait sets
    start = (tuple((v, 0) for v in shared), tuple((0, (), "ready", 0) for _ in threads), ())
    todo = [start]
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        successors = list(steps(programs, state))
        if successors:
            todo.extend(successors)
        elif all(pc == len(code) for (pc, *_), code in zip(state[1], programs)):
            memory = dict(state[0])
            registers = dict(pair for t in state[1] for pair in t[1])
            found.add(" ".join(f"{n}={memory[n] if n in memory else registers.get(n, 0)}" for n in shown))
        else:
            found.add("deadlock")
    return sorted(found)


def steps(programs, state):
    memory0, threads0, monitors0 = state
    for i, code in enumerate(programs):
        pc, registers0, status, depth = threads0[i]
        if pc == len(code):
            continue
        step = code[pc]
        memory, registers, monitors = dict(memory0), dict(registers0), dict(monitors0)

        def value(operand):
            return int(operand) if operand.isdigit() else registers.get(operand, 0)

        def after(new_pc=pc + 1, status="ready", depth=0, others=None):
            threads = list(threads0) if others is None else others
            threads[i] = (new_pc, tuple(sorted(registers.items())), status, depth)
            return (tuple(memory.items()), tuple(threads), tuple(sorted(monitors.items())))

        kind = step[0]
        if kind == "read":
            registers[step[1]] = memory[step[2]]
            yield after()
        elif kind == "write":
            memory[step[1]] = value(step[2]) + step[3]
            yield after()
        elif kind == "until":
            if memory[step[1]] == step[2]:
                yield after()
        elif kind == "cas":
            registers[step[1]] = int(memory[step[2]] == step[3])
            if memory[step[2]] == step[3]:
                memory[step[2]] = step[4]
            yield after()
        elif kind in ("add", "swap"):
            registers[step[1]] = memory[step[2]]
            memory[step[2]] = step[3] + (memory[step[2]] if kind == "add" else 0)
            yield after()
        elif kind == "skip unless":
            yield after(pc + 1 if registers.get(step[1], 0) == step[2] else step[3])
        elif kind == "acquire":
            owner, count = monitors.get(step[1], (i, 0))
            if owner == i:
                monitors[step[1]] = (i, count + 1)
                yield after()
        elif kind == "release":
            owner, count = monitors.pop(step[1])
            if count > 1:
                monitors[step[1]] = (owner, count - 1)
            yield after()
        elif kind in ("wait", "waitms"):
            owner, count = monitors.pop(step[1])
            yield after(pc + 1, "waiting timed" if kind == "waitms" else "waiting", count)
        elif kind == "reacquire":
            if status == "waiting":
                continue  # until notified
            # notified, or a timed wait that runs out at this moment
            if step[1] not in monitors:
                monitors[step[1]] = (i, depth)
                yield after()
            elif status == "waiting timed":
                yield after(pc, "notified", depth)
        elif kind in ("notify", "notifyall"):
            waiting = [j for j, t in enumerate(threads0)
                       if t[2].startswith("waiting") and programs[j][t[0]] == ("reacquire", step[1])]
            woken = [waiting] if kind == "notifyall" else [[j] for j in waiting]
            for some in woken or [[]]:
                others = list(threads0)
                for j in some:
                    others[j] = (others[j][0], others[j][1], "notified", others[j][3])
                yield after(others=others)
        else:
            raise AssertionError(step)


# ---- the Java program -----------------------------------------------------------------------------------------------

class Java:
    STORAGE = {
        "static": ("static int {v};", "{v}"),
        "volatile": ("static volatile int {v};", "{v}"),
        "field": (None, "box.{v}"),
        "given": (None, "box.{v}"),
        "array": (None, "cells[{i}]"),
        "atomic": ("static final AtomicInteger {v} = new AtomicInteger();", "{v}"),
    }

    def __init__(self, name, shared, threads, shown, kind):
        self.name, self.shared, self.shown, self.kind = name, shared, shown, kind
        self.bodies = [Parser(t, shared).statements() for t in threads]

    def place(self, v):
        return self.STORAGE[self.kind][1].format(v=v, i=self.shared.index(v))

    def get(self, v):
        return f"{v}.get()" if self.kind == "atomic" else self.place(v)

    def put(self, v, value):
        return f"{v}.set({value});" if self.kind == "atomic" else f"{self.place(v)} = {value};"

    def lines(self, statements, indent):
        pad = " " * indent
        for s in statements:
            kind = s[0]
            if kind == "lock":
                yield f"{pad}synchronized ({s[1]}) {{"
                yield from self.lines(s[2], indent + 4)
                yield pad + "}"
            elif kind == "if":
                yield f"{pad}if ({s[1]} == {s[2]}) {{"
                yield from self.lines(s[3], indent + 4)
                yield pad + "}"
            elif kind == "loop":
                yield f"{pad}for (int i = 0; i < {s[1]}; i++) {{"
                yield from self.lines(s[2], indent + 4)
                yield pad + "}"
            elif kind == "increment":
                yield pad + (self.put(s[1], f"{self.get(s[1])} + 1") if self.kind == "atomic" else f"{self.place(s[1])}++;")
            elif kind == "write":
                operand = s[2] if s[2].isdigit() or s[2] in self.registers else "0"
                yield pad + self.put(s[1], f"{operand} + {s[3]}" if s[3] else operand)
            elif kind == "read":
                yield f"{pad}{s[1]} = {self.get(s[2])};"
            elif kind == "until":
                yield f"{pad}while ({self.get(s[1])} != {s[2]}) Thread.yield();"
            elif kind == "cas":
                yield f"{pad}{s[1]} = {s[2]}.compareAndSet({s[3]}, {s[4]}) ? 1 : 0;"
            elif kind == "add":
                yield f"{pad}{s[1]} = {s[2]}.getAndAdd({s[3]});"
            elif kind == "swap":
                yield f"{pad}{s[1]} = {s[2]}.getAndSet({s[3]});"
            elif kind == "wait":
                yield f"{pad}{s[1]}.wait();"
            elif kind == "waitms":
                yield f"{pad}{s[1]}.wait(1);"
            elif kind == "notify":
                yield f"{pad}{s[1]}.notify();"
            elif kind == "notifyall":
                yield f"{pad}{s[1]}.notifyAll();"
            else:
                yield f"{pad}Thread.yield();"

    def written(self, statements):
        """Registers that a thread assigns, and monitors it uses."""
        for s in statements:
            if s[0] in ("read", "cas", "add", "swap"):
                yield s[1]
            for part in s:
                if isinstance(part, list):
                    yield from self.written(part)

    def tested(self, statements):
        for s in statements:
            if s[0] == "if":
                yield s[1]
            for part in s:
                if isinstance(part, list):
                    yield from self.tested(part)

    def monitors(self, statements):
        for s in statements:
            if s[0] == "lock":
                yield s[1]
            for part in s:
                if isinstance(part, list):
                    yield from self.monitors(part)

    def text(self):
        out = ["package litmus;", ""]
        if self.kind == "atomic":
            out += ["import java.util.concurrent.atomic.AtomicInteger;", ""]
        out.append(f"public class {self.name} {{")
        declaration = self.STORAGE[self.kind][0]
        if declaration:
            out += ["    " + declaration.format(v=v) for v in self.shared]
        elif self.kind in ("field", "given"):
            out += ["    static final class Box {", f"        int {', '.join(self.shared)};", "    }", ""]
            if self.kind == "field":
                out.append("    static final Box box = new Box();")
        else:
            out.append(f"    static final int[] cells = new int[{len(self.shared)}];")
        out += [f"    static final Object {m} = new Object();" for m in sorted({m for b in self.bodies for m in self.monitors(b)})]
        out.append("")
        for i, body in enumerate(self.bodies):
            self.registers = sorted({*self.written(body), *self.tested(body)})
            results = [r for r in self.registers if r in self.shown]
            out.append(f"    static final class T{i} extends Thread {{")
            out += [f"        int {r};" for r in results]
            if self.kind == "given":
                out += ["        Box box;", "", f"        T{i}(Box box) {{", "            this.box = box;", "        }"]
            out += ["", "        @Override", "        public void run() {", "            try {"]
            out += [f"                int {r} = 0;" for r in self.registers]
            out += self.lines(body, 16)
            out += [f"                this.{r} = {r};" for r in results]
            out += ["                if (false) throw new InterruptedException();", "            } catch (InterruptedException e) {",
                    "                throw new AssertionError(e);", "            }", "        }", "    }", ""]
        out.append("    public static void main(String[] args) throws InterruptedException {")
        if self.kind == "given":
            out.append("        Box box = new Box();")
        for i in range(len(self.bodies)):
            out.append(f"        T{i} t{i} = new T{i}({'box' if self.kind == 'given' else ''});")
        out += [f"        t{i}.start();" for i in range(len(self.bodies))]
        out += [f"        t{i}.join();" for i in range(len(self.bodies))]
        owner = {r: i for i, b in enumerate(self.bodies) for r in self.written(b)}
        parts = [f'"{" " if n else ""}{s}=" + ' + (self.get(s) if s in self.shared else f"t{owner[s]}.{s}")
                 for n, s in enumerate(self.shown)]
        out += [f"        System.out.println({' + '.join(parts)});", "    }", "}", ""]
        return "\n".join(out)


def all_tests():
    for name, (shared, threads, shown, kinds) in TESTS.items():
        for kind in kinds:
            yield name + kind.capitalize(), shared.split(), threads, shown.split(), kind


# ---- random tests ---------------------------------------------------------------------------------------------------

def random_body(rng, thread, disciplines, registers, size, held=()):
    """Statements of one thread. A variable's discipline says what its users keep to: a lock, an owner, never writing it."""
    out = []
    while size > 0:
        size -= 1
        variable = rng.choice(list(disciplines))
        discipline = disciplines[variable]
        register = rng.choice(registers)
        dice = rng.random()
        if dice < 0.12 and len(held) < 2:
            monitor = rng.choice("mn")
            inner = random_body(rng, thread, disciplines, registers, rng.randint(1, 2), (*held, monitor))
            out.append(f"lock {monitor} {{ {inner} }}")
            continue
        if dice < 0.2:
            inner = random_body(rng, thread, disciplines, registers, 1, held)
            out.append(f"if {register} == {rng.randint(0, 1)} {{ {inner} }}")
            continue
        if dice < 0.28 and held:
            out.append(rng.choice([f"notify {held[-1]}", f"notifyall {held[-1]}", f"waitms {held[-1]}", f"wait {held[-1]}"]))
            continue
        read, write = f"{register} = {variable}", rng.choice([f"{variable} = {rng.randint(1, 3)}", f"{variable} = {register} + 1", f"{variable}++"])
        access = rng.choice([read, write])
        if discipline == "constant" or discipline == "owned" and thread != 0 and rng.random() < 0.9:
            access = read if discipline == "constant" or rng.random() < 0.5 else "yield"
        if discipline in ("m", "n") and discipline not in held and rng.random() < 0.95:
            access = f"lock {discipline} {{ {access}; {read} }}"
        out.append(access)
    return "; ".join(out)


def random_tests(seed, count):
    for number in range(count):
        rng = random.Random(f"{seed} {number}")
        shared = ["x", "y", "z"][:rng.randint(1, 3)]
        disciplines = {v: rng.choice(["m", "m", "n", "constant", "owned", "free", "free"]) for v in shared}
        threads = [random_body(rng, i, disciplines, [f"r{i}", f"s{i}"], rng.randint(2, 4)) for i in range(rng.choice([2, 2, 3]))]
        used = [r for i, t in enumerate(threads) for r in (f"r{i}", f"s{i}") if re.search(rf"{r} = [xyz]", t)]
        kind = rng.choice(["static", "volatile", "field", "given", "array"])
        yield f"Random{number}{kind.capitalize()}", shared, threads, [*used, *shared], kind


def by_hand():
    """{name: (path, outcomes)}; a program says `// outcomes: A | B` in its first lines."""
    for path in sorted((HERE / "by_hand").glob("*.java")):
        line = next(l for l in path.read_text().splitlines() if l.startswith("// outcomes:"))
        yield path.stem, path, sorted(part.strip() for part in line.split(":", 1)[1].split("|"))


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--generate", type=pathlib.Path, metavar="DIR")
    options.add_argument("--random", metavar="SEED")
    options.add_argument("--count", type=int, default=40)
    args = options.parse_args()
    directory = args.generate
    expected = {}
    if directory:
        (directory / "litmus").mkdir(parents=True, exist_ok=True)
    for name, shared, threads, shown, kind in random_tests(args.random, args.count) if args.random else all_tests():
        expected[name] = outcomes(shared, threads, shown)
        if directory:
            (directory / "litmus" / f"{name}.java").write_text(Java(name, shared, threads, shown, kind).text())
    for name, path, lines in () if args.random else by_hand():
        expected[name] = lines
        if directory:
            (directory / "litmus" / path.name).write_text(path.read_text())
    if directory:
        (directory / "expected.json").write_text(json.dumps(expected, indent=1))
        return
    for name, lines in expected.items():
        print(f"{name}: {' | '.join(lines)}")
    print(f"{len(expected)} tests", file=sys.stderr)


if __name__ == "__main__":
    main()
