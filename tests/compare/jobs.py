"""Whether several workers say what one says, on the models of bench/, all Promela examples, the Java examples, and known bugs
of C++ programs with their fixes, with reduction and without it, past every violation and with several stores: all that the
JSON says but for times and memory; scripts and trails byte for byte. Of searches for cycles, which go along as many paths as there are workers, the verdict, and
the counts where nothing is violated; a trail has to replay."""
import pathlib

from lib import HANGS, comparable, java, native, processes, subjects as programs, waymark
from lib.comparing import left_out

WAYS = {"default": [], "whole": ["--por", "off", "--errors", "0"], "cut": ["--por", "off", "--states", "20000"],
        "tree": ["--por", "off", "--store", "tree"], "every": ["--errors", "0", "--store", "tree"],
        "compact": ["--por", "off", "--store", "hash-compact", "--tune", "hash-bits=18"],
        "acceptance": ["--property", "acceptance"], "progress": ["--por", "off", "--property", "progress", "--store", "tree"]}
# Where a script would be a partial one, one worker searches: these ways of Java are without.
JAVA_WAYS = {"default": [], "whole": ["--por", "off", "--states", "3000"], "cut": ["--states", "150", "--errors", "0"],
             "every": ["--errors", "0", "--store", "exact"],
             "compact": ["--store", "hash-compact", "--tune", "hash-bits=10"], "deep": ["--depth", "12", "--store", "exact"]}
# A C++ program is compiled in each: few of them.
CPP_WAYS = {"default": [], "whole": ["--por", "off", "--states", "3000"], "every": ["--errors", "0", "--store", "tree"]}


def ways(subject):
    return {"java": JAVA_WAYS, "cpp": CPP_WAYS}.get(subject.language, WAYS)


def said_by(jobs, binary, subject, way, where):
    script, trail = where / "script", where / "trail"
    for path in (script, trail):
        path.unlink(missing_ok=True)
    options = ways(subject)[way]
    how = [] if "--states" in options else subject.how
    partial = ways(subject) is not WAYS and ("--states" in options or "--depth" in options)
    recorded = [] if partial else ["--script", script]
    answer = waymark.ask(binary, "check", "--jobs", jobs, *recorded, "--trail", trail, *how, *options, *subject.asked, *subject.words,
                         limit=HANGS)
    out = {"exit code": answer.done.code, **comparable.result(answer.said)}
    if not answer.said:
        out["message"] = answer.detail
    # Which searches are one worker's is said only where several were asked for.
    out.pop("workers", None)
    out.pop("next", None)  # commands with --jobs
    # Where a search is cut off, several workers have gone on for some states, and reached statements there.
    (out.get("known") or {}).pop("unreached", None)
    for option in (out.get("known") or {}).get("options", []):
        option.pop("command", None)
    out["notes"] = [note for note in out.get("notes", []) if not note.startswith("By one worker")]
    if out.get("search") == "nested":
        return {**comparable.of_cycles(out), "replay": replayed(binary, subject, trail)}
    for path in (script, trail):
        out[path.name] = path.read_bytes() if path.exists() else None
    return out


def replayed(binary, subject, trail):
    """How the trail's replay ends, which says whether it shows what was found."""
    return waymark.ask(binary, "replay", "--trail", trail, *subject.words, limit=HANGS).done.code if trail.exists() else None


def add_options(parser):
    parser.set_defaults(parallel=1)
    parser.add_argument("--jobs", default="2,3,8")
    parser.add_argument("--language", default="promela,java,cpp")
    parser.add_argument("--filter", default="", help="only models whose name contains this")


def cpp_subjects():
    for name in native.known():
        program = native.CPP / f"{name}.cpp"
        yield programs.Subject(name, [program, *native.asked(program)[1]], language="cpp")


def subjects(arguments, where):
    languages, found = arguments.language.split(","), []
    if "promela" in languages:
        found += programs.promela()
    if "java" in languages:
        java.require()
        found += programs.java_examples(java.examples(where / "java", pathlib.Path(arguments.waymark).parent / "waymark-library.jar"))
    if "cpp" in languages:
        found += cpp_subjects()
    return [subject for subject in found if arguments.filter in subject.name]


def compare(subject, arguments, folder):
    found = left_out(asked=0)
    for way in ways(subject):
        try:
            one = said_by(1, arguments.waymark, subject, way, folder)
            for jobs in map(int, arguments.jobs.split(",")):
                many = said_by(jobs, arguments.waymark, subject, way, folder)
                for what in one | many:
                    found.asked, found.compared = found.asked + 1, found.compared + 1
                    before, after = one.get(what, "-"), many.get(what, "-")
                    if before != after:
                        one_said, many_said = comparable.first_difference(before, after)
                        found.differences.append(f"{way}, {what}: {one_said} by one worker, {many_said} by {jobs}")
        except processes.TookTooLong as why:
            found.differences.append(f"{way}: {why}")
    return found
