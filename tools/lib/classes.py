"""What classes inherit, and what they read of others, from the text alone.

A class is known by its namespaces and the classes around it, so that classes of the same name are told apart; those of an
anonymous namespace, by their file. A base is looked up as C++ does: in the scopes from the inside to the outside, through
`using`. What is not found, as a template's parameter or a class of a library, is left out.
"""
import re
from dataclasses import dataclass

ACCESS = re.compile(r"(?<=[\w)\]])(?:\.|->)\s*([A-Za-z]\w*)\b(?!\s*\()")


@dataclass
class Chain:
    functions: int
    members: int
    names: str  # of the class and its bases
    place: str


class Index:
    """The classes of files: [(place, cpp.Reader)]."""

    def __init__(self, files):
        self.files = files
        self.classes, self.places, self.aliases = {}, {}, {}
        for place, reader in files:
            for it in reader.classes:
                key = known(it.scope, place) + tuple(it.name.split("::"))
                self.classes.setdefault(key, it)
                self.places.setdefault(key, f"{place}:{it.line}")
            for (scope, name), meant in reader.aliases.items():
                self.aliases.setdefault(known(scope, place) + (name,), meant)

    def find(self, scope, written, through=()):
        """The key of what a name means within a scope, or None."""
        names = tuple(written.split("::"))
        if not names[0]:  # ::a::B
            scope, names = (), names[1:]
        for size in range(len(scope), -1, -1):
            key = scope[:size] + names
            if key in self.classes:
                return key
            for part in range(1, len(names) + 1):
                short = scope[:size] + names[:part]
                if short in self.aliases and short not in through:
                    meant = "::".join((self.aliases[short], *names[part:]))
                    found = self.find(short[:-1], meant, (*through, short))
                    if found:
                        return found
        return None

    def bases(self, key):
        """Direct ones, in their order."""
        found = [self.find(key[:-1], written) for written in self.classes[key].bases]
        return [base for base in found if base and base != key]

    def lineage(self, key):
        """A class and all its bases, each once, the nearest first."""
        found = [key]
        for each in found:
            found += [base for base in self.bases(each) if base not in found]
        return found

    def is_interface(self, key):
        """Whether a class has no data, and each of its functions is virtual and bare, its bases' included."""
        it = self.classes[key]
        return not it.members and it.bare >= set(it.functions) and all(self.is_interface(base) for base in self.bases(key))

    def chain(self, key):
        """What a class declares itself and what its concrete bases leave it: their data, their functions that are not virtual,
        and those virtual ones with a body that nothing below overrides. A base's constructors and destructor are not left."""
        functions, members, overridden = 0, 0, set()
        contributing = []
        for each in self.lineage(key):
            it = self.classes[each]
            if each != key and self.is_interface(each):
                continue
            special = set() if each == key else {each[-1], "~" + each[-1]}
            left = [name for name in it.functions if each == key or
                    not (name in special or name in it.pure or (name in it.virtual and name in overridden))]
            overridden |= set(it.functions)
            functions += len(left)
            members += len(it.members)
            if each == key or it.functions or it.members:
                contributing.append(each[-1])
        return Chain(functions, members, ": ".join(contributing), self.places[key])

    def chains(self):
        """Those with most functions first."""
        found = [self.chain(key) for key in self.classes]
        return sorted(found, key=lambda it: (-it.functions, -it.members, it.names))


    def family(self, key):
        """A class with its bases, and all classes that are nested in it or around it."""
        outermost = key
        while outermost[:-1] in self.classes:
            outermost = outermost[:-1]
        return {*self.lineage(key), *(each for each in self.classes if each[:len(outermost)] == outermost)}

    def owner(self, function, place):
        """The key of the class to which a function belongs, or None."""
        scope = known(function.scope, place)
        before = function.name.rpartition("::")[0]
        return self.find(scope, before) if before else scope if scope in self.classes else None

    def reads(self):
        """[(names, place, class or file)]: how many names of other classes' public data the functions of a class use as `x.name`
        or `x->name`, those with most first. Functions of no class count together for their file, and a class of that file is
        not another one. A name that a class, its bases or those nested in it have, too, does not count."""
        public = {name for it in self.classes.values() for name in it.public}
        used, own = {}, {}
        for place, reader in self.files:
            for function in reader.found:
                owner = self.owner(function, place)
                unit = owner or place
                used.setdefault(unit, set()).update(ACCESS.findall(reader.code, *function.body))
                if unit not in own:
                    family = [self.classes[key] for key in self.family(owner)] if owner else reader.classes
                    own[unit] = {name for it in family for name in it.members}
        found = [(len((names & public) - own[unit]), *self.called(unit)) for unit, names in used.items()]
        return sorted((each for each in found if each[0]), key=lambda it: (-it[0], it[2]))

    def called(self, unit):
        return (unit, "(functions of no class)") if isinstance(unit, str) else (self.places[unit], unit[-1])


def known(scope, place):
    """A scope whose anonymous namespaces are those of this file."""
    return tuple(name or f"({place})" for name in scope)
