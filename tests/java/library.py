#!/usr/bin/env python3
"""Calls of the library as one step, compared with calls in steps: library.py --runner BINARY --build DIR [NAME...].

Takes the programs of tests/java/library/by_hand, or with --random SEED [--count N] random ones: two or three threads that use a
lock, a condition, a queue, a latch, a map, a future or a pool. What they print with calls as one step has to be among what they print
with calls in steps, and nothing may be missing but for a reason that docs/use/java.md names (LOSES). `make campaign NAME=java-library` does
so for thousands.
"""
import argparse
import json
import pathlib
import random
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import ROOT, files, java  # noqa: E402

BY_HAND = ROOT / "tests" / "java" / "library" / "by_hand"
CELLS = "cells of a LongAdder, which only a race makes"
TAKEN = "FutureTask.cancel after a thread has taken the task and before it has begun"
LISTED = "the order in which a ConcurrentHashMap is listed, and traversals that pass several bins"

# What threads share: kind, declaration, and what a thread may do with it. `out` is a text of the thread's own, which is
# printed in the end; `x` a volatile number that all of them share.
KINDS = {
    "lock": ("ReentrantLock {0} = new ReentrantLock();", [
        "{0}.lock(); x++; {0}.unlock();",
        "{0}.lock(); try {{ out += x; }} finally {{ {0}.unlock(); }}",
        "if ({0}.tryLock()) {{ x++; {0}.unlock(); out += \"t\"; }} else out += \"f\";",
        "out += {0}.isLocked();",
        "{0}.lockInterruptibly(); out += x; {0}.unlock();",
        "{0}.lock(); {0}.lock(); x++; {0}.unlock(); {0}.unlock();",
    ]),
    "condition": ("Guard {0} = new Guard();", [
        "{0}.lock.lock(); try {{ while (x == 0) {0}.go.await(); x--; }} finally {{ {0}.lock.unlock(); }}",
        "{0}.lock.lock(); x++; {0}.go.signal(); {0}.lock.unlock();",
        "{0}.lock.lock(); x++; {0}.go.signalAll(); {0}.lock.unlock();",
        "out += {0}.lock.hasQueuedThreads();",
    ]),
    "semaphore": ("Semaphore {0} = new Semaphore(1);", [
        "{0}.acquire(); x++; {0}.release();",
        "{0}.acquire();",
        "{0}.release();",
        "out += {0}.tryAcquire();",
        "out += {0}.availablePermits();",
    ]),
    "latch": ("CountDownLatch {0} = new CountDownLatch(2);", [
        "{0}.countDown();",
        "{0}.countDown(); out += {0}.getCount();",
        "{0}.await(); out += x;",
        "out += {0}.getCount();",
        "x++; {0}.countDown();",
    ]),
    "array queue": ("BlockingQueue<Integer> {0} = new ArrayBlockingQueue<>(1);", None),
    "linked queue": ("BlockingQueue<Integer> {0} = new LinkedBlockingQueue<>(1);", None),
    "lock-free queue": ("ConcurrentLinkedQueue<Integer> {0} = new ConcurrentLinkedQueue<>();", [
        "{0}.add({n});",
        "out += {0}.poll();",
        "out += {0}.size();",
        "out += {0}.isEmpty();",
        "out += {0}.remove({n});",
    ]),
    "map": ("ConcurrentHashMap<String, Integer> {0} = new ConcurrentHashMap<>();", [
        "out += {0}.put(\"a\", {n});",
        "out += {0}.putIfAbsent(\"a\", {n});",
        "out += {0}.get(\"a\");",
        "out += {0}.remove(\"a\");",
        "out += {0}.size();",
        "out += {0}.merge(\"a\", 1, Integer::sum);",
        "out += {0}.computeIfAbsent(\"a\", k -> {n});",
        "{0}.putAll(Map.of(\"a\", {n}, \"b\", {n}));",
        "out += {0}.containsKey(\"b\");",
    ]),
    "map listed": ("ConcurrentHashMap<String, Integer> {0} = new ConcurrentHashMap<>();", [
        "{0}.put(\"a\", {n}); out += {0};",
        "{0}.put(\"b\", {n});",
        "out += {0}.keySet();",
    ]),
    "skip list": ("ConcurrentSkipListMap<String, Integer> {0} = new ConcurrentSkipListMap<>();", [
        "out += {0}.put(\"a\", {n});",
        "out += {0}.get(\"a\");",
        "out += {0}.remove(\"a\");",
        "out += {0}.firstEntry();",
    ]),
    "list": ("CopyOnWriteArrayList<Integer> {0} = new CopyOnWriteArrayList<>();", [
        "{0}.add({n});",
        "out += {0}.addIfAbsent({n});",
        "out += {0};",
        "out += {0}.size();",
        "for (int i : {0}) out += i;",
    ]),
    "number": ("AtomicInteger {0} = new AtomicInteger();", [
        "out += {0}.incrementAndGet();",
        "out += {0}.get();",
        "out += {0}.compareAndSet(0, {n});",
        "out += {0}.getAndUpdate(v -> v + x);",
        "{0}.set({n});",
        "out += {0}.accumulateAndGet({n}, Math::max);",
    ]),
    "adder": ("LongAdder {0} = new LongAdder();", ["{0}.increment();", "out += {0}.sum();", "{0}.add({n}); x++;"]),
    "future": ("CompletableFuture<Integer> {0} = new CompletableFuture<>();", [
        "out += {0}.complete({n});",
        "out += {0}.isDone();",
        "out += {0}.getNow(0);",
        "out += {0}.get();",
        "{0}.thenAccept(v -> x += v);",
        "out += {0}.thenApply(v -> v + 1).getNow(0);",
        "{0}.thenRun(() -> x += Thread.currentThread() == threads[0] ? 10 : 20);",
        "{0}.thenApply(v -> v + 1).thenAccept(v -> x += Thread.currentThread() == threads[0] ? 10 : 20); {0}.join();",
        "{0}.cancel(false);",
    ]),
    "task": ("FutureTask<Integer> {0} = new FutureTask<>(() -> x += Thread.currentThread() == threads[0] ? 10 : 20);", [
        "{0}.run();",
        "x++; {0}.run(); x++;",
        "out += {0}.isDone();",
        "out += {0}.get();",
        "out += {0}.cancel(false);",
    ]),
    "barrier": ("CyclicBarrier {0} = new CyclicBarrier(2);", [
        "{0}.await(); out += x;",
        "x++; {0}.await();",
        "out += {0}.getNumberWaiting();",
    ]),
    "phaser": ("Phaser {0} = new Phaser(2);", [
        "{0}.arriveAndAwaitAdvance(); out += x;",
        "x++; {0}.arrive();",
        "out += {0}.getPhase();",
        "{0}.arriveAndDeregister();",
        "out += {0}.getArrivedParties();",
    ]),
    "read-write lock": ("ReentrantReadWriteLock {0} = new ReentrantReadWriteLock();", [
        "{0}.writeLock().lock(); x++; {0}.writeLock().unlock();",
        "{0}.readLock().lock(); out += x; {0}.readLock().unlock();",
        "{0}.readLock().lock(); {0}.readLock().lock(); out += x; {0}.readLock().unlock(); {0}.readLock().unlock();",
        "{0}.writeLock().lock(); x++; {0}.readLock().lock(); {0}.writeLock().unlock(); out += x; {0}.readLock().unlock();",
        "out += {0}.readLock().tryLock();",
        "out += {0}.writeLock().tryLock();",
        "out += {0}.getReadLockCount();",
    ]),
    "stamped lock": ("StampedLock {0} = new StampedLock();", [
        "long s = {0}.writeLock(); x++; x++; {0}.unlockWrite(s);",
        "long s = {0}.readLock(); out += x; {0}.unlockRead(s);",
        "long s = {0}.tryOptimisticRead(); int seen = x; out += {0}.validate(s) ? \"\" + seen : \"?\";",
        "out += {0}.tryWriteLock() != 0;",
    ]),
    "exchanger": ("Exchanger<Integer> {0} = new Exchanger<>();", ["out += {0}.exchange({n});", "x++; out += {0}.exchange({n});"]),
    "interruption": ("CountDownLatch {0} = new CountDownLatch(1);", [
        "{0}.await(); out += Thread.currentThread().isInterrupted();",
        "interruptOther();",
        "interruptOther(); {0}.countDown();",
        "{0}.countDown();",
        "out += Thread.interrupted();",
    ]),
    "fair lock": ("ReentrantLock {0} = new ReentrantLock(true);", [
        "{0}.lock(); x++; {0}.unlock();",
        "{0}.lock(); try {{ out += x; }} finally {{ {0}.unlock(); }}",
        "if ({0}.tryLock(1, TimeUnit.SECONDS)) {{ x++; {0}.unlock(); out += \"t\"; }} else out += \"f\";",
        "out += {0}.hasQueuedThreads();",
    ]),
    "two conditions": ("Buffer {0} = new Buffer();", [
        "{0}.put({n});",
        "out += {0}.take();",
        "out += {0}.take(); {0}.put({n});",
    ]),
    "fair semaphore": ("Semaphore {0} = new Semaphore(2, true);", [
        "{0}.acquire(2); x++; {0}.release(2);",
        "{0}.acquire(); x++; {0}.release();",
        "out += {0}.tryAcquire(1, TimeUnit.SECONDS);",
        "out += {0}.drainPermits();",
    ]),
    "deque": ("BlockingDeque<Integer> {0} = new LinkedBlockingDeque<>(2);", [
        "{0}.putFirst({n});",
        "{0}.putLast({n});",
        "out += {0}.takeLast();",
        "out += {0}.pollFirst();",
        "out += {0}.offerFirst({n});",
        "out += {0}.peekLast();",
    ]),
    "priority queue": ("PriorityBlockingQueue<Integer> {0} = new PriorityBlockingQueue<>();", [
        "{0}.put({n});",
        "out += {0}.take();",
        "out += {0}.poll();",
        "out += {0}.size();",
    ]),
    "hand-over": ("SynchronousQueue<Integer> {0} = new SynchronousQueue<>();", [
        "{0}.put({n});",
        "out += {0}.take();",
        "out += {0}.offer({n});",
        "out += {0}.poll();",
    ]),
    "transfer queue": ("LinkedTransferQueue<Integer> {0} = new LinkedTransferQueue<>();", [
        "{0}.put({n});",
        "{0}.transfer({n});",
        "out += {0}.take();",
        "out += {0}.tryTransfer({n});",
        "out += {0}.poll();",
    ]),
    "timed queue": ("BlockingQueue<Integer> {0} = new ArrayBlockingQueue<>(1);", [
        "out += {0}.poll(1, TimeUnit.SECONDS);",
        "out += {0}.offer({n}, 1, TimeUnit.SECONDS);",
        "{0}.put({n});",
    ]),
    "timed latch": ("CountDownLatch {0} = new CountDownLatch(1);", [
        "out += {0}.await(1, TimeUnit.HOURS); out += x;",
        "x++; {0}.countDown();",
        "{0}.countDown();",
    ]),
    "set": ("Set<Integer> {0} = ConcurrentHashMap.newKeySet();", [
        "out += {0}.add({n} % 2);",
        "out += {0}.remove({n} % 2);",
        "out += {0}.contains({n} % 2);",
    ]),
    "synchronized list": ("List<Integer> {0} = Collections.synchronizedList(new ArrayList<>());", [
        "{0}.add({n});",
        "out += {0}.size();",
        "if (!{0}.isEmpty()) out += {0}.remove(0);",
    ]),
    "reference": ("AtomicReference<String> {0} = new AtomicReference<>(\"\");", [
        "out += {0}.updateAndGet(v -> v + {n});",
        "out += {0}.getAndSet(\"{n}\");",
        "out += {0}.compareAndSet(\"\", \"{n}\");",
        "out += {0}.get();",
    ]),
    "joined futures": ("CompletableFuture<Integer> {0} = new CompletableFuture<>(), {0}b = new CompletableFuture<>();", [
        "{0}.complete({n});",
        "{0}b.complete({n});",
        "out += CompletableFuture.anyOf({0}, {0}b).join();",
        "{0}.thenCombine({0}b, Integer::sum).thenAccept(v -> x += v);",
        "out += CompletableFuture.allOf({0}, {0}b).isDone();",
        "out += {0}.completeExceptionally(new IllegalStateException());",
    ]),
    "pool of two": ("ExecutorService {0} = Executors.newFixedThreadPool(2);", [
        "{0}.execute(() -> x++);",
        "out += {0}.submit(() -> ++x).get();",
        "{0}.shutdown(); out += {0}.awaitTermination(1, TimeUnit.HOURS);",
    ]),
    "completion service": ("CompletionService<Integer> {0} = new ExecutorCompletionService<>(Runnable::run);", [
        "{0}.submit(() -> ++x);",
        "Future<Integer> f = {0}.poll(); out += f == null ? \"-\" : f.get();",
        "out += {0}.take().get();",
    ]),
    "pool": ("ExecutorService {0} = Executors.newSingleThreadExecutor();", [
        "Future<Integer> f = {0}.submit(() -> ++x); out += f.isDone();",
        "out += {0}.submit(() -> ++x).get();",
        "{0}.shutdown();",
        "out += {0}.isTerminated();",
    ]),
}
QUEUE = [
    "{0}.put({n});",
    "out += {0}.take();",
    "out += {0}.offer({n});",
    "out += {0}.poll();",
    "out += {0}.size();",
    "out += {0}.peek();",
]
LOSES = {"map listed": (LISTED, ""), "task": (TAKEN, ".cancel("), "adder": (CELLS, ".sum(")}  # if the program has this in its text

