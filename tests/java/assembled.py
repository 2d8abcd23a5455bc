#!/usr/bin/env python3
"""Class files with instructions that javac does not emit: subroutines, swap, nop, wide jumps and constants. assembled.py DIR writes
DIR/conformance/NAME.class; each is a program with a main that prints."""
import pathlib
import struct
import sys

PUBLIC_STATIC = 0x0009


class Assembler:
    """A class of version 48, whose verifier allows subroutines and needs no stack maps."""

    def __init__(self, name):
        self.name, self.pool, self.index, self.methods = name, [], {}, []

    def constant(self, tag, data):
        key = (tag, data)
        if key not in self.index:
            self.pool.append(struct.pack(">B", tag) + data)
            self.index[key] = len(self.pool)
        return self.index[key]

    def utf8(self, text):
        data = text.encode()
        return self.constant(1, struct.pack(">H", len(data)) + data)

    def klass(self, name):
        return self.constant(7, struct.pack(">H", self.utf8(name)))

    def string(self, text):
        return self.constant(8, struct.pack(">H", self.utf8(text)))

    def member(self, tag, owner, name, descriptor):
        pair = self.constant(12, struct.pack(">HH", self.utf8(name), self.utf8(descriptor)))
        return self.constant(tag, struct.pack(">HH", self.klass(owner), pair))

    def out(self):
        """getstatic System.out"""
        return b"\xb2" + struct.pack(">H", self.member(9, "java/lang/System", "out", "Ljava/io/PrintStream;"))

    def println(self, descriptor="(I)V"):
        return b"\xb6" + struct.pack(">H", self.member(10, "java/io/PrintStream", "println", descriptor))

    def method(self, name, descriptor, code, stack=6, variables=6):
        self.methods.append((self.utf8(name), self.utf8(descriptor), code, stack, variables))

    def bytes(self):
        this, parent, code_name = self.klass("conformance/" + self.name), self.klass("java/lang/Object"), self.utf8("Code")
        methods = b""
        for name, descriptor, code, stack, variables in self.methods:
            body = struct.pack(">HHI", stack, variables, len(code)) + code + struct.pack(">HH", 0, 0)
            methods += struct.pack(">HHHHHI", PUBLIC_STATIC, name, descriptor, 1, code_name, len(body)) + body
        return (struct.pack(">IHHH", 0xcafebabe, 0, 48, len(self.pool) + 1) + b"".join(self.pool)
                + struct.pack(">HHHHH", 0x0021, this, parent, 0, 0) + struct.pack(">H", len(self.methods)) + methods
                + struct.pack(">H", 0))


def subroutines(wide):
    """Calls a subroutine twice; it adds to local 1 and returns through local 2."""
    a = Assembler("SubroutinesWide") if wide else Assembler("Subroutines")
    jump = (lambda offset: b"\xc9" + struct.pack(">i", offset)) if wide else (lambda offset: b"\xa8" + struct.pack(">h", offset))
    size = len(jump(0))
    start = b"\x05\x3c"  # iconst_2, istore_1
    tail = a.out() + b"\x1b" + a.println() + b"\xb1"
    target = len(start) + 2 * size + len(tail)
    code = start + jump(target - len(start)) + jump(target - len(start) - size) + tail
    code += b"\x4d\x84\x01\x05"  # astore_2, iinc 1 5
    code += b"\xc4\xa9\x00\x02" if wide else b"\xa9\x02"  # ret 2
    a.method("main", "([Ljava/lang/String;)V", code)
    return a


def swaps():
    a = Assembler("Swaps")
    # 7 and 3 swapped, subtracted: 3 - 7; nops in between; the stream below both by dup_x1 and pop
    code = b"\x10\x07\x06\x00\x5f\x64" + a.out() + b"\x5f\x00" + a.println() + b"\xb1"
    a.method("main", "([Ljava/lang/String;)V", code)
    return a


def wide_jumps():
    a = Assembler("WideJumps")
    # goto_w over a string that must not be printed, and back again
    skipped = a.out() + b"\x12" + bytes([a.string("never")]) + a.println("(Ljava/lang/String;)V")
    tail = a.out() + b"\x13" + struct.pack(">H", a.string("jumped")) + a.println("(Ljava/lang/String;)V") + b"\xb1"
    a.method("main", "([Ljava/lang/String;)V", b"\xc8" + struct.pack(">i", 5 + len(skipped)) + skipped + tail)
    return a


def stack_moves():
    """Every dup and pop on values of one and of two words; prints the sum that remains."""
    a = Assembler("StackMoves")
    code = b"\x04\x05\x06"           # 1 2 3
    code += b"\x5c" + b"\x57\x57"    # dup2, pop, pop      1 2 3
    code += b"\x5d" + b"\x58"        # dup2_x1, pop2       2 3 1
    code += b"\x5b"                  # dup_x2              1 2 3 1
    code += b"\x5e"                  # dup2_x2             3 1 1 2 3 1
    code += b"\x64\x68\x60\x64\x60"  # - * + - +
    code += b"\x3b" + a.out() + b"\x1a" + a.println() + b"\xb1"
    a.method("main", "([Ljava/lang/String;)V", code, stack=8)
    return a


def programs():
    return [subroutines(False), subroutines(True), swaps(), wide_jumps(), stack_moves()]


def main():
    directory = pathlib.Path(sys.argv[1]) / "conformance"
    directory.mkdir(parents=True, exist_ok=True)
    for program in programs():
        (directory / f"{program.name}.class").write_bytes(program.bytes())


if __name__ == "__main__":
    main()
