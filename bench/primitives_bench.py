#!/usr/bin/env python3
"""States of each primitive of C++'s library with two and three threads.

    primitives_bench.py [--waymark BINARY] [--filter NAME]

Every thread uses the primitive once and counts under it, or without it. Prints a table.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

# What all threads share, and what each does.
PRIMITIVES = {
    "nothing": ("", "(void)i;"),
    "mutex": ("std::mutex m; int n;", "std::lock_guard<std::mutex> g(m); n += i;"),
    "recursive_mutex": ("std::recursive_mutex m; int n;", "std::lock_guard<std::recursive_mutex> g(m); n += i;"),
    "shared_mutex": ("std::shared_mutex m; int n = 1;", "std::shared_lock<std::shared_mutex> g(m); assert(n == 1);"),
    "atomic": ("std::atomic<int> n;", "n += i;"),
    "shared_ptr": ("auto p = std::make_shared<int>(1);", "auto q = p; assert(*q == 1);"),
    "local static": ("int make() { return 1; }", "static int once = make(); assert(once == 1);"),
    "call_once": ("std::once_flag f; int n;", "std::call_once(f, [] { ++n; }); assert(n == 1);"),
    "condition_variable": ("std::mutex m; std::condition_variable c; int n;",
                           "std::unique_lock<std::mutex> l(m); ++n; c.notify_all(); c.wait(l, [] { return n >= 2; });"),
    "promise": ("std::promise<int> p; std::shared_future<int> f = p.get_future().share();",
                "if (i == 1) p.set_value(3); else assert(f.get() == 3);"),
    "latch": ("std::latch l(2);", "if (i <= 2) l.count_down(); l.wait();"),
    "semaphore": ("std::counting_semaphore<3> s(1); int n;", "s.acquire(); ++n; s.release();"),
    "atomic wait": ("std::atomic<int> a;", "if (i == 1) { a = 1; a.notify_all(); } else a.wait(0);"),
}
HEADERS = ["atomic", "cassert", "condition_variable", "future", "latch", "memory", "mutex", "semaphore", "shared_mutex",
           "thread"]


def program(name, threads):
    shared, work = PRIMITIVES[name]
    lines = [f"#include <{header}>" for header in HEADERS]
    starts = " ".join(f"std::thread t{i}(work, {i});" for i in range(1, threads + 1))
    joins = " ".join(f"t{i}.join();" for i in range(1, threads + 1))
    return "\n".join([*lines, shared, f"void work(int i) {{ {work} }}", f"int main() {{ {starts} {joins} }}", ""])


def measured(waymark, name, threads, folder):
    file = pathlib.Path(folder) / "program.cpp"
    file.write_text(program(name, threads))
    done = subprocess.run([waymark, "check", str(file), "-std=c++20", "--json", "--quiet"], capture_output=True, text=True)
    result = json.loads(done.stdout)
    return result["verdict"], result["states"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waymark", default="build/release/waymark")
    parser.add_argument("--filter", default="")
    options = parser.parse_args()
    print("| primitive | states, 2 threads | states, 3 threads |\n| --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for name in PRIMITIVES:
            if options.filter not in name:
                continue
            cells = []
            for threads in (2, 3):
                verdict, states = measured(options.waymark, name, threads, folder)
                cells.append(f"{states}" if verdict == "holds" else f"{states} ({verdict})")
            print(f"| {name} | {cells[0]} | {cells[1]} |", flush=True)


if __name__ == "__main__":
    main()
