"""The JDK: that it is there, which others are, and class files that are made anew only when their sources change."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from . import ROOT, files

EXAMPLES = ROOT / "examples" / "java"
BRIEF = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")  # options of a JVM that runs for a moment: half of its time


def require(*programs):
    """packages.txt promises a JDK, so whoever needs it fails without it."""
    for program in programs or ("javac",):
        if not shutil.which(program):
            sys.exit(f"{Path(sys.argv[0]).name}: no {program} on the PATH; `make packages` installs it")


def version():
    """Of the JDK whose javac is on the PATH: 17."""
    return int(re.search(r"javac (\d+)", subprocess.run(["javac", "-version"], capture_output=True, text=True).stdout)[1])


def installed():
    """{version: directory} of all JDKs in /usr/lib/jvm, and those that JAVA17_HOME, JAVA21_HOME and so on name."""
    named = [Path(value) for name, value in sorted(os.environ.items()) if re.fullmatch(r"JAVA\d+_HOME", name)]
    found = {}
    for home in [*named, *sorted(Path("/usr/lib/jvm").glob("*"))]:
        told = home / "release"
        if (home / "lib" / "modules").exists() and (home / "bin" / "javac").exists() and told.exists():
            number = re.search(r'^JAVA_VERSION="(\d+)', told.read_text(), re.MULTILINE)
            if number:
                found.setdefault(int(number[1]), home.resolve())
    return found


def environment(home):
    """In which that JDK is the one that programs find."""
    return {**os.environ, "JAVA_HOME": str(home), "PATH": f"{home / 'bin'}:{os.environ['PATH']}"}


def compile(sources, into, *options, classpath=None, quiet=False):
    """Class files into a folder; javac's messages are the user's to read, and its failure ends the program."""
    words = ["javac", *(f"-J{it}" for it in BRIEF), *options, *(["-cp", classpath] if classpath else []), "-d", into, *sources]
    messages = subprocess.DEVNULL if quiet else None
    if subprocess.run([str(word) for word in words], stderr=messages).returncode != 0:
        sys.exit(f"{Path(sys.argv[0]).name}: javac does not take the sources")


def examples(build, library, names=None):
    """The classes of examples/java, all or those named, in build/classes."""
    sources = [EXAMPLES / f"{name}.java" for name in names] if names else sorted(EXAMPLES.glob("*.java"))
    if not sources:
        sys.exit(f"{EXAMPLES}: no programs")
    classes = build / "classes"
    files.made(build, [*sources, library],
               lambda: compile(sources, classes, "-g", "-Xlint:all", "-Werror", classpath=library))
    return classes
