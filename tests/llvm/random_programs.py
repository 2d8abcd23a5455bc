#!/usr/bin/env python3
"""Random C programs: the machine for LLVM IR against others.

random_programs.py --runner BINARY --build DIR [--programs N] [--seed N] [--compiler NAME...]. Concurrent programs are
compared with an enumeration of all interleavings here, which shares nothing with the machine: the verdict and all final
values, with and without reduction, and every promise of the model is tested. In some of them main lets its threads go
and waits for a count instead of joining them. Programs whose threads have elements of arrays and blocks of their own,
and sometimes come to those of others, are compared with and without reduction. Sequential programs are compared with
what gcc's program prints. With several compilers, programs take turns. With --waymark, the values that variables take
are asked of the command. --only runs one kind: concurrent, elements, sequential or invariants.
"""
import argparse
import pathlib
import random
import subprocess
import sys


# ---------------------------------------------------------------- concurrent programs

GLOBALS = ["x", "y", "z"]
LOCKS = ["m", "n", "r"]  # r is for readers and writers
FREE = -1
C_OF_LOCKS = {"lock": "pthread_mutex_lock", "unlock": "pthread_mutex_unlock", "rdlock": "pthread_rwlock_rdlock",
              "wrlock": "pthread_rwlock_wrlock", "rwunlock": "pthread_rwlock_unlock"}


class Thread:
    """A list of operations: (name, arguments). Locals are l0 and l1."""

    def __init__(self, rng, size, tidy):
        self.ops = []
        if tidy:
            while len(self.ops) < size:
                self.section(rng)
        else:
            self.mix(rng, size)

    def section(self, rng):
        """Accesses to x under the lock for readers and writers, or to y under a mutex; sometimes others to z."""
        how = rng.choice(["rdlock", "rdlock", "wrlock", "lock"])
        variable, lock = ("y", "m") if how == "lock" else ("x", "r")
        self.ops.append((how, lock))
        for _ in range(rng.randrange(1, 3)):
            local = rng.randrange(2)
            if how != "rdlock" and rng.random() < 0.6:
                self.ops.append(("write", variable, local, rng.randrange(3)))
            else:
                self.ops.append(("read", local, variable))
        if rng.random() < 0.2:
            self.ops.append(("rmw", rng.randrange(2), rng.choice(["z", "z", variable]), 1))
        self.ops.append(("unlock" if how == "lock" else "rwunlock", lock))

    def mix(self, rng, size):
        held = []
        for _ in range(size):
            kind = rng.choice(["read", "read", "write", "write", "add", "lock", "unlock", "rmw", "cas", "if", "array", "heap",
                               "lock", "try"])
            local = rng.randrange(2)
            if kind == "lock" and len(held) < 2:
                lock = rng.choice([one for one in LOCKS if one not in held] or LOCKS)
                if lock in held:
                    continue
                held.append(lock)
                self.ops.append((rng.choice(["rdlock", "wrlock"]) if lock == "r" else "lock", lock))
            elif kind == "unlock" and held:
                self.give_back(held.pop(rng.randrange(len(held))))
            elif kind == "try" and "m" not in held:
                self.ops += [("try", local, "m"), ("untry", local, "m")]
            elif kind == "read":
                self.ops.append(("read", local, rng.choice(GLOBALS)))
            elif kind == "write":
                self.ops.append(("write", rng.choice(GLOBALS), local, rng.randrange(3)))
            elif kind == "add":
                self.ops.append(("add", local, rng.randrange(1, 4)))
            elif kind == "rmw":
                self.ops.append(("rmw", local, rng.choice(GLOBALS), rng.randrange(1, 3)))
            elif kind == "cas":
                self.ops.append(("cas", local, rng.choice(GLOBALS), rng.randrange(3), rng.randrange(3)))
            elif kind == "if":
                self.ops.append(("if", local, rng.randrange(1, 4), rng.choice(GLOBALS), rng.randrange(3)))
            elif kind == "array":
                self.ops.append(("array", local, rng.randrange(2)))
            elif kind == "heap":
                self.ops.append(("heap", local, rng.randrange(2)))
        while held:
            self.give_back(held.pop())

    def give_back(self, lock):
        self.ops.append(("rwunlock" if lock == "r" else "unlock", lock))


