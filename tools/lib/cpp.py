"""A reader of C++ that knows as much of it as house-keeping needs: comments, literals, brackets, and which braces are those
of a function. It takes code as clang-format leaves it and does not preprocess."""
import re
from dataclasses import dataclass, field

# A raw string; a comment; a literal in which backslashes protect. An apostrophe within a number is none of them.
OPAQUE = re.compile(r'R"(?P<mark>[^()\s\\]{0,16})\((?:.|\n)*?\)(?P=mark)"'
                    r'|//(?:\\\n|[^\n])*|/\*(?:.|\n)*?\*/'
                    r'|"(?:\\.|[^"\\\n])*"'
                    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'")
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.MULTILINE)
TOKEN = re.compile(r"\w+|::|->|[=!<>]=|&&|\S")
CLOSING = {"(": ")", "[": "]", "{": "}"}
TYPES = {"class", "struct", "union", "enum"}
NO_MEMBER = {"using", "friend", "static_assert", "typedef", "enum"}
# Between the brackets of a function's parameters and its body.
SUFFIXES = {"const", "volatile", "noexcept", "override", "final", "mutable", "&", "&&", "try", "()", "[]"}


def without_comments(text):
    return OPAQUE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()) if found.group()[0] == "/" else found.group(), text)


def blank(text):
    """The text with comments, literals and directives replaced by blanks; lines and columns stay where they are."""
    def hide(found):
        return re.sub(r"[^\n]", " ", found.group())
    return DIRECTIVE.sub(hide, OPAQUE.sub(hide, text))


KEYWORDS = set("""auto bool break case catch class const continue default do else enum false for if int namespace new nullptr
return static struct switch template this throw true try typename using virtual void while""".split())


def shape(line):
    """A line with x for every name and number, and with empty literals."""
    line = re.sub(r'"(?:\\.|[^"\\])*"', '""', line)
    return re.sub(r"\w+", lambda found: found.group() if found.group() in KEYWORDS else "x", line)


@dataclass
class Function:
    name: str
    line: int  # on which its head begins
    lines: int  # of head and body


@dataclass
class Class:
    name: str
    line: int  # on which its head begins
    functions: list = field(default_factory=list)  # names, one for each declaration that is neither deleted nor defaulted
    members: list = field(default_factory=list)  # names of data


