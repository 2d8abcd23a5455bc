#!/usr/bin/env python3
"""A signed script is good for the program that it was made for, and for no other: whatever class changes, it is rejected.

digest.py --waymark BINARY --build DIR. A program loads classes by names that it computes, out of a directory and a
jar, and looks for one that is not there; the JDK's image is a copy. A trustful script of it is signed. Then one thing at a
time is changed, and changed back.
"""
import argparse
import contextlib
import pathlib
import shutil
import subprocess
import sys
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, files, java, processes  # noqa: E402

HOST = """
public class Host {
    static int answers;

    public static void main(String[] args) throws Exception {
        Friend.greet();
        for (String name : new String[] {"by.Na", "by.Ja", "by.No"}) {
            try {
                ((Runnable) Class.forName(name + "me").getDeclaredConstructor().newInstance()).run();
            } catch (ClassNotFoundException absent) {
                answers++;
            }
        }
    }
}

class Friend {
    static void greet() {
        Host.answers += 10;
    }
}
"""
NAMED = """
package by;

public class %s implements Runnable {
    public void run() {
        if (%d > 1) throw new IllegalStateException("it has changed");
    }
}
"""


def image():
    """That of the JDK on the PATH."""
    shown = subprocess.run(["java", "-XshowSettings:properties", "-version"], capture_output=True, text=True, check=True).stderr
    home = next(line.split("=", 1)[1].strip() for line in shown.splitlines() if line.strip().startswith("java.home"))
    return pathlib.Path(home) / "lib" / "modules"


class Program:
    def __init__(self, waymark, build):
        self.waymark, self.build = waymark, build
        shutil.rmtree(build, ignore_errors=True)
        self.classes, self.jar, self.modules = build / "classes", build / "more.jar", build / "modules"
        self.compile(self.classes, {"Host": HOST, "by/Name": NAMED % ("Name", 1)})
        self.pack(1)
        shutil.copy(image(), self.modules)
        self.words = ["--classpath", f"{self.classes}:{self.jar}", "--jdk", self.modules, "Host"]

    def compile(self, into, sources):
        folder = self.build / "sources"
        for name, text in sources.items():
            files.write(folder / f"{name}.java", text)
        java.compile([folder / f"{name}.java" for name in sources], into, "-Xlint:all", "-Werror")

    def pack(self, number, how=zipfile.ZIP_STORED):
        self.compile(self.build / "jar", {"by/Jame": NAMED % ("Jame", number)})
        with zipfile.ZipFile(self.jar, "w", how) as jar:
            jar.write(self.build / "jar" / "by" / "Jame.class", "by/Jame.class")

    def run(self, *words):
        return processes.run([self.waymark, *words], limit=HANGS)

    def sign(self):
        for words in (["check", "--quiet", "--script", self.build / "lean.way", *self.words],
                      ["script", "trustful", "--script", self.build / "lean.way", "-o", self.build / "trust.way", *self.words],
                      ["script", "keygen", self.build / "me"],
                      ["script", "sign", self.build / "trust.way", "--key", self.build / "me.key"]):
            done = self.run(*words)
            if done.code != 0:
                sys.exit(done.last_words())

    def expect(self, code, what):
        done = self.run("certify", "--trustful", "--key", self.build / "me.pub", "--quiet", "--script", self.build / "trust.way", *self.words)
        if done.code != code:
            sys.exit(f"{what}: certify ends with {done.code}, not {code}: {done.last_words()}")
        if code == 4 and "the program has changed since" not in done.out + done.err:
            sys.exit(f"{what}: {done.last_words()}")


@contextlib.contextmanager
def changed(path):
    """A file that is put back in the end, if it was there."""
    before = path.read_bytes() if path.exists() else None
    yield
    if before is None:
        path.unlink()
    else:
        path.write_bytes(before)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--waymark", required=True)
    options.add_argument("--build", type=pathlib.Path, required=True)
    given = options.parse_args()
    java.require("javac", "java")
    program = Program(given.waymark, given.build)
    program.sign()
    program.expect(0, "nothing has changed")
    with changed(program.classes / "by" / "Name.class"):
        program.compile(program.classes, {"by/Name": NAMED % ("Name", 2)})
        program.expect(4, "a class that is loaded by its name")
    with changed(program.classes / "Friend.class"):
        program.compile(program.classes, {"Host": HOST.replace("10", "11")})
        program.expect(4, "a class that another one names")
    with changed(program.classes / "by" / "Nome.class"):
        program.compile(program.classes, {"by/Nome": NAMED % ("Nome", 2)})
        program.expect(4, "a class that was not there")
    with changed(program.jar):
        program.pack(2)
        program.expect(4, "a class in a jar")
    with changed(program.jar):
        program.pack(1, zipfile.ZIP_DEFLATED)
        program.expect(0, "a jar that was packed anew")
    with open(program.modules, "r+b") as modules:
        modules.seek(-1000, 2)
        byte = modules.read(1)[0]
        modules.seek(-1, 1)
        modules.write(bytes([byte ^ 1]))
    program.expect(4, "the end of the JDK's image")
    program.modules.unlink()


if __name__ == "__main__":
    main()