def c_of(threads, joins):
    text = ["#include <pthread.h>", "#include <stdlib.h>", "int x, y, z, a[2], result[7];", "int *h, done;",
            "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;",
            "pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;"]
    for number, thread in enumerate(threads):
        text.append(f"void *run{number}(void *arg) {{\n  int l0 = 0, l1 = {number};")
        for op in thread.ops:
            if op[0] in C_OF_LOCKS:
                text.append(f"  {C_OF_LOCKS[op[0]]}(&{op[1]});")
            elif op[0] == "try":
                text.append(f"  l{op[1]} = pthread_mutex_trylock(&{op[2]}) == 0;")
            elif op[0] == "untry":
                text.append(f"  if (l{op[1]}) pthread_mutex_unlock(&{op[2]});")
            elif op[0] == "read":
                text.append(f"  l{op[1]} = {op[2]};")
            elif op[0] == "write":
                text.append(f"  {op[1]} = l{op[2]} + {op[3]};")
            elif op[0] == "add":
                text.append(f"  l{op[1]} = (l{op[1]} + {op[2]}) & 7;")
            elif op[0] == "rmw":
                text.append(f"  l{op[1]} = __atomic_fetch_add(&{op[2]}, {op[3]}, __ATOMIC_SEQ_CST) & 7;")
            elif op[0] == "cas":
                text.append(f"  {{ int e = {op[3]}; l{op[1]} = __atomic_compare_exchange_n(&{op[2]}, &e, {op[4]}, 0, 5, 5); }}")
            elif op[0] == "if":
                text.append(f"  if (l{op[1]} < {op[2]}) {op[3]} = {op[4]};")
            elif op[0] == "array":
                text.append(f"  a[l{op[1]} & 1] = l{1 - op[1]};" if op[2] else f"  l{op[1]} = a[l{1 - op[1]} & 1];")
            elif op[0] == "heap":
                text.append(f"  h[{op[2]}] = l{op[1]};" if op[2] else f"  l{op[1]} = h[1];")
        text.append(f"  result[{4 + number}] = l0 * 10 + l1;")
        text.append("  return 0;\n}" if joins else "  __atomic_fetch_add(&done, 1, __ATOMIC_SEQ_CST);\n  return 0;\n}")
    text.append("int main(void) {\n  pthread_t t[3];\n  h = calloc(2, sizeof(int));")
    for number in range(len(threads)):
        text.append(f"  pthread_create(&t[{number}], 0, run{number}, 0);")
        if not joins and number != 1:  # one of them ends and is never joined
            text.append(f"  pthread_detach(t[{number}]);")
    for number in range(len(threads) if joins else 0):
        text.append(f"  pthread_join(t[{number}], 0);")
    if not joins:
        text.append(f"  while (__atomic_load_n(&done, __ATOMIC_SEQ_CST) < {len(threads)}) {{}}")
    text.append("  result[0] = x; result[1] = y; result[2] = z; result[3] = a[0] * 100 + a[1] * 10000 + h[0] + h[1] * 10;")
    text.append("  free(h);\n  return 0;\n}")
    return "\n".join(text) + "\n"


