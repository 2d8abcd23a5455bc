#!/usr/bin/env python3
"""Tests the programs of tests/programs, each as its header says: header.py has the form, testers.py the ways to test.

run.py [--waymark BINARY] [--build DIR] [--language L] [--level N] [--share I/N] [--all-testers] [NAME...]. A NAME is that of a
program, without its ending, or its path. Without a name, all are tested: those of level 0 and 1, and with --level 2 those of
level 2 of which --share tells every N-th, from the I-th on.

Each program is tested plainly and by --rotate testers more, which its name and the commit choose. With --all-testers, it is tested
by all that apply; with --tester NAME, plainly and by that one: `stores`, or `stores=tree`. The last line counts programs and tells
how many of them each tester has tested. The exit code is 1 if one failed, and 77 if all were skipped.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "tools")]
import case as case_of  # noqa: E402
import header  # noqa: E402
import testers  # noqa: E402
from lib import ROOT, files, java, processes, waymark  # noqa: E402

SKIPPED = 77
SLOW = {0: 5, 1: 60}  # seconds after which a program belongs to a higher level
TOOLS = {"mpi": "mpirun", "coq": "coqc"}


@dataclass
class Report:
    program: header.Program
    tested: list = field(default_factory=list)  # labels of testers
    fault: str = ""
    seconds: float = 0  # of the plain tester


def missing(needs):
    """The first of the needs that is not met."""
    for need in needs:
        jdk = re.fullmatch(r"jdk>=(\d+)", need)
        if jdk and java.version() < int(jdk[1]):
            return need
        if not jdk and not (os.path.exists(need) if "/" in need else shutil.which(TOOLS.get(need, need))):
            return need
    return None


def chosen(programs, arguments):
    """Those that are asked for. Names that no program has end the run."""
    if arguments.language:
        programs = [it for it in programs if it.language == arguments.language]
    if arguments.names:
        wanted = {name: [it for it in programs if name in (it.path.stem, it.name, str(it.path))] for name in arguments.names}
        unknown = [name for name, found in wanted.items() if not found]
        if unknown:
            sys.exit(f"run.py: no program {', '.join(unknown)} below {arguments.folder}; a name is that of a file without its ending")
        return [it for it in programs if any(it in found for found in wanted.values())]
    first, step = map(int, arguments.share.split("/"))
    long = [it for it in programs if it.level == 2][first::step] if arguments.level >= 2 else []
    return [it for it in programs if it.level <= min(1, arguments.level) or it in long]


def compile_java(programs, binary, build):
    """The classes of all of them, by one call of javac; a class path."""
    sources = [path for it in programs if it.language == "java" for path in (it.path, *it.more)]
    if not sources:
        return ""
    java.require()
    library = binary.resolve().parent / "waymark-library.jar"
    flags = ["-g", "-nowarn", "-Xlint:none", "-encoding", "UTF-8"]
    files.made(build / "java", sources, lambda: java.compile(sources, build / "java" / "classes", *flags, classpath=library))
    return str(build / "java" / "classes")


def commit():
    """Changes from commit to commit, and with it the choice of testers."""
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else "none"


def turns(case, arguments):
    """The testers after the plain one: [(tester, way)]."""
    by_name = {tester.name: tester for tester in testers.ROTATING}
    fitting = {name: tester.fitting(case) for name, tester in by_name.items()}
    if arguments.tester:
        name, _, way = arguments.tester.partition("=")
        if name == "plain":
            return []
        ways = [one for one in fitting[name] if not way or one == way]
        if not ways:
            why = {by_name[name].unfit(case, one) for one in by_name[name].ways if not way or one == way}
            print(f"{case.program.name}: {arguments.tester} is not applicable: {'; '.join(map(str, why))}", flush=True)
        return [(by_name[name], one) for one in ways]
    pairs = testers.all_of(fitting) if arguments.all_testers else \
        testers.choose(case.program.name, arguments.seed, arguments.rotate, fitting)
    return [(by_name[name], way) for name, way in pairs]


def label(tester, way):
    return f"{tester.name}={way}" if way else tester.name


def tested(program, arguments, classes):
    """Tests a program, up to the first fault."""
    began, report = time.monotonic(), Report(program)
    folder = arguments.build / "files" / program.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    case = case_of.Case(program, arguments.waymark, folder, classes if program.language == "java" else "")
    now = label(testers.PLAIN, "")
    try:
        testers.PLAIN.run(case, "")
        report.tested.append(now)
        report.seconds = time.monotonic() - began
        for tester, way in turns(case, arguments):
            now = label(tester, way)
            tester.run(case, way)
            report.tested.append(now)
    except (case_of.Fault, processes.TookTooLong) as why:
        expected, found = (why.expected, why.found) if isinstance(why, case_of.Fault) else ("an answer", str(why))
        elsewhere = ["--folder", arguments.folder] if arguments.folder != below_root(HERE) else []
        again = ["tests/programs/run.py", "--waymark", arguments.waymark, *elsewhere, "--tester", now, program.name]
        report.fault = (f"{program.name}, {now}: FAILED\n  expected: {expected}\n  found:    {found}\n"
                        f"  again:    {shlex.join(map(str, again))}\n  command:  {shlex.join(case.command)}")
    return report


def tell(report, verbose):
    if report.fault:
        print(report.fault, flush=True)
    elif verbose:
        print(f"{report.program.name}: {report.seconds:.1f} s: {', '.join(report.tested)}", flush=True)
    if report.seconds > SLOW.get(report.program.level, float("inf")):
        print(f"{report.program.name}: slow, {report.seconds:.0f} s; level {report.program.level} is for up to "
              f"{SLOW[report.program.level]} s", flush=True)


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(parser)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "programs", help="[build/programs]")
    parser.add_argument("--folder", type=pathlib.Path, default=HERE, help="[tests/programs]")
    parser.add_argument("--language", choices=header.LANGUAGES)
    parser.add_argument("--level", type=int, choices=(0, 1, 2), default=1, help="programs up to this level [1]")
    parser.add_argument("--share", default="0/1", metavar="I/N", help="of level 2, only every N-th, from the I-th on [0/1]")
    parser.add_argument("--rotate", type=int, default=1, metavar="N", help="testers beside the plain one [1]")
    parser.add_argument("--all-testers", action="store_true")
    parser.add_argument("--tester", metavar="NAME[=WAY]", help="plain, " + ", ".join(one.name for one in testers.ROTATING))
    parser.add_argument("--seed", default="", help="what chooses testers [the commit]")
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time [2]")
    parser.add_argument("--verbose", action="store_true", help="what tested each program, and how long the plain tester took")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    names = ["plain", *(one.name for one in testers.ROTATING)]
    if arguments.tester and arguments.tester.partition("=")[0] not in names:
        parser.error(f"no tester {arguments.tester}; there are {', '.join(names)}")
    # Commands that are shown can be repeated from the root.
    arguments.waymark, arguments.build, arguments.folder = map(below_root, (arguments.waymark, arguments.build, arguments.folder))
    arguments.names = [str(below_root(name)) if os.path.isfile(name) else name for name in arguments.names]
    os.chdir(ROOT)
    arguments.seed = arguments.seed or commit()
    return arguments


def below_root(path):
    path = pathlib.Path(path).absolute()
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def main():
    arguments = options()
    try:
        programs = chosen(header.find(arguments.folder), arguments)
    except header.Malformed as why:
        sys.exit(str(why))
    skipped = {it.name: missing(it.needs) for it in programs if missing(it.needs)}
    programs = [it for it in programs if it.name not in skipped]
    classes = compile_java(programs, arguments.waymark, arguments.build)
    counts, failed = collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for report in pool.map(lambda it: tested(it, arguments, classes), programs):
            tell(report, arguments.verbose or arguments.names)
            failed += bool(report.fault)
            counts.update(report.tested)
    for name, need in skipped.items():
        print(f"{name}: skipped, for want of {need}")
    by_tester = [f"{name} {count}" for name, count in sorted(counts.items())]
    total = f"{len(programs) - failed} programs passed, {failed} failed, {len(skipped)} skipped"
    print("; ".join([total, *([", ".join(by_tester)] if by_tester else [])]))
    sys.exit(1 if failed else 0 if programs else SKIPPED)


if __name__ == "__main__":
    main()