class Reader:
    """Walks through declarations and collects functions. The head of a declaration is what it has met so far, a pair of
    brackets with all that is in them being one token: (), [] or {}."""

    def __init__(self, text):
        code = blank(text)
        self.tokens = [(found.group(), found.start()) for found in TOKEN.finditer(code)]
        self.newlines = [at for at, sign in enumerate(code) if sign == "\n"]
        self.found = []
        self.classes = []
        self.within = []  # the classes around what is read; None stands for a namespace
        self.at = 0
        while self.at < len(self.tokens):
            self.scope()
            self.at += 1  # a brace too many, as behind a branch of #if

    def line(self, token):
        low, high = 0, len(self.newlines)
        offset = self.tokens[token][1]
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.newlines[middle] < offset else (low, middle)
        return low + 1

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead][0] if self.at + ahead < len(self.tokens) else ""

    def skip(self):
        """Over a pair of brackets with all that is in them."""
        closing = CLOSING[self.peek()]
        self.at += 1
        while self.at < len(self.tokens) and self.peek() != closing:
            if self.peek() in CLOSING:
                self.skip()
            else:
                self.at += 1
        self.at += 1

    def skip_angles(self):
        depth = 0
        while self.at < len(self.tokens):
            token = self.peek()
            if token in CLOSING:
                self.skip()
                continue
            depth += (token == "<") - (token == ">")
            self.at += 1
            if depth == 0:
                return

    def scope(self):
        """Declarations, up to the brace that ends them."""
        while self.at < len(self.tokens) and self.peek() != "}":
            self.declaration()

    def declaration(self):
        head, first = [], self.at
        while self.at < len(self.tokens):
            token = self.peek()
            if token == "}":
                return
            if token == ":" and head and head[-1] in ("public", "private", "protected"):
                self.at += 1
                return
            if token == ";":
                self.at += 1
                return self.declared(head)
            if token == "template" and self.peek(1) == "<":
                self.at += 1
                self.skip_angles()
            elif token == "operator":
                self.operator(head)
            elif token in ("alignas", "decltype") and self.peek(1) == "(":
                self.at += 1
                self.skip()
                head.append(token)
            elif token in "([":
                self.skip()
                head.append(token + CLOSING[token])
            elif token == "{":
                if self.braces(head, first):
                    return self.declared(head)
            else:
                head.append(token)
                self.at += 1

    def declared(self, head):
        """Notes a whole declaration with the class around it."""
        inside = self.within[-1] if self.within else None
        if inside is None or not head or head[0] in NO_MEMBER or (TYPES & set(head) and "()" not in head):
            return
        plain = without_angles(head)
        before = plain[:plain.index("=")] if "=" in plain else plain
        if "()" in before[1:]:
            if head[-2:] not in (["=", "delete"], ["=", "default"]):
                inside.functions.append(before[before.index("()", 1) - 1])
        else:
            inside.members += [word for word in before if re.match(r"[A-Za-z_]", word)][-1:]

    def operator(self, head):
        name = "operator"
        self.at += 1
        while self.at < len(self.tokens) and (self.peek() != "(" or name == "operator"):
            name += self.peek()
            self.at += 1
            if name == "operator(":
                name += ")"
                self.at += 1
        head.append(name)

    def inside(self, scope):
        """Over braces, with the declarations between them."""
        self.within.append(scope)
        self.at += 1
        self.scope()
        self.at += 1
        self.within.pop()

    def braces(self, head, first):
        """Stands before a brace; answers whether the declaration ends behind its other half."""
        if "namespace" in head or (head[:1] == ["extern"] and "()" not in head):
            self.inside(None)
            return True
        plain = without_angles(head)
        if TYPES & set(plain) and "()" not in plain and "=" not in plain:
            if "enum" in head:
                self.skip()
            else:
                self.classes.append(Class(class_name(head), self.line(first)))
                self.inside(self.classes[-1])
            head.append("{}")  # variables of that type may follow
            return False
        name = body_of(head)
        self.skip()
        head.append("{}")
        if name:
            begin, end = self.line(first), self.line(min(self.at, len(self.tokens)) - 1)
            self.found.append(Function(name, begin, end - begin + 1))
        return bool(name) and "=" not in head


def without_angles(head):
    """The head up to its initialiser, without the arguments of templates."""
    out, depth = [], 0
    for token in head:
        if token == "=" and depth == 0:
            return out + ["="]
        depth += (token == "<") - (token == ">")
        if depth == 0 and token != ">":
            out.append(token)
    return out


def class_name(head):
    """What stands behind `class`, attributes and alignments aside; an anonymous one has none."""
    names = head[max(head.index(token) for token in TYPES & set(head)) + 1:]
    names = [token for token in names if token not in ("[]", "()", "alignas")]
    return names[0] if names and names[0] not in (":", "final") else "(no name)"


def suffixed(tokens):
    """Whether these may stand between a function's parameters and its body."""
    for token in tokens:
        if token in ("->", "requires"):
            return True
        if token not in SUFFIXES:
            return False
    return True


def body_of(head):
    """The name of the function whose body follows this head; nothing if what follows is an initialiser."""
    if "=" in head:
        equals = head.index("=")
        captures, *rest = head[equals + 1:] or ["nothing"]
        return head[equals - 1] if captures == "[]" and suffixed(rest) else None
    if "()" not in head:
        return None
    parameters = head.index("()")
    rest = head[parameters + 1:]
    start = parameters - 1
    while start >= 1 and head[start - 1] in ("::", "~"):
        start -= 1 if head[start - 1] == "~" else 2
    name = "".join(head[max(start, 0):parameters])
    if ":" in rest:  # members are initialised, with round brackets or braces; the body comes after one of them
        return name if rest[-1] in ("()", "{}") else None
    return name if suffixed(rest) else None


def functions(text):
    """The functions of a file, those of classes included. A lambda within a function is part of it."""
    return Reader(text).found


def classes(text):
    """The classes and structs of a file, nested ones included, each with what it declares itself."""
    return Reader(text).classes