def enumerate_runs(threads, most=400_000):
    """(deadlock?, final values), or None if there are too many states. A state: globals, arrays, heap, locks, and each
    thread's place and locals. A statement is run in its accesses to what is shared."""
    start = ((0, 0, 0), (0, 0), (0, 0), (FREE, FREE, FREE), tuple((0, 0, number) for number in range(len(threads))))
    seen, work = {start}, [start]
    deadlock, finals = False, set()
    while work:
        state = work.pop()
        if len(seen) > most:
            return None
        variables, array, heap, locks, stands = state
        moved = False
        for who, (at, l0, l1) in enumerate(stands):
            ops = threads[who].ops
            if at >= len(ops):
                continue
            op = ops[at]
            new = {"v": list(variables), "a": list(array), "h": list(heap), "k": list(locks), "l": [l0, l1]}
            if op[0] in ("lock", "wrlock"):
                index = LOCKS.index(op[1])
                if locks[index] != FREE:
                    continue
                new["k"][index] = who
            elif op[0] == "rdlock":
                if locks[2] != FREE and not isinstance(locks[2], tuple):
                    continue
                new["k"][2] = tuple(sorted((*(locks[2] if locks[2] != FREE else ()), who)))
            elif op[0] == "unlock":
                new["k"][LOCKS.index(op[1])] = FREE
            elif op[0] == "rwunlock":
                others = tuple(one for one in locks[2] if one != who) if isinstance(locks[2], tuple) else ()
                new["k"][2] = others or FREE
            elif op[0] == "try":
                new["l"][op[1]] = int(locks[0] == FREE)
                if locks[0] == FREE:
                    new["k"][0] = who
            elif op[0] == "untry":
                if new["l"][op[1]]:
                    new["k"][0] = FREE
            elif op[0] == "read":
                new["l"][op[1]] = variables[GLOBALS.index(op[2])]
            elif op[0] == "write":
                new["v"][GLOBALS.index(op[1])] = new["l"][op[2]] + op[3]
            elif op[0] == "add":
                new["l"][op[1]] = (new["l"][op[1]] + op[2]) & 7
            elif op[0] == "rmw":
                index = GLOBALS.index(op[2])
                new["l"][op[1]] = variables[index] & 7
                new["v"][index] = variables[index] + op[3]
            elif op[0] == "cas":
                index = GLOBALS.index(op[2])
                new["l"][op[1]] = int(variables[index] == op[3])
                if variables[index] == op[3]:
                    new["v"][index] = op[4]
            elif op[0] == "if":
                if new["l"][op[1]] < op[2]:
                    new["v"][GLOBALS.index(op[3])] = op[4]
            elif op[0] == "array":
                if op[2]:
                    new["a"][new["l"][op[1]] & 1] = new["l"][1 - op[1]]
                else:
                    new["l"][op[1]] = array[new["l"][1 - op[1]] & 1]
            elif op[0] == "heap":
                if op[2]:
                    new["h"][1] = new["l"][op[1]]
                else:
                    new["l"][op[1]] = heap[1]
            moved = True
            there = list(stands)
            there[who] = (at + 1, *new["l"])
            after = (tuple(new["v"]), tuple(new["a"]), tuple(new["h"]), tuple(new["k"]), tuple(there))
            if after not in seen:
                seen.add(after)
                work.append(after)
        if not moved:
            if any(at < len(threads[who].ops) for who, (at, _, _) in enumerate(stands)):
                deadlock = True
            else:
                results = [l0 * 10 + l1 for (_, l0, l1) in stands] + [0] * (3 - len(stands))
                last = array[0] * 100 + array[1] * 10000 + heap[0] + heap[1] * 10
                finals.add(" ".join(str(one) for one in (*variables, last, *results)))
    return deadlock, finals, seen


def ask(runner, file, *options):
    done = subprocess.run([runner, "--outputs", "--states", "400000", *options, file], capture_output=True, text=True, timeout=300)
    lines = done.stdout.strip().split("\n")
    verdict = lines[0].split(": ", 1)[1] if ": " in lines[0] else lines[0] + done.stderr
    return verdict, {" ".join(line.split()[1:]) for line in lines[1:]}


def concurrent(runner, build, seed, compiler):
    rng = random.Random(seed)
    count = rng.choice([2, 2, 2, 3])
    tidy = rng.random() < 0.4
    threads = [Thread(rng, rng.randrange(2, 7 if count == 2 else 5), tidy) for _ in range(count)]
    expected = enumerate_runs(threads)
    if expected is None:
        return "skipped"
    deadlock, finals, _ = expected
    file = build / f"concurrent{seed}.c"
    joins = rng.random() < 0.7
    file.write_text(c_of(threads, joins))
    deadlock = deadlock and joins  # otherwise main waits for ever, but not in vain
    for options in ([], ["--checked"], ["--por"], ["--por", "--checked"]):
        verdict, outputs = ask(runner, file, *compiler, *options)
        if deadlock != verdict.startswith("violation deadlock"):
            return f"{file} {options}: {verdict}, but a deadlock is {'reachable' if deadlock else 'not reachable'}"
        if not deadlock and (not verdict.startswith("holds") or outputs != finals):
            return f"{file} {options}: {verdict}: missing {sorted(finals - outputs)[:3]}, too many {sorted(outputs - finals)[:3]}"
    file.unlink()
    return None