PROGRAM = """package library;

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class {name} {{
    static final class Guard {{
        final ReentrantLock lock = new ReentrantLock();
        final Condition go = lock.newCondition();
    }}

    static final class Buffer {{
        final ReentrantLock lock = new ReentrantLock();
        final Condition empty = lock.newCondition(), full = lock.newCondition();
        Integer held;

        void put(int value) throws InterruptedException {{
            lock.lock();
            try {{
                while (held != null) empty.await();
                held = value;
                full.signal();
            }} finally {{
                lock.unlock();
            }}
        }}

        int take() throws InterruptedException {{
            lock.lock();
            try {{
                while (held == null) full.await();
                int value = held;
                held = null;
                empty.signal();
                return value;
            }} finally {{
                lock.unlock();
            }}
        }}
    }}

    static volatile int x;
    static final Thread[] threads = new Thread[{count}];
{objects}
    static void interruptOther() {{
        threads[Thread.currentThread() == threads[0] ? 1 : 0].interrupt();
    }}
{bodies}
    public static void main(String[] args) throws Exception {{
        String[] out = new String[{count}];
{threads}
        for (Thread thread : threads) if (thread != Thread.currentThread()) thread.start();
{main}        for (Thread thread : threads) if (thread != Thread.currentThread()) thread.join();
        System.out.println(x + " " + String.join(" ", out));
    }}
}}
"""
BODY = """
    static String body{i}() {{
        String out = "{i}:";
        try {{
{operations}
        }} catch (InterruptedException e) {{
            out += "I";
        }} catch (Exception e) {{
            out += e.getClass().getSimpleName();
        }}
        return out;
    }}
"""


