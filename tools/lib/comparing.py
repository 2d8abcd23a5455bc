"""What a comparison of one subject found, and how much of a random comparison was one: models that nobody can judge, or that
are too large, compare nothing, and a comparison in which they are the most says nothing."""
import collections
from dataclasses import dataclass, field


@dataclass
class Compared:
    differences: list = field(default_factory=list)
    notes: list = field(default_factory=list)  # shown, and no fault
    compared: int = 1  # how much of what was asked could be compared
    asked: int = 1
    figures: collections.Counter = field(default_factory=collections.Counter)  # added up over all subjects


def left_out(asked=1):
    return Compared(compared=0, asked=asked)


def enough(compared, of, what="models compared"):
    """Whether it is at least half; prints the share, and that it is too small if it is."""
    good = of > 0 and 2 * compared >= of
    percent = f" ({100 * compared / of:.0f}%)" if of else ""
    print(f"{compared} of {of} {what}{percent}" + ("" if good else ": less than half, which proves nothing"), flush=True)
    return good