ELEMENTS = ["c[{}]", "s[{}]", "a[{}]", "e[{}].x", "e[{}].y", "p[{}]->x", "p[{}]->y", "big[{} * 30]"]


class Elements:
    """Thread i has the elements with index i. Main may set them before it starts the thread, and read them once it has
    joined it; some accesses go astray."""

    def __init__(self, rng):
        self.rng = rng
        self.count = rng.choice([2, 2, 3])
        self.used = rng.sample(ELEMENTS, rng.randrange(1, 4))
        self.astray = rng.choice([0, 0.1, 0.3])
        self.joins = rng.random() < 0.8

    def element(self, own):
        index = self.rng.randrange(self.count) if self.rng.random() < self.astray else own
        return self.rng.choice(self.used).format(index)

    def statement(self, own):
        rng, at = self.rng, self.element(own)
        kind = rng.randrange(6)
        if kind == 0:
            return f"{at} = l + {rng.randrange(3)};"
        if kind == 1:
            return f"l = {at};"
        if kind == 2:
            return f"__atomic_fetch_add(&{at}, {rng.randrange(1, 3)}, __ATOMIC_SEQ_CST);"
        if kind == 3:
            lock = f"m[{rng.randrange(self.count) if rng.random() < self.astray else own}]"
            return f"pthread_mutex_lock(&{lock}); {at} += 1; pthread_mutex_unlock(&{lock});"
        if kind == 4:
            return f"if (l < {rng.randrange(1, 3)}) {at} = {rng.randrange(3)};"
        return f"{at} += 1;"

    def make(self):
        rng, count = self.rng, self.count
        text = ["#include <pthread.h>", "#include <stdlib.h>", "struct cell { int x; char y; };",
                f"char c[{count}]; short s[{count}]; int a[{count}], big[400], result[{2 + count}], done;",
                f"struct cell e[{count}], *p[{count}];",
                f"pthread_mutex_t m[{count}] = {{{', '.join(['PTHREAD_MUTEX_INITIALIZER'] * count)}}};"]
        for own in range(count):
            body = " ".join(self.statement(own) for _ in range(rng.randrange(1, 5 if count == 2 else 3)))
            last = "" if self.joins else " __atomic_fetch_add(&done, 1, __ATOMIC_SEQ_CST);"
            text.append(f"void *run{own}(void *arg) {{ int l = {own}; {body} result[{own}] = l;{last} return 0; }}")
        text.append(f"int main(void) {{ int l = 1; pthread_t t[{count}];\n  for (int i = 0; i < {count}; i++) p[i] = calloc(1, 8);")
        for own in range(count):
            if rng.random() < 0.6:
                text.append(f"  {self.statement(own)}")
            text.append(f"  pthread_create(&t[{own}], 0, run{own}, 0);")
            if not self.joins and own != 1:
                text.append(f"  pthread_detach(t[{own}]);")
        for own in range(count if self.joins else 0):
            text.append(f"  pthread_join(t[{own}], 0);")
            if rng.random() < 0.6:
                text.append(f"  {self.statement(own)}")
        if not self.joins:
            text.append(f"  while (__atomic_load_n(&done, __ATOMIC_SEQ_CST) < {count}) {{}}")
        weighed = " + ".join(f"{3 ** n} * {one.format(own)}" for own in range(count) for n, one in enumerate(self.used))
        text.append(f"  result[{count}] = l; result[{count + 1}] = {weighed};\n  return 0;\n}}")
        return "\n".join(text) + "\n"


