"""The code of a tree: files of C++, C and Java, wherever they lie, and how much there is.

In a checkout these are the files that git knows or would know; elsewhere all, but for what .gitignore leaves out. A file counts
by its suffix, or because one that counts includes it by its name. To what it belongs, its place tells: tests, examples and
benchmarks have folders of their own, and all else is the product.
"""
import functools
import pathlib
import re
import subprocess

from lib import cpp

SUFFIXES = set(".cpp .cc .cxx .cppm .ixx .hpp .hh .hxx .h .c .inc .inl .ipp .tpp .def .java".split())
TESTS = ("tests/", "page/test/", "editors/vscode/test/")
EXAMPLES = ("examples/", "bench/")
PRODUCT, OTHERS, TESTED = PARTS = ("the product", "examples and benchmarks", "tests")

IGNORED = re.compile(r"(?:build|pan[^/]*)(?:/|$)|(?:.*/)?(?:\.git|__pycache__|node_modules)/")
INCLUDED = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
INCLUDE = re.compile(r'(#[ \t]*include[ \t]*)(?:"[^"\n]*"|<[^>\n]*>)')


class File:
    def __init__(self, root, place):
        self.place = place
        self.path = root / place
        self.java = place.endswith(".java")
        self.part = TESTED if place.startswith(TESTS) else OTHERS if place.startswith(EXAMPLES) else PRODUCT
        self.room = place.rpartition("/")[0]

    @functools.cached_property
    def text(self):
        return self.path.read_text(errors="replace")

    @functools.cached_property
    def code(self):
        return cpp.without_comments(self.text)

    @functools.cached_property
    def read(self):
        return cpp.Reader(self.text)

    @functools.cached_property
    def lines(self):
        return self.text.count("\n")

    @functools.cached_property
    def lines_of_code(self):
        return sum(bool(line.strip()) for line in self.code.splitlines())

    @functools.cached_property
    def tokens(self):
        """An included name is one token, in whichever folder it lies."""
        return len(cpp.TOKEN.findall(INCLUDE.sub(r"\1x", self.code)))

    @functools.cached_property
    def comments(self):
        """Lines that begin with a comment."""
        pairs = zip(self.text.splitlines(), self.code.splitlines())
        return sum(bool(line.strip()) and not code.strip() for line, code in pairs)


def listed(root):
    """The names of all files of a tree, from its root."""
    if (root / ".git").exists():
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        found = subprocess.run(command, cwd=root, capture_output=True)
        if found.returncode == 0:
            return sorted(set(found.stdout.decode(errors="replace").split("\0")) - {""})
    names = (path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    return sorted(name for name in names if not IGNORED.match(name))


def former(root):
    """{name: what it was in the last commit} of files that git knows to be moved since."""
    found = subprocess.run(["git", "diff", "HEAD", "-z", "-M", "--name-status", "--diff-filter=R"], cwd=root, capture_output=True)
    names = found.stdout.decode(errors="replace").split("\0")[:-1] if found.returncode == 0 and (root / ".git").exists() else []
    return dict(zip(names[2::3], names[1::3]))


def files(root):
    """The code of a tree, in an order that does not depend on the folders."""
    names = [name for name in listed(root) if (root / name).is_file() and not (root / name).is_symlink()]
    found = {name: File(root, name) for name in names if pathlib.PurePath(name).suffix in SUFFIXES}
    by_name = {}
    for name in names:
        by_name.setdefault(name.rpartition("/")[2], []).append(name)
    included = {each.rpartition("/")[2] for it in found.values() if '"' in it.text for each in INCLUDED.findall(it.text)}
    for each in included:
        for name in by_name.get(each, []):
            found.setdefault(name, File(root, name))
    return sorted(found.values(), key=lambda it: (it.path.name, it.text, it.place))


def rooms(files):
    """{folder: (lines, lines that begin with a comment)}"""
    found = {}
    for it in files:
        lines, comments = found.get(it.room, (0, 0))
        found[it.room] = (lines + it.lines, comments + it.comments)
    return found
