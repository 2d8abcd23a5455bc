"""What stands twice: two places where the same six lines or more stand, but for blanks and comments.

Lines without a word, #include, using, =delete and =default lines do not count. A run is one pair however long it is, and
what stands n times makes n - 1 pairs. By shape, names and literals may differ; then the first lines of a run have to differ among
themselves: tables are no copies.
"""
import collections
import re

from lib import cpp

SAME = 6
NO_CODE = re.compile(r"\W*$|#\s*include\b|#\s*pragma\b|using\b|import\b|package\b|namespace\b|}\s*//|.*= (?:delete|default);$")


def code_lines(code, shapes=None):
    """[(number, text)] of the lines that count, without blanks; with a dictionary of shapes, each line's shape."""
    stripped = ((number, " ".join(line.split())) for number, line in enumerate(code.splitlines(), 1))
    counting = [(number, line) for number, line in stripped if line and not NO_CODE.match(line)]
    if shapes is None:
        return counting
    for _, line in counting:
        if line not in shapes:
            shapes[line] = cpp.shape(line)
    return [(number, shapes[line]) for number, line in counting]


def pairs(files, shape=False):
    """[(lines, place, other place)], the longest first: runs of the same lines that cannot be made longer at their beginning."""
    shapes = {} if shape else None
    numbered = [code_lines(it.code, shapes) for it in files]
    code = [[text for _, text in lines] for lines in numbered]
    places = collections.defaultdict(list)
    for one, lines in enumerate(code):
        for at, window in enumerate(zip(*(lines[ahead:] for ahead in range(SAME)))):
            places[window].append((one, at))
    usable = lambda texts: not shape or len(set(texts)) == SAME
    found = []
    for window, these in places.items():
        if len(these) < 2 or not usable(window):
            continue
        for (one, i), (other, j) in zip(these, these[1:]):
            apart = j - i if one == other else len(code[one])  # a run does not overlap with itself
            before = code[one][max(i - 1, 0):i - 1 + SAME]
            longer = i > 0 and j > 0 and code[other][j - 1] == before[0] and usable(before)
            if apart < SAME or longer:
                continue
            length, most = SAME, min(apart, len(code[one]) - i, len(code[other]) - j)
            while length < most and code[one][i + length] == code[other][j + length]:
                length += 1
            found.append((length, one, i, other, j))
    kept = []
    for length, one, i, other, j in sorted(found, key=lambda it: (-it[0], *it[1:])):
        within = any((one, other, j - i) == (a, b, y - x) and x <= i < x + most for most, a, x, b, y in kept)
        if not within:
            kept.append((length, one, i, other, j))
    place = lambda file, at: f"{files[file].place}:{numbered[file][at][0]}"
    return [(length, place(one, i), place(other, j)) for length, one, i, other, j in kept]