def elements(runner, build, seed, compiler):
    file = build / f"elements{seed}.c"
    file.write_text(Elements(random.Random(seed)).make())
    command = [runner, "--every-way", "--outputs", "--states", "100000", *compiler, file]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    ways = done.stdout.split(f"{file}: ")[1:]
    verdicts = [way.split(" [")[0] for way in ways]
    if "incomplete" in verdicts:
        file.unlink()
        return "skipped"
    outputs = [way.split("\n")[1:] for way in ways]
    if verdicts != ["holds"] * 4 or any(one != outputs[0] for one in outputs):
        return f"{file}: {verdicts}{done.stderr}, or values that reduction leaves out or adds"
    file.unlink()
    return None


def invariants(waymark, build, seed, compiler):
    """Which values variables and locals take: by invariants, formulas, scripts and trails of the command itself."""
    rng = random.Random(seed)
    threads = [Thread(rng, rng.randrange(2, 6), rng.random() < 0.4) for _ in range(2)]
    deadlock, _, seen = enumerate_runs(threads)
    if deadlock:
        return "skipped"
    file = build / f"invariants{seed}.c"
    file.write_text(c_of(threads, True))
    reached = {name: {state[0][index] for state in seen} for index, name in enumerate(GLOBALS)}
    reached["run1::l0"] = {state[4][1][1] for state in seen}
    for name, values in reached.items():
        value = rng.randrange(5)
        way = rng.choice(["invariant", "formula", "whole"])
        question = ["--invariant", f"{name} != {value}"] if way != "formula" else ["--ltl", f"[] !({name} == {value})"]
        command = [waymark, "check", file, *compiler, *question, *(["--por", "off"] if way == "whole" else [])]
        script, trail = build / f"invariants{seed}.way", build / f"invariants{seed}.trail"
        done = subprocess.run([*command, "--script", script, "--trail", trail], capture_output=True, text=True, timeout=300)
        if done.returncode != int(value in values):
            return f"{file} {question}: exit {done.returncode}, but the values are {sorted(values)}: {done.stdout[:200]}{done.stderr}"
        if done.returncode == 0:
            shown = script.with_suffix(".1.way") if way == "formula" else script
            after = subprocess.run([waymark, "certify", file, *compiler, *question, "--script", shown], capture_output=True, text=True)
            if after.returncode != 0:
                return f"{file} {question}: certify says {after.stdout[:200]}{after.stderr}"
        else:
            after = subprocess.run([waymark, "replay", file, *compiler, "--trail", trail], capture_output=True, text=True)
            if after.returncode != 1:
                return f"{file} {question}: replay says {after.stdout[:200]}{after.stderr}"
        for one in build.glob(f"invariants{seed}.*[yl]"):
            one.unlink()
    file.unlink()
    return None


# ---------------------------------------------------------------- sequential programs

TYPES = ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long"]


