"""Figures that may not get worse: a file keeps a ceiling or a floor for each.

A figure knows which way is worse, and to what its limit is rounded, away from what is better: so a small change need not
touch the file. Nothing is raised unawares: setting the limits anew improves them, and makes them worse only if that is wanted.
"""
import json
import math
from dataclasses import dataclass

MOST, LEAST = "most", "least"


@dataclass
class Figure:
    value: float
    step: float = 1  # its limit is a multiple of this
    limit: str = MOST  # or LEAST, where more is better, or nothing

    def rounded(self):
        """The limit that fits the value."""
        steps = self.value / self.step
        whole = math.ceil(steps - 1e-6) if self.limit == MOST else math.floor(steps + 1e-6)
        return round(whole * self.step, 3)

    def is_worse(self, than):
        return self.value > than if self.limit == MOST else self.value < than


def limited(figures):
    return {name: it for name, it in figures.items() if it.limit and it.value is not None}


def read(path):
    return json.loads(path.read_text()) if path.exists() else {MOST: {}, LEAST: {}}


def write(path, kept):
    path.write_text(json.dumps(kept, indent=2) + "\n")


def breaches(figures, kept):
    """One line for each figure that is worse than its limit, has none, or is gone."""
    found = []
    for name, it in limited(figures).items():
        limit = kept[it.limit].get(name)
        if limit is None:
            found.append(f"{name}: {it.value:,}, and no limit is kept for it")
        elif it.is_worse(limit):
            found.append(f"{name}: {it.value:,}, and it may be {limit:,} at {it.limit}")
    for side in (MOST, LEAST):
        found += [f"{name}: a limit is kept for it, but there is no such figure" for name in kept[side]
                  if name not in figures or figures[name].limit != side or figures[name].value is None]
    return found


def better(figures, kept):
    """The names of those whose limit could be better."""
    return [name for name, it in limited(figures).items() if name in kept[it.limit] and it.rounded() != kept[it.limit][name]
            and not it.is_worse(kept[it.limit][name])]


def rebased(figures, kept, raising):
    """The limits of today; without `raising`, those that would get worse stay as they are. A first limit is none that does."""
    found = {MOST: {}, LEAST: {}}
    for name, it in limited(figures).items():
        old = kept[it.limit].get(name)
        stays = old is not None and it.is_worse(old) and not raising
        found[it.limit][name] = old if stays else it.rounded()
    return found
