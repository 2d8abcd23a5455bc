#!/usr/bin/env python3
"""Virtual threads with few carriers: programs of tests/java/carriers, and random ones.

carriers.py --waymark BINARY --build DIR [--random SEED] [--count N] [--jvm]. A random program is run by an interpreter below, which
explores all schedules with so many carriers; Waymark has to find exactly the same outcomes. --jvm runs what ends for want of carriers
on a JVM with as many, which has to hang. Skipped without a JDK that has virtual threads.
"""
import argparse
import concurrent.futures
import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, ROOT, files, java, processes, waymark  # noqa: E402

SOURCES = ROOT / "tests" / "java" / "carriers"
SKIPPED = 77
DEADLOCK, HOLDS = "deadlock after", "in any reachable state of Carried"
# Options, word, exit code, and what has to be said. Monitors pin before JDK 24, and with the option; initialisers pin always.
QUESTIONS = [
    ("", "initialiser", 0, HOLDS),
    ("--carriers 1", "initialiser", 1, "a carrier, taken by first (pinned)"),
    ("--carriers 2", "initialiser", 0, HOLDS),
    ("--carriers 1 --jobs 2", "initialiser", 1, DEADLOCK),
    ("--carriers 1 --search dfs --store exact", "initialiser", 1, DEADLOCK),
    ("--carriers 1 --preemptions 2", "initialiser", 1, DEADLOCK),
    ("--carriers 1 --hunt --time 60s", "initialiser", 1, DEADLOCK),
    ("--carriers 1 --tune pinning=monitors", "monitor", 1, DEADLOCK),
    ("--carriers 2 --tune pinning=monitors", "monitor", 0, HOLDS),
    ("--carriers 1", "latch", 0, HOLDS),
    ("--carriers 1 --tune pinning=monitors", "latch", 0, HOLDS),
    ("--carriers 1 --tune pinning=monitors", "wait", 1, DEADLOCK),
    ("--carriers 2 --tune pinning=monitors", "wait", 0, HOLDS),
    ("--carriers 1 --tune pinning=monitors", "lock", 1, DEADLOCK),
    ("--carriers 2 --tune pinning=monitors", "lock", 0, HOLDS),
    ("--carriers 1", "yield", 0, HOLDS),
    ("--carriers 1", "yield", 0, "not: can spin for ever"),
    ("--carriers 1", "spin", 0, "first at Carried.java:83 can spin for ever"),
    ("--carriers 1", "count", 0, HOLDS),
    ("--carriers 2", "count", 1, "assertion after"),
    ("--carriers 1", "sleep", 1, "assertion after"),
    ("--carriers 1 --timeouts last", "sleep", 1, "assertion after"),
    ("--carriers 1", "executor", 0, HOLDS),
    ("--carriers 1", "platform", 0, HOLDS),
    ("--carriers 1 --por on", "latch", 2, "--carriers"),
    ("--carriers 1 --library atomic", "latch", 2, "--carriers"),
    ("--tune pinning=monitors", "latch", 2, "add --carriers N"),
]
BEFORE_24 = [("--carriers 1", word, 1, DEADLOCK) for word in ("monitor", "wait", "lock")]
SINCE_24 = [("--carriers 1", word, 0, HOLDS) for word in ("monitor", "wait", "lock")]


