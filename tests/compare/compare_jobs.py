#!/usr/bin/env python3
"""Whether several workers say what one says: compare_jobs.py [--jobs 2,3,8] [--language promela,java] [--filter TEXT].

On the models of bench/, all Promela examples and the Java examples, with reduction and without it, past every violation and
with several stores: all that the JSON says but for times and memory; scripts and trails byte for byte. Of searches for cycles,
which go along as many paths as there are workers, the verdict, and the counts where nothing is violated; a trail has to replay.
Prints a table of what differs; exit code 1 if anything does, or if nothing was compared.
"""
import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from compare_builds import first_difference, java_subjects, promela_subjects, told  # noqa: E402
from lib import HANGS, java, processes, tables, waymark  # noqa: E402

WAYS = {"default": [], "whole": ["--por", "off", "--errors", "0"], "cut": ["--por", "off", "--states", "20000"],
        "tree": ["--por", "off", "--store", "tree"], "collapse": ["--errors", "0", "--store", "collapse"],
        "compact": ["--por", "off", "--store", "hash-compact", "--hash-bits", "18"],
        "acceptance": ["--property", "acceptance"], "progress": ["--por", "off", "--property", "progress", "--store", "tree"]}
# Where a script would be a partial one, one worker searches: these ways of Java are without.
JAVA_WAYS = {"default": [], "whole": ["--por", "off", "--states", "3000"], "cut": ["--states", "150", "--errors", "0"],
             "collapse": ["--errors", "0", "--store", "collapse"],
             "compact": ["--store", "hash-compact", "--hash-bits", "10"], "deep": ["--depth", "12", "--store", "exact"]}
# What is the same of a search for cycles that found something. Where a cycle and a failing step can both be found, which of
# them comes first is not.
OF_CYCLES = {"exit code", "verdict", "properties", "not_judged", "program", "search", "store", "reduced"}


def said_by(jobs, binary, subject, way, where):
    script, trail = where / "script", where / "trail"
    for path in (script, trail):
        path.unlink(missing_ok=True)
    is_java = "--classpath" in subject.words
    options = (JAVA_WAYS if is_java else WAYS)[way]
    how = [] if "--states" in options else subject.how
    partial = is_java and ("--states" in options or "--depth" in options)
    recorded = [] if partial else ["--script", script]
    answer = waymark.ask(binary, "check", "--jobs", jobs, *recorded, "--trail", trail, *how, *options, *subject.words, limit=HANGS)
    out = {"exit code": answer.done.code, **told(answer.said)}
    if not answer.said:
        out["message"] = answer.detail
    # Which searches are one worker's is said only where several were asked for.
    out["notes"] = [note for note in out.get("notes", []) if not note.startswith("By one worker")]
    if out.get("search") == "nested":
        return {**of_cycles(out), "replay": replayed(binary, subject, trail)}
    for path in (script, trail):
        out[path.name] = path.read_bytes() if path.exists() else None
    return out


def of_cycles(out):
    if out["verdict"] != "holds":
        return {what: out[what] for what in OF_CYCLES if what in out}
    return {what: value for what, value in out.items() if what != "depth"}


def replayed(binary, subject, trail):
    """How the trail's replay ends, which says whether it shows what was found."""
    return waymark.ask(binary, "replay", "--trail", trail, *subject.words, limit=HANGS).done.code if trail.exists() else None


def subjects(arguments, where):
    """What is searched, and in which ways."""
    languages = arguments.language.split(",")
    if "promela" in languages:
        yield from ((subject, WAYS) for subject in promela_subjects() if arguments.filter in subject.name)
    if "java" in languages:
        java.require()
        classes = java.examples(where / "java", pathlib.Path(arguments.waymark).parent / "waymark-library.jar")
        yield from ((subject, JAVA_WAYS) for subject in java_subjects(classes) if arguments.filter in subject.name)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    waymark.add_option(options)
    options.add_argument("--jobs", default="2,3,8")
    options.add_argument("--language", default="promela,java")
    options.add_argument("--filter", default="", help="only models whose name contains this")
    arguments = options.parse_args()
    compared, rows = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for subject, ways in subjects(arguments, pathlib.Path(folder)):
            for way in ways:
                try:
                    one = said_by(1, arguments.waymark, subject, way, pathlib.Path(folder))
                    for jobs in map(int, arguments.jobs.split(",")):
                        many = said_by(jobs, arguments.waymark, subject, way, pathlib.Path(folder))
                        for what in one | many:
                            compared += 1
                            before, after = one.get(what, "-"), many.get(what, "-")
                            if before != after:
                                rows.append([subject.name, way, jobs, what, *first_difference(before, after)])
                except processes.TookTooLong as why:
                    rows.append([subject.name, way, "", "time", str(why), ""])
    if rows:
        tables.table(["model", "way", "workers", "what", "one worker", "several"], rows)
    print(f"{compared} results compared: {len(rows)} differ")
    sys.exit(1 if rows or compared == 0 else 0)


if __name__ == "__main__":
    main()
