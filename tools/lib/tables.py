"""Markdown tables, and means."""
import math


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def head(*titles):
    row(*titles)
    row(*("---" for _ in titles))


def table(titles, rows):
    head(*titles)
    for cells in rows:
        row(*cells)
    print()


def geometric_mean(values):
    """Of positive numbers; what is as good as nothing counts as a billionth."""
    return math.exp(sum(math.log(max(value, 1e-9)) for value in values) / len(values))