def random_program(name, rng):
    """The text of a program, and what is documented to be lost of it, if anything."""
    kinds = rng.sample(sorted(KINDS), rng.choice((1, 1, 1, 2)))
    names = {kind: f"o{i}" for i, kind in enumerate(kinds)}
    count = rng.choice((2, 2, 2, 3)) if len(kinds) == 1 else 2
    bodies = []
    for i in range(count):
        lines = []
        for _ in range(rng.randint(1, 2 if count == 3 else 3)):
            kind = rng.choice(kinds)
            text = rng.choice(KINDS[kind][1] or QUEUE).format(names[kind], n=rng.randint(1, 9))
            lines.append(f"            {{ {text} }}")
        # So that what can be interrupted is something the compiler knows of.
        lines.append("            if (x < 0) throw new InterruptedException();")
        bodies.append(BODY.format(i=i, operations="\n".join(lines)))
    objects = "".join(f"    static final {KINDS[kind][0].format(names[kind])}\n" for kind in kinds)
    made = [f"new Thread(() -> out[{i}] = body{i}())" for i in range(count)]
    # Half of them let main do the last part, while the others have just been started.
    by_main = rng.random() < 0.5
    if by_main:
        made[-1] = "Thread.currentThread()"
    threads = "\n".join(f"        threads[{i}] = {what};" for i, what in enumerate(made))
    main = f"        out[{count - 1}] = body{count - 1}();\n" if by_main else ""
    text = PROGRAM.format(name=name, count=count, objects=objects, bodies="".join(bodies), threads=threads, main=main)
    reasons = [LOSES[kind][0] for kind in kinds if kind in LOSES and LOSES[kind][1] in text]
    return text, "; ".join(reasons)


