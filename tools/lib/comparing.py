"""How much of a random comparison was one: models that nobody can judge, or that are too large, compare nothing, and a
comparison in which they are the most says nothing."""


def enough(compared, of, what="models compared"):
    """Whether it is at least half; prints the share, and that it is too small if it is."""
    good = of > 0 and 2 * compared >= of
    percent = f" ({100 * compared / of:.0f}%)" if of else ""
    print(f"{compared} of {of} {what}{percent}" + ("" if good else ": less than half, which proves nothing"), flush=True)
    return good
