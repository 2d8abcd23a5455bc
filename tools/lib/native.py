"""C and C++ programs of tests/llvm. The first line of each says what is expected of it and with which options:
`// holds` or `// violated: KIND`, then perhaps a semicolon and options."""
import shlex
import shutil

from . import ROOT

CPP = ROOT / "tests" / "llvm" / "cpp" / "programs"
# Bugs as they are published, each with its fix.
KNOWN_BUGS = [("bounded_queue_wakes_wrong_one", "bounded_queue_wakes_right_one"), ("singleton_checked_twice", "singleton_checked_twice_atomic"),
              ("pool_drops_task", "pool_empties_queue"), ("stack_with_aba", "stack_with_tags"),
              ("shared_pointer_replaced", "shared_pointer_replaced_by_lock"), ("exception_keeps_lock", "exception_gives_lock_back"),
              ("iterator_of_other_thread", "iterator_under_one_lock"), ("async_temporary_blocks", "async_future_kept")]


def known():
    """Names of programs: the bugs, and their fixes."""
    return [name for pair in KNOWN_BUGS for name in pair]


def asked(program):
    """What is expected, the options, and the program's own arguments with the `--` before them."""
    expected, _, options = program.read_text().split("\n", 1)[0].removeprefix("// ").partition(";")
    words, behind = shlex.split(options), []
    if "--" in words:
        words, behind = words[:words.index("--")], words[words.index("--"):]
    return expected, words, behind


def lacks(compiler):
    """Whether it is named and not there, which is printed."""
    if not compiler or shutil.which(compiler):
        return False
    print(f"{compiler} is not there: nothing to test")
    return True