def generate(build, seed, count):
    rng, programs = random.Random(seed), {}
    for i in range(count):
        name = f"Random{i}"
        text, loses = random_program(name, rng)
        (build / f"{name}.java").write_text(text)
        programs[f"library.{name}"] = {"loses": loses} if loses else {}
    return programs


def written(build):
    """What the comments at the top of the programs by hand say: the lines they print, some of them, why some are lost, the most states."""
    programs = {}
    for path in sorted(BY_HAND.glob("*.java")):
        text = path.read_text()
        (build / path.name).write_text(text)
        asked = {}
        for label, what in re.findall(r"^// (outcomes|sees|loses|states): (.*)$", text, re.M):
            asked[label] = int(what) if label == "states" else what if label == "loses" else what.split(" | ")
        programs[f"library.{path.stem}"] = asked
    return programs


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--runner", required=True)
    options.add_argument("--build", type=pathlib.Path, required=True)
    options.add_argument("--random", metavar="SEED", help="random programs instead of the written ones")
    options.add_argument("--count", type=int, default=40)
    options.add_argument("--states", type=int, default=30_000, help="most states of a program that is compared")
    options.add_argument("names", nargs="*")
    args = options.parse_args()
    java.require()
    which = ["random", args.random, str(args.count)] if args.random else []

    def make():
        sources = args.build / "library"
        sources.mkdir()
        programs = generate(sources, args.random, args.count) if args.random else written(sources)
        java.compile(sorted(sources.glob("*.java")), args.build / "classes", "-nowarn")
        files.write(args.build / "programs.json", json.dumps(programs))

    files.made(args.build, [pathlib.Path(__file__), *sorted(BY_HAND.glob("*.java"))], make, *which)
    names = [f"library.{name}" for name in args.names]
    command = [args.runner, args.build / "classes", args.build / "programs.json", str(args.states), *names]
    sys.exit(subprocess.run(command).returncode)


if __name__ == "__main__":
    main()
