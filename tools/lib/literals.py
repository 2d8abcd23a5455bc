"""Where code compares a text with a literal that has a letter, outside of parsers.

What is compared so is known by its spelling, which no compiler checks. Counted are == and !=, starts_with, find, contains,
equals, strcmp and their like; not the extensions of files. It is an estimate from the text.

A parser has to. A room is a parser's if it holds one of three files: Promela's lexer, the tokens of LLVM, Java's class files.
Some files are parsers by themselves: of formulas, of the command line, and of trails.
"""
import re

PARSING_ROOMS = {"lexer.cpp", "tokens.cpp", "class_file.cpp"}
PARSERS = {"parse.cpp", "trail_file.cpp"}

LITERAL = r'(?:u8|[uUL])?R?("(?:\\.|[^"\\\n])*")'
METHODS = "starts_with|ends_with|r?find|contains|compare|equals|startsWith|endsWith|indexOf"
COMPARED = re.compile(rf'[!=]=\s*(?:\(\s*|std::string(?:_view)?[({{]\s*)*{LITERAL}'
                      rf'|{LITERAL}\s*(?:sv?\b)?\s*(?:[!=]=|\.equals\()'
                      rf'|(?:\.|->)(?:{METHODS})\(\s*{LITERAL}'
                      rf'|\b(?:starts_with|ends_with|contains|equals|strn?cmp)\([^;"]*?{LITERAL}')
NO_TEXT = re.compile(r'"(?:\.\w+|(?:\\.|[^A-Za-z\\])*)"$')  # a file extension, or no letter


def compared(files):
    """{room: how many}, those with most first."""
    parsing = {it.room for it in files if it.path.name in PARSING_ROOMS}
    found = {}
    for it in files:
        if it.room in parsing or it.path.name in PARSERS:
            continue
        literals = [next(filter(None, each.groups())) for each in COMPARED.finditer(it.code)]
        count = sum(not NO_TEXT.match(literal) for literal in literals)
        if count:
            found[it.room] = found.get(it.room, 0) + count
    return dict(sorted(found.items(), key=lambda it: (-it[1], it[0])))
