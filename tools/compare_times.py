#!/usr/bin/env python3
"""Processor time of two builds: compare_times.py --old BINARY [--new BINARY] [--repeat N] [MODEL...] [-- OPTION...].

Searches models of bench/ with one build and the other in turns, so that both meet the same load of the machine, and
prints the least time of each (user and system) and old over new. Options behind -- are handed to both.
"""
import argparse
import sys

from lib import ROOT, processes, tables, waymark

MODELS = ["bakery", "board_puzzle", "cache_directory", "elevator", "file_transfer", "leader", "peterson_filter", "philosophers_mixed",
          "pipeline", "resource_manager", "ricart_agrawala", "sliding_window", "store_buffers"]


def seconds(binary, model, how):
    done = processes.run([binary, "check", "--jobs", "1", "--por", "off", *how, ROOT / f"bench/models/{model}.pml"])
    if done.code not in (0, 1, 3):
        sys.exit(f"compare_times: {binary} ended with {done.code} on {model}:\n{done.last_words()}")
    return done.cpu


def main():
    words, how = sys.argv[1:], []
    if "--" in words:
        words, how = words[:words.index("--")], words[words.index("--") + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", required=True)
    parser.add_argument("--new", default=str(waymark.BINARY))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("models", nargs="*", metavar="MODEL", default=MODELS)
    options = parser.parse_args(words)
    ratios = []
    tables.head("model", "old, s", "new, s", "old over new")
    for model in options.models:
        least = [float("inf")] * 2
        for _ in range(options.repeat):
            for i, binary in enumerate((options.old, options.new)):
                least[i] = min(least[i], seconds(binary, model, how))
        ratios.append(least[0] / least[1])
        tables.row(model, f"{least[0]:.2f}", f"{least[1]:.2f}", f"{ratios[-1]:.2f}")
    tables.row("geometric mean", "", "", f"{tables.geometric_mean(ratios):.2f}")


if __name__ == "__main__":
    main()
