#!/usr/bin/env python3
"""Figures 5.2 to 5.4 of the thesis, for each of its programs, as CSV and SVG.

NAME-rate: of the transitions so far, the share that led to new states, over the progress of the search (figure 5.2).
NAME-levels: the number of states at each depth (figures 5.3 and 5.4).
"""
import argparse
import csv
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from coverage_bench import MODELS, files, waymark  # noqa: E402
from lib import ROOT  # noqa: E402

WIDTH, HEIGHT, EDGE = 640, 360, 60


def svg(points, title, across, up):
    most_x = max(x for x, _ in points) or 1
    most_y = max(y for _, y in points) or 1
    place = lambda x, y: (EDGE + x / most_x * (WIDTH - 2 * EDGE), HEIGHT - EDGE - y / most_y * (HEIGHT - 2 * EDGE))
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in points))
    left, bottom = EDGE, HEIGHT - EDGE
    text = '<text x="{}" y="{}" font-family="sans-serif" font-size="12" text-anchor="{}">{}</text>'
    label = lambda value: f"{value:.2f}" if value < 10 else f"{value:,.0f}"
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<path d="M{left},{EDGE} V{bottom} H{WIDTH - EDGE}" fill="none" stroke="black"/>',
        f'<polyline points="{line}" fill="none" stroke="steelblue" stroke-width="1.5"/>',
        text.format(WIDTH / 2, EDGE / 2, "middle", title), text.format(WIDTH / 2, HEIGHT - 15, "middle", across),
        text.format(left, EDGE - 10, "middle", up), text.format(left - 5, bottom, "end", "0"),
        text.format(left - 5, EDGE + 5, "end", label(most_y)), text.format(WIDTH - EDGE, bottom + 18, "middle", label(most_x)),
        "</svg>\n"])


def write(path, header, points, *labels):
    files.write_csv(path.with_suffix(".csv"), [header, *points])
    files.write(path.with_suffix(".svg"), svg(points, *labels))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--into", type=Path, default=ROOT / "build/figures")
    arguments = parser.parse_args()
    arguments.into.mkdir(parents=True, exist_ok=True)
    for name in arguments.models.split(","):
        shape = arguments.into / f"{name}.csv"
        waymark.demand(arguments.waymark, "check", ROOT / f"bench/models/thesis/{name}.pml", "--property", "assertion",
                       "--por", "off", "--profile", shape, *waymark.defines(MODELS[name][0].split()))
        rows = [(kind, int(at), int(states)) for kind, at, states in list(csv.reader(shape.open()))[1:]]
        shape.unlink()
        levels = [(at, states) for kind, at, states in rows if kind == "level"]
        rates = [(at, states) for kind, at, states in rows if kind == "rate"]
        all_of_them = rates[-1][0]
        write(arguments.into / f"{name}-levels", ["depth", "states"], levels, f"{name}: states at each depth", "depth", "states")
        write(arguments.into / f"{name}-rate", ["percent of transitions", "share that led to new states"],
              [(100 * at / all_of_them, states / at) for at, states in rates],
              f"{name}: share of transitions that led to new states", "% of all transitions", "share")
        print(f"{name}: {arguments.into}/{name}-levels.svg, {name}-rate.svg and the same as .csv")
    return 0


if __name__ == "__main__":
    sys.exit(main())
