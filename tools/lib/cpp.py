"""A reader of C++ that knows as much of it as house-keeping needs: comments, literals, brackets, and which braces are those
of a function. It takes code as clang-format leaves it and does not preprocess."""
import bisect
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


def hidden(found):
    """Blanks instead of what was found; its lines stay."""
    text = found.group()
    return " " * len(text) if "\n" not in text else re.sub(r"[^\n]", " ", text)


def without_comments(text):
    return OPAQUE.sub(lambda found: hidden(found) if found.group()[0] == "/" else found.group(), text)


def blank(text):
    """The text with comments, literals and directives replaced by blanks; lines and columns stay where they are."""
    return DIRECTIVE.sub(hidden, OPAQUE.sub(hidden, text))


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
    scope: tuple = ()  # the names of namespaces and classes around it
    body: tuple = ()  # where head and body begin and end in the text


@dataclass
class Class:
    name: str
    line: int  # on which its head begins
    scope: tuple = ()  # the names of namespaces and classes around it; an anonymous namespace is ""
    bases: list = field(default_factory=list)  # as they are written, without the arguments of templates
    functions: list = field(default_factory=list)  # names, one for each declaration that is neither deleted nor defaulted
    virtual: set = field(default_factory=set)  # the names among them that are virtual, or override what is
    bare: set = field(default_factory=set)  # the virtual ones that are pure or answer with a single statement, in the class
    pure: set = field(default_factory=set)
    members: list = field(default_factory=list)  # names of data
    public: list = field(default_factory=list)  # those that everybody may use
    access: str = "private"  # of what is read next


class Reader:
    """Walks through declarations and collects functions. The head of a declaration is what it has met so far, a pair of
    brackets with all that is in them being one token: (), [] or {}."""

    def __init__(self, text):
        self.code = blank(text)
        self.tokens = [(found.group(), found.start()) for found in TOKEN.finditer(self.code)]
        self.ends = self.brackets()
        self.newlines = [found.start() for found in re.finditer("\n", self.code)]
        self.found = []
        self.classes = []
        self.aliases = {}  # (scope, name): what `using` says it stands for
        self.within = []  # the classes around what is read; None stands for a namespace
        self.names = []  # of the namespaces and classes around it
        self.statements = 0  # of the braces that were read last
        self.at = 0
        while self.at < len(self.tokens):
            self.scope()
            self.at += 1  # a brace too many, as behind a branch of #if

    def line(self, token):
        return bisect.bisect_left(self.newlines, self.tokens[token][1]) + 1

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead][0] if self.at + ahead < len(self.tokens) else ""

    def brackets(self):
        """{token of a bracket: that of its other half}; what closes no bracket is passed over."""
        found, opened = {}, []
        for at, (token, _) in enumerate(self.tokens):
            if token in CLOSING:
                opened.append((at, CLOSING[token]))
            elif opened and token == opened[-1][1]:
                found[opened.pop()[0]] = at
        return found

    def skip(self):
        """Over a pair of brackets with all that is in them."""
        self.at = self.ends.get(self.at, len(self.tokens)) + 1

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
                if self.within and self.within[-1]:
                    self.within[-1].access = head[-1]
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
        if head[:1] == ["using"]:
            self.alias(head[1:])
        if inside is None or not head or head[0] in NO_MEMBER or (TYPES & set(head) and "()" not in head):
            return
        plain = without_angles(head)
        before = plain[:plain.index("=")] if "=" in plain else plain
        if "()" not in before[1:]:
            names = declarators(head)
            inside.members += names
            inside.public += names if inside.access == "public" and "constexpr" not in head else []
        elif head[-2:] not in (["=", "delete"], ["=", "default"]):
            name = before[before.index("()", 1) - 1]
            inside.functions.append(name)
            if {"virtual", "override", "final"} & set(head):
                inside.virtual.add(name)
            if head[-2:] == ["=", "0"]:
                inside.pure.add(name)
            if name in inside.virtual and (name in inside.pure or (head[-1] == "{}" and self.statements <= 1)):
                inside.bare.add(name)

    def alias(self, head):
        """`using A = B` and `using b::A`; other uses of the word name no type."""
        if head[0] in ("namespace", "enum"):
            return
        plain = without_angles([token for token in head if token != "typename"])
        if plain[-1] == "=":
            name, meant = plain[0], without_angles(head[head.index("=") + 1:])
        else:
            name, meant = plain[-1], plain
        if meant[-3:] != [name, "::", name]:  # that takes the constructors of a base
            self.aliases[tuple(self.names), name] = "".join(meant)

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

    def inside(self, scope, names):
        """Over braces, with the declarations between them."""
        self.within.append(scope)
        self.names += names
        self.at += 1
        self.scope()
        self.at += 1
        self.within.pop()
        del self.names[len(self.names) - len(names):]

    def braces(self, head, first):
        """Stands before a brace; answers whether the declaration ends behind its other half."""
        if "namespace" in head:
            named = [token for token in head[head.index("namespace") + 1:] if token not in ("::", "[]", "inline")]
            self.inside(None, named or [""])
            return True
        if head[:1] == ["extern"] and "()" not in head:
            self.inside(None, [])
            return True
        plain = without_angles(without_annotation(head))
        if TYPES & set(plain) and "()" not in plain and "=" not in plain:
            if "enum" in head:
                self.skip()
            else:
                kind = next(token for token in plain if token in TYPES)
                found = Class(class_name(head), self.line(first), tuple(self.names), bases_of(plain),
                              access="private" if kind == "class" else "public")
                self.classes.append(found)
                self.inside(found, found.name.split("::"))
            head.append("{}")  # variables of that type may follow
            return False
        name, before = body_of(head), self.at
        self.skip()
        self.statements = sum(token == ";" for token, _ in self.tokens[before:self.at])
        head.append("{}")
        if name:
            last = min(self.at, len(self.tokens)) - 1
            begin, end = self.line(first), self.line(last)
            where = (self.tokens[first][1], self.tokens[last][1] + 1)
            self.found.append(Function(name, begin, end - begin + 1, tuple(self.names), where))
        return bool(name) and "=" not in head