class Program:
    """Three virtual threads of a few statements each: ticks of a clock, blocks of two monitors, parks, permits for others, yields."""

    def __init__(self, dice, number):
        self.name = f"Random{number}"
        self.carriers = dice.choice((1, 1, 2))
        self.pinning = dice.choice(("jdk", "monitors"))
        self.threads = [self.block(dice, dice.randint(2, 3), 1) for _ in range(3)]

    def block(self, dice, length, depth):
        code = []
        for _ in range(length):
            kind = dice.choice(["tick", "tick", "park", "permit", "permit", "yield", "monitor", "monitor"])
            if kind == "monitor" and depth > 0:
                monitor = dice.randrange(2)
                code += [("enter", monitor), *self.block(dice, dice.randint(1, 2), depth - 1), ("leave", monitor)]
            elif kind == "permit":
                code.append((kind, dice.randrange(3)))
            else:
                code.append(("tick" if kind == "monitor" else kind, 0))
        return code

    def java(self):
        lines = {"tick": "log += clock.getAndIncrement();", "park": "LockSupport.park();", "permit": "LockSupport.unpark(threads[{0}]);",
                 "yield": "Thread.yield();", "enter": "synchronized (monitor{0}) {{", "leave": "}}"}
        bodies = "\n".join(f"""  static void run{i}() {{
    String log = "";
{chr(10).join("    " + lines[kind].format(which) for kind, which in code)}
    log{i} = log;
  }}""" for i, code in enumerate(self.threads))
        return f"""import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
public class {self.name} {{
  static final Object monitor0 = new Object(), monitor1 = new Object();
  static final AtomicInteger clock = new AtomicInteger();
  static final Thread[] threads = new Thread[3];
  static String log0, log1, log2;
{bodies}
  public static void main(String[] args) throws Exception {{
    threads[0] = Thread.ofVirtual().unstarted({self.name}::run0);
    threads[1] = Thread.ofVirtual().unstarted({self.name}::run1);
    threads[2] = Thread.ofVirtual().unstarted({self.name}::run2);
    for (Thread thread : threads) thread.start();
    for (Thread thread : threads) thread.join();
    boolean listed = java.util.Arrays.asList(args).contains(log0 + "," + log1 + "," + log2);
    if (listed == args[0].equals("these")) throw new IllegalStateException("outcome " + log0 + "," + log1 + "," + log2);
  }}
}}
"""

    def outcomes(self, monitors_pin):
        """(logs of runs that end, whether some run hangs). Who has a carrier keeps it, but for a step in which it gives it up where it
        yields or cannot go on, unless it is pinned. `started` of the threads are there: main starts them one by one."""
        start = (0, (None, None), 0, tuple((0, False, False, "") for _ in self.threads))
        seen, open_, logs, hangs = {start}, [start], set(), False
        while open_:
            started, owners, clock, threads = open_.pop()
            followers = []
            if started < len(threads):
                followers.append((started + 1, owners, clock, threads))
            free = sum(carried for _pc, carried, _permit, _log in threads) < self.carriers
            for me in range(started):
                pc, carried, permit, log = threads[me]
                code = self.threads[me]
                if pc == len(code) and not carried:
                    continue  # it has ended
                kind, which = code[pc] if pc < len(code) else ("end", 0)
                waits = (kind == "park" and not permit) or (kind == "enter" and owners[which] not in (None, me))
                pinned = monitors_pin and (kind == "enter" or me in owners)
                if carried and (waits or kind == "yield") and not pinned:
                    followers.append((started, owners, clock, replaced(threads, me, (pc, False, permit, log))))
                if waits or not (carried or free):
                    continue
                after, own, ticks = threads, owners, clock
                if kind == "tick":
                    log, ticks = log + str(clock), clock + 1
                if kind == "permit" and which < started and not self.ended(threads, which):
                    other = after[which]
                    after = replaced(after, which, (other[0], other[1], True, other[3]))
                if which == me and kind == "permit":
                    permit = True
                if kind == "park":
                    permit = False
                if kind == "enter":
                    own = replaced(owners, which, me)
                # A block in a block of the same monitor is left by the last one.
                if kind == "leave" and self.depth(me, pc, which) == 1:
                    own = replaced(owners, which, None)
                followers.append((started, own, ticks, replaced(after, me, (pc + (kind != "end"), kind != "end", permit, log))))
            if not followers:
                done = all(self.ended(threads, me) for me in range(len(threads)))
                hangs = hangs or not done
                if done:
                    logs.add(",".join(log for _pc, _carried, _permit, log in threads))
            for follower in followers:
                if follower not in seen:
                    seen.add(follower)
                    open_.append(follower)
        return logs, hangs

    def ended(self, threads, me):
        return threads[me][0] == len(self.threads[me]) and not threads[me][1]

    def depth(self, me, pc, monitor):
        """How many blocks of the monitor are open before that statement."""
        before = self.threads[me][:pc]
        return before.count(("enter", monitor)) - before.count(("leave", monitor))


def replaced(row, at, value):
    return row[:at] + (value,) + row[at + 1:]


