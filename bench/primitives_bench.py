#!/usr/bin/env python3
"""States of each primitive of C++'s library with two and three threads, and what a state costs with three.

    primitives_bench.py [--waymark BINARY] [--filter NAME]

Every thread uses the primitive once and counts under it, or without it. Prints a table. Bytes a state are those of the
store's own memory, over `tree`; a search of few states says little about them. Stored transitions a second are those of
the search, without the compiler.
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
    done = subprocess.run([waymark, "check", str(file), "-std=c++20", "--store", "tree", "--json", "--quiet"],
                          capture_output=True, text=True)
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waymark", default="build/release/waymark")
    parser.add_argument("--filter", default="")
    options = parser.parse_args()
    print("| primitive | states, 2 threads | states, 3 threads | bytes a state | stored transitions a second |\n"
          "| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for name in PRIMITIVES:
            if options.filter not in name:
                continue
            cells = []
            for threads in (2, 3):
                said = measured(options.waymark, name, threads, folder)
                cells.append(f"{said['states']:,}" + ("" if said["verdict"] == "holds" else f" ({said['verdict']})"))
            rate = said["transitions"] / max(said["seconds"], 1e-6)
            print(f"| {name} | {cells[0]} | {cells[1]} | {said['bytes_per_state']:.0f} | {rate:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