class Sequential:
    def __init__(self, rng):
        self.rng = rng
        self.text = []
        self.names = []

    def expression(self, depth=0):
        rng = self.rng
        if depth > 2 or rng.random() < 0.3:
            return rng.choice(self.names + [str(rng.randrange(-9, 100)), "s.b", "s.c", "t[i & 3]", "u.w", "*p", "q->d"])
        left, right = self.expression(depth + 1), self.expression(depth + 1)
        kind = rng.randrange(9)
        if kind == 0:
            return f"({left} / ((({right}) & 7) + 1))"
        if kind == 1:
            return f"({left} % ((({right}) & 7) + 1))"
        if kind == 2:
            return f"((unsigned)({left}) << (({right}) & 7))"
        if kind == 3:
            return f"(({left}) >> (({right}) & 7))"
        if kind == 4:
            return f"(({left}) {rng.choice(['<', '>', '==', '!=', '<=', '>='])} ({right}))"
        if kind == 5:
            return f"(({left}) ? ({right}) : {self.expression(depth + 1)})"
        if kind == 6:
            return f"({rng.choice(TYPES)})({left})"
        return f"(({left}) {rng.choice(['+', '-', '*', '&', '|', '^'])} ({right}))"

    def statement(self, depth=0):
        rng = self.rng
        kind = rng.randrange(10)
        value = self.expression()
        if kind < 3:
            return f"{rng.choice(self.names)} = {value};"
        if kind == 3:
            return f"s.{rng.choice('abcd')} = {value};"
        if kind == 4:
            return f"t[({value}) & 3] = {self.expression()};"
        if kind == 5 and depth < 2:
            return f"if ({value}) {{ {self.statement(depth + 1)} }} else {{ {self.statement(depth + 1)} }}"
        if kind == 6 and depth < 2:
            return f"for (i = 0; i < {rng.randrange(1, 5)}; i++) {{ {self.statement(2)} }}"
        if kind == 7:
            return rng.choice(["memcpy(&s2, &s, sizeof s);", "s2 = s; q = &s2;", "q = q == &s ? &s2 : &s;", "p = &t[i & 3];",
                               "memset(t, 1, 8);", "u.h[1] = t[1];", "s = twice(s2);", f"*p = {value};"])
        if kind == 8:
            return f"switch (({value}) & 3) {{ case 0: {self.statement(2)} break; case 2: {self.statement(2)} default: v0 ^= 1; }}"
        return f"v0 = f({value}, {self.expression()});"

    def make(self):
        rng = self.rng
        head = ["#include <stdio.h>", "#include <string.h>", "int result[6];",
                "struct S { int a : 5; unsigned b : 7; short c; long d; } s, s2;",
                "union { unsigned w; unsigned short h[2]; } u;", "int t[4], i;", "int *p = t; struct S *q = &s;",
                "static struct S twice(struct S x) { x.c *= 2; x.d += x.a; return x; }",
                "static long f(long a, int b) { return b > 20 || b < 0 ? a ^ b : b == 0 ? a : f(a + b, b - 1); }", "int main(void) {"]
        for number in range(4):
            self.names.append(f"v{number}")
            head.append(f"  {rng.choice(TYPES)} v{number} = {rng.randrange(-50, 50)};")
        body = [f"  {self.statement()}" for _ in range(rng.randrange(4, 14))]
        tail = ["  result[0] = v0; result[1] = v1; result[2] = v2 ^ v3; result[3] = t[0] ^ t[1] * 3 ^ t[2] * 5 ^ t[3] * 7;",
                "  result[4] = s.a + s.b * 3 + s.c * 5 + (int)s.d; result[5] = u.w ^ (int)s2.d ^ s2.c;",
                "#ifdef NATIVE", "  for (i = 0; i < 6; i++) printf(\"%d \", result[i]);", "#endif", "  return 0;\n}"]
        return "\n".join(head + body + tail) + "\n"


def sequential(runner, build, seed, compiler):
    file = build / f"sequential{seed}.c"
    file.write_text(Sequential(random.Random(seed)).make())
    native = build / f"sequential{seed}"
    subprocess.run(["gcc", "-w", "-O0", "-fwrapv", "-DNATIVE", "-o", native, file], check=True)
    expected = " ".join(subprocess.run([native], capture_output=True, text=True, timeout=60).stdout.split())
    verdict, outputs = ask(runner, file, *compiler)
    native.unlink()
    if not verdict.startswith("holds") or outputs != {expected}:
        return f"{file}: {verdict}: {sorted(outputs)}, but gcc's program says {expected}"
    file.unlink()
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--runner", required=True)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--waymark")
    parser.add_argument("--compiler", nargs="+")
    parser.add_argument("--only")
    options = parser.parse_args()
    options.build.mkdir(parents=True, exist_ok=True)
    wrong = skipped = tried = 0
    for seed in range(options.seed, options.seed + options.programs):
        compiler = ["--compiler", options.compiler[seed % len(options.compiler)]] if options.compiler else []
        for test in (concurrent, elements, sequential, invariants):
            subject = options.waymark if test is invariants else options.runner
            if not subject or options.only not in (None, test.__name__):
                continue
            tried += 1
            problem = test(subject, options.build, seed, compiler)
            if problem == "skipped":
                skipped += 1
            elif problem:
                wrong += 1
                print(problem)
    print(f"{tried} programs, {wrong} wrong, {skipped} too large to enumerate")
    sys.exit(1 if wrong or skipped >= tried else 0)


if __name__ == "__main__":
    main()
