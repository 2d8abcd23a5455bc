#!/usr/bin/env python3
"""Coverage of approximate searches against memory, as in figure 15 of the notes.

One model is searched once exactly and then with less and less memory, all of it counted: states, bits, and what the
search itself needs. Coverage is the number of states met over the number there are.
"""
import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from lib import ROOT, files, waymark  # noqa: E402

WAYS = [("exact", "exact", "bfs"), ("tree", "tree", "bfs"), ("hash-compact", "hash-compact", "bfs"),
        ("bitstate, bfs", "bitstate", "bfs"), ("bitstate, dfs", "bitstate", "dfs"), ("auto", "auto", "bfs")]
COLOURS = ["#888888", "#1b9e77", "#7570b3", "#d95f02", "#e6ab02", "#e7298a"]


def run(binary, model, *options):
    return waymark.demand(binary, "check", model, "--jobs", 1, "--por", "off", *options, codes=(0, 3)).said


def plot(path, sizes, shares, title):
    """A line for each way: memory on a logarithmic axis, coverage upwards."""
    wide, high, left, top = 640, 300, 60, 40
    at = {size: left + wide * i / (len(sizes) - 1) for i, size in enumerate(sizes)}
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide + 220}" height="{high + 100}" '
           'font-family="sans-serif" font-size="12">', f'<text x="{left}" y="20">{title}</text>']
    for percent in range(0, 101, 20):
        y = top + high * (100 - percent) / 100
        out.append(f'<line x1="{left}" x2="{left + wide}" y1="{y}" y2="{y}" stroke="#dddddd"/>'
                   f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{percent}%</text>')
    for size in sizes:
        out.append(f'<text x="{at[size]}" y="{top + high + 20}" text-anchor="middle">{size}</text>')
    out.append(f'<text x="{left + wide / 2}" y="{top + high + 45}" text-anchor="middle">--memory</text>')
    for (name, _, _), colour, i in zip(WAYS, COLOURS, range(len(WAYS))):
        points = " ".join(f"{at[size]:.0f},{top + high * (1 - shares[name, size]):.0f}" for size in sizes)
        y = top + 10 + 20 * i
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
                   f'<line x1="{left + wide + 20}" x2="{left + wide + 50}" y1="{y}" y2="{y}" stroke="{colour}" '
                   f'stroke-width="2"/><text x="{left + wide + 58}" y="{y + 4}">{name}</text>')
    files.write(path, "\n".join([*out, "</svg>", ""]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--model", type=Path, default=ROOT / "bench/models/resource_manager.pml")
    parser.add_argument("--sizes", default="1M,2M,4M,8M,16M,32M,64M,128M,256M")
    parser.add_argument("--csv", type=Path, help="also write all figures here")
    parser.add_argument("--svg", type=Path, help="also draw them here")
    arguments = parser.parse_args()
    base = run(arguments.waymark, arguments.model)
    if base["verdict"] != "holds":
        sys.exit(f"{arguments.model}: {base['verdict']}; a model that holds is needed")
    states = base["states"]
    print(f"{arguments.model.name}: {states:,} states, {base['bytes_per_state']:.0f} bytes each; coverage in percent, "
          "after it the estimate where there is one", flush=True)
    print("| --memory | " + " | ".join(name for name, _, _ in WAYS) + " |\n" + "| --- " * (len(WAYS) + 1) + "|")
    rows, shares, sizes = [], {}, arguments.sizes.split(",")
    for size in sizes:
        cells = []
        for name, store, order in WAYS:
            said = run(arguments.waymark, arguments.model, "--store", store, "--search", order, "--memory", size)
            share = shares[name, size] = said["states"] / states
            estimate = said["coverage"]["estimate"] if said["coverage"] else None
            cells.append(f"{100 * share:.2f}" + ("" if estimate is None else f" ({100 * estimate:.2f})"))
            rows.append([arguments.model.stem, states, size, store, order, said["verdict"], said["reason"] or "",
                         said["states"], f"{share:.6f}", "" if estimate is None else f"{estimate:.6f}",
                         "" if said["omission"] is None else f"{said['omission']:.3g}", f"{said['seconds']:.2f}"])
        print(f"| {size} | " + " | ".join(cells) + " |", flush=True)
    files.write_csv(arguments.csv, [["model", "states", "memory", "store", "search", "verdict", "reason", "covered",
                                     "coverage", "estimate", "omission", "seconds"], *rows])
    if arguments.svg:
        plot(arguments.svg, sizes, shares, f"{arguments.model.stem}: states covered, of {states:,}")


if __name__ == "__main__":
    main()
