"""Models that are extracted from C: which options of a program are for `waymark extract`, and the model that it writes."""
from . import processes

VALUES = {"-D", "--define", "--range", "--inputs", "--table"}
FLAGS = {"--overflow", "--spurious"}


def told_apart(words):
    """Options of a C program: those of its extraction, and those for what is done with the model."""
    own, others, words = [], [], [str(word) for word in words]
    while words:
        taken = 2 if words[0] in VALUES else 1
        (own if taken == 2 or words[0] in FLAGS else others).extend(words[:taken])
        del words[:taken]
    return own, others


def extract(waymark, files, words, model):
    """Writes the model of the files. Answers how that ended, and the options that were not for it."""
    own, others = told_apart(words)
    return processes.run([waymark, "extract", *files, *own, "-o", model]), others
