#!/usr/bin/env python3
"""The step of docs/use/ci.md in a build of Maven, with the plugins of Debian and without a network.

maven.py --waymark BINARY --build DIR. Debian's maven and libexec-maven-plugin-java have to be there. A test that holds lets the build pass, and
one that does not makes it fail with the trail.
"""
import argparse
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, ROOT, java, processes, waymark  # noqa: E402

SETTINGS = """<settings>
  <localRepository>{repository}</localRepository>
  <mirrors><mirror><id>debian</id><mirrorOf>*</mirrorOf><url>file:///usr/share/maven-repo</url></mirror></mirrors>
</settings>
"""
JARS = [pathlib.Path("/usr/share/java") / f"{name}.jar" for name in ("junit-jupiter-api", "junit-platform-commons", "opentest4j", "apiguardian-api")]


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    waymark.add_option(options)
    options.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release" / "java-maven")
    args = options.parse_args()
    java.require("javac", "mvn")
    binary = pathlib.Path(args.waymark).resolve()
    shutil.rmtree(args.build, ignore_errors=True)
    build = args.build.resolve()
    classes = build / "target" / "test-classes"
    jars = ":".join(map(str, [binary.parent / "waymark-junit.jar", *JARS]))
    java.compile(sorted((ROOT / "tests" / "java" / "explore").glob("*.java")), classes, "-g", "-nowarn", classpath=jars)
    for jar in JARS:  # what a project's dependencies would bring
        processes.run(["unzip", "-qo", jar, "-d", classes, "-x", "META-INF/*", "module-info.class"], limit=HANGS)
    text = (ROOT / "tests" / "java" / "maven" / "pom.xml").read_text()
    (build / "settings.xml").write_text(SETTINGS.format(repository=build / "repository"))
    wrong = []
    for test, passes, said in (("keepsUpdates", True, "holds: "), ("losesUpdates", False, "violation: assertion")):
        (build / "pom.xml").write_text(text.replace("keepsUpdates", test))
        ran = processes.run(["mvn", "-B", "-s", build / "settings.xml", "-f", build / "pom.xml", f"-Dwaymark={binary}", "verify"], limit=HANGS)
        if (ran.code == 0) != passes or said not in ran.out:
            wrong.append(f"{test}: mvn ends with {ran.code}, or does not say '{said}': {ran.out[-2000:]}")
    print("\n".join([*wrong, f"2 builds of Maven: {len(wrong)} wrong"]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