def compare(binary, home, classes, program, monitors_pin):
    """(whether some run hangs, what is wrong)"""
    logs, hangs = program.outcomes(monitors_pin or program.pinning == "monitors")
    command = [binary, "check", "--jdk", home, "--classpath", classes, "--carriers", program.carriers, "--tune", f"pinning={program.pinning}"]
    ends = processes.run([*command, "--property", "deadlock", program.name, "others"], limit=HANGS)
    if ends.code != hangs:
        return hangs, f"{program.name}: exit code {ends.code}, where some run {'hangs' if hangs else 'would have to hang'}: {ends.last_words()[:300]}"
    command += ["--property", "exception", program.name]
    others = processes.run([*command, "others", *sorted(logs)], limit=HANGS)
    if others.code != 0:
        return hangs, f"{program.name}: has another outcome than {sorted(logs)}: {others.last_words()[:300]}"
    some = sorted(logs)[:: max(1, len(logs) // 3)]
    lost = [it for it in some if processes.run([*command, "these", it], limit=HANGS).code != 1]
    return hangs, f"{program.name}: never has {lost}" if lost else None


def on_jvm(home, classes):
    """What deadlocks for want of carriers hangs on a JVM with as many, and ends with one more."""
    faults = []
    since = QUESTIONS + SINCE_24
    for words, word, code, said in since:
        if "pinning" in words or "--carriers" not in words or word in ("spin", "count", "sleep") or code == 2 or len(words.split()) > 2:
            continue
        number = words.split()[1]
        command = [home / "bin" / "java", f"-Djdk.virtualThreadScheduler.parallelism={number}",
                   f"-Djdk.virtualThreadScheduler.maxPoolSize={number}", "-cp", classes, "Carried", word]
        try:
            subprocess.run([str(it) for it in command], timeout=10, check=True, capture_output=True)
            hung = False
        except subprocess.TimeoutExpired:
            hung = True
        if hung and code == 0:
            faults.append(f"{word} with {number} carriers hangs on the JVM, but '{said}'")
        print(f"{word} with {number} carriers: {'hangs' if hung else 'ends'} on the JVM; {'deadlock' if code else 'holds'}")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "java-carriers")
    parser.add_argument("--random", metavar="SEED", default="1")
    parser.add_argument("--count", type=int, default=6)
    parser.add_argument("--jvm", action="store_true")
    options = parser.parse_args()
    newer = {number: home for number, home in java.installed().items() if number >= 21}
    if not newer:
        print("skipped: virtual threads, for want of a JDK since 21 in /usr/lib/jvm or JAVA21_HOME")
        sys.exit(SKIPPED)
    number, home = max(newer.items())
    dice = random.Random(options.random)
    programs = [Program(dice, each) for each in range(options.count)]
    texts = options.build / "sources"
    sources = sorted(SOURCES.glob("*.java"))
    classes = options.build / "classes"

    def make():
        texts.mkdir(parents=True, exist_ok=True)
        for program in programs:
            (texts / f"{program.name}.java").write_text(program.java())
        made = [*sources, *(texts / f"{program.name}.java" for program in programs)]
        subprocess.run([home / "bin" / "javac", *(f"-J{it}" for it in java.BRIEF), "-g", "-nowarn", "-d", classes, *made], check=True)

    files.made(options.build, [*sources, pathlib.Path(__file__)], make, options.random, str(options.count), str(number))

    def ask(question):
        words, word, code, said = question
        ran = processes.run([options.waymark, "check", "--jdk", home, "--classpath", classes, *words.split(), "Carried", word], limit=HANGS)
        unsaid = said.removeprefix("not: ")
        if ran.code == code and (unsaid in ran.out + ran.err) == (unsaid == said):
            return []
        return [f"Carried {words} {word}: exit code {ran.code} instead of {code}, or it does not say '{said}': {(ran.out + ran.err).strip()[:600]}"]

    faults = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for found in pool.map(ask, QUESTIONS + (BEFORE_24 if number < 24 else SINCE_24)):
            faults += found
        compared = list(pool.map(lambda program: compare(options.waymark, home, classes, program, number < 24), programs))
    faults += [fault for _hangs, fault in compared if fault]
    old = java.installed().get(17)
    if old is not None:
        ran = processes.run([options.waymark, "check", "--jdk", old, "--carriers", "1", "--classpath", classes, "Carried", "latch"], limit=HANGS)
        if ran.code != 2:
            faults.append(f"--carriers on JDK 17: exit code {ran.code}: {ran.last_words()[:300]}")
    script = options.build / "c.way"
    carried = ["--jdk", home, "--classpath", classes, "--carriers", "1", "Carried", "latch"]
    processes.run([options.waymark, "check", *carried, "--script", script], limit=HANGS)
    for words, code in ((carried, 0), ([*carried[:5], "2", *carried[6:]], 4), ([*carried[:4], *carried[6:]], 4)):
        ran = processes.run([options.waymark, "certify", "--script", script, *words], limit=HANGS)
        if ran.code != code:
            faults.append(f"certify {words[4:]}: exit code {ran.code} instead of {code}: {ran.last_words()[:300]}")
    if options.jvm:
        faults += on_jvm(home, classes)
    hang = sum(hangs for hangs, _fault in compared)
    print("\n".join(faults + [f"JDK {number}: {len(QUESTIONS) + 3} questions, {len(programs)} random programs, {hang} of them hang; {len(faults)} wrong"]))
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