def without_annotation(head):
    """`class MACRO(…) Name` without the macro, which annotates the class."""
    for at, token in enumerate(head[:-3]):
        if token in TYPES and head[at + 2] == "()" and re.match(r"[A-Z]\w*$", head[at + 3]):
            return head[:at + 1] + head[at + 3:]
    return head


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


def declarators(head):
    """The names that a declaration of data declares: `int a = 1, *b`. What follows a comma in a value may look like one."""
    parts, depth, valued = [[]], 0, False
    for token in head:
        if not valued:
            depth += (token == "<") - (token == ">")
            valued = token == "=" and depth == 0
        if token == "," and depth == 0:
            parts.append([])
        elif depth == 0 and (valued or token != ">"):
            parts[-1].append(token)
    found = []
    for part in parts:
        end = next((at for at, token in enumerate(part) if token in ("=", ":")), len(part))
        words = [token for token in part[:end] if token not in ("*", "&", "[]", "{}")]
        names = [token for token in words if re.match(r"[A-Za-z_]", token)]
        found += names[-1:] if part is parts[0] or len(words) == 1 else []
    return found


def class_name(head):
    """What stands behind `class`, attributes and alignments aside; an anonymous one has none. A specialisation is told
    from its template by `<>`."""
    head = without_annotation(head)
    names = head[max(head.index(token) for token in TYPES & set(head)) + 1:]
    names = [token for token in names if token not in ("[]", "()", "alignas")]
    end = 0
    while end < len(names) and names[end] not in (":", "final", "<"):
        end += 1
    special = "<>" if names[end:end + 1] == ["<"] else ""
    return "".join(names[:end]) + special if end else "(no name)"


def bases_of(plain):
    """The bases of a class whose head this is, without the arguments of templates."""
    if ":" not in plain:
        return []
    bases, written = [], []
    for token in [*plain[plain.index(":") + 1:], ","]:
        if token == ",":
            bases += ["".join(written)] if written else []
            written = []
        elif token not in ("public", "protected", "private", "virtual", "[]", "."):
            written.append(token)
    return bases


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
