#!/usr/bin/python3
"""What programs read obeys the schemas that were published for it.

    formats.py json --waymark BINARY [--kept FOLDER]          by `waymark schema`; FOLDER has what golden.py has kept
    formats.py sarif|junit --waymark BINARY [--schemas DIR]   by the schemas in DIR

DIR is `../shared/schemas` beside the repository; where it is missing, the test says so and ends with 77: skipped. Debian's
Python has jsonschema.
"""
import argparse
import copy
import json
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77

HOSTILE = """byte n; active proctype P() { printf("]]> </failure> \\1 \\"<&>\\""); assert(n == 1) }"""
LASSO = """byte n; ltl never_three { <> (n == 3) } active proctype Up() { n = 1; do :: n == 1 -> n = 2 :: n == 2 -> n = 1 od }
active proctype Other() { n = 1 }"""
# Words for waymark, and which exit code they end with.
RUNS = [
    (["check", "examples/promela/counter.pml"], 1),
    (["check", "examples/promela/philosophers.pml"], 1),
    (["check", "examples/promela/peterson.pml"], 0),
    (["check", "examples/promela/peterson.pml", "--depth", "3"], 3),
    (["check", "examples/promela/counter.pml", "--errors", "0", "--por", "off", "--search", "dfs"], 1),
    (["check", "page/test/programs/several.pml", "--errors", "0"], 1),
    (["check", "HOSTILE"], 1),
    (["check", "LASSO"], 1),
    (["check", "LASSO", "--property", "none", "--ltl", "none"], 3),
    (["check", "nowhere.pml"], 2),
    (["check", "LASSO", "--ltl", "[] ("], 2),
    (["certify", "examples/promela/peterson.pml", "--script", "SCRIPT"], 0),
    (["certify", "examples/promela/counter.pml", "--script", "SCRIPT"], 4),
    (["replay", "examples/promela/philosophers.pml", "--trail", "TRAIL"], 1),
    (["coverage", "examples/promela/philosophers.pml", "--states", "20", "--property", "none"], 3),
]


def violations_of(schema, said):
    return [f"{'/'.join(map(str, fault.absolute_path))}: {fault.message}"[:300] for fault in schema.iter_errors(said)]


def check_json(waymark, folder):
    text = subprocess.run([waymark, "schema"], capture_output=True, check=True, text=True).stdout
    schema = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    runs = Runs(waymark, "json")
    lines = [text.decode() for _, _, text in runs.each()]
    if folder:
        kept = [line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text().splitlines()]
        if not kept:
            sys.exit(f"formats: golden.py has kept nothing in {folder}")
        lines += kept
    faults = runs.faults
    for line in lines:
        said = json.loads(line)
        if said.get("waymark") == "trail" or "jsonrpc" in said or "enabled" in said:  # of another schema
            continue
        for fault in violations_of(validator, said):
            faults += 1
            print(f"{line[:120]}…\n  {fault}")
    # A schema that allows everything would pass, too.
    whole = next(said for said in map(json.loads, lines) if said.get("verdict") == "violation" and said.get("steps"))
    for damage in (lambda it: it.pop("steps"), lambda it: it.update(steps=3), lambda it: it.update(more=1),
                   lambda it: it["steps"][0]["events"][0].pop("actor")):
        broken = copy.deepcopy(whole)
        damage(broken)
        if not violations_of(validator, broken):
            faults += 1
            print("the schema allows a result that is none")
    print(f"formats: {len(lines)} JSON objects, {faults} faults")
    return faults


class Runs:
    """Every run of RUNS in one format, with the exit code compared."""

    def __init__(self, waymark, form):
        self.waymark, self.form, self.faults = waymark, form, 0
        self.folder = tempfile.TemporaryDirectory(prefix="formats-")
        where = pathlib.Path(self.folder.name)
        self.names = {"HOSTILE": where / 'evil "<&>\x01.pml', "LASSO": where / "lasso.pml", "SCRIPT": where / "s.way",
                      "TRAIL": where / "t.trail"}
        self.names["HOSTILE"].write_text(HOSTILE)
        self.names["LASSO"].write_text(LASSO)
        self.call("check", "examples/promela/peterson.pml", "--script", self.names["SCRIPT"])
        self.call("check", "examples/promela/philosophers.pml", "--trail", self.names["TRAIL"])

    def call(self, *words):
        return subprocess.run([self.waymark, *map(str, words)], cwd=ROOT, capture_output=True, check=False)

    def blame(self, words, why):
        self.faults += 1
        print(f"waymark {' '.join(words)} --format {self.form}: {why}")

    def each(self):
        for words, code in RUNS:
            done = self.call(*(self.names.get(word, word) for word in words), "--format", self.form)
            if done.returncode != code:
                self.blame(words, f"ends with {done.returncode}, not {code}: {done.stderr.decode(errors='replace')[:300]}")
            yield words, code, done.stdout


def told(runs, words):
    """The same result as JSON: what the other formats have to agree with."""
    return json.loads(runs.call(*(runs.names.get(word, word) for word in words), "--json").stdout)


def check_sarif(waymark, schemas):
    validator = jsonschema.Draft7Validator(json.loads((schemas / "sarif-2.1.0.json").read_text()))
    runs = Runs(waymark, "sarif")
    for words, code, text in runs.each():
        log = json.loads(text)
        for fault in violations_of(validator, log):
            runs.blame(words, fault)
        run, result = log["runs"][0], told(runs, words)
        if [one["ruleId"] for one in run["results"]] != [one["kind"] for one in result.get("violations", [])]:
            runs.blame(words, "has other results than JSON has violations")
        if run["invocations"][0]["executionSuccessful"] != (code != 2):
            runs.blame(words, "says the wrong thing about success")
        for i, one in enumerate(run["results"]):
            way = result if i == 0 else result["violations"][i]
            events = [event for step in way["steps"] for event in step["events"]]
            flows = one["codeFlows"][0]["threadFlows"]
            if len(flows) != len({(event["process"], event["actor"]) for event in events}):
                runs.blame(words, "has not one thread flow for each process")
            places = sorted((at["executionOrder"], at["location"]["physicalLocation"]) for flow in flows
                            for at in flow["locations"])
            lines = [int(event["location"].rsplit(":", 1)[1]) for event in events]
            if [order for order, _ in places] != list(range(1, len(events) + 1)) or \
                    [at["region"]["startLine"] for _, at in places] != lines:
                runs.blame(words, "its thread flows together are not the steps")
    return runs.faults


def check_junit(waymark, schemas):
    runs = Runs(waymark, "junit")
    # What a case may end in, by exit code: what a build server makes of it has to be what the exit code says.
    endings = {0: (0, 0), 1: (1, 0), 2: (0, 1), 3: (0, 1), 4: (0, 1)}
    for words, code, text in runs.each():
        done = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", schemas / "junit-10.xsd", "-"], input=text,
                              capture_output=True, check=False)
        if done.returncode != 0:
            runs.blame(words, done.stderr.decode()[:500])
            continue
        suite = xml.etree.ElementTree.fromstring(text).find("testsuite")
        counted = {"tests": len(suite.findall("testcase"))}
        for key, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            counted[key] = len(suite.findall(f"testcase/{tag}"))
        if {key: int(suite.get(key)) for key in counted} != counted:
            runs.blame(words, f"counts {suite.attrib}, has {counted}")
        if tuple(min(1, counted[key]) for key in ("failures", "errors")) != endings[code]:
            runs.blame(words, f"{counted} does not go with exit code {code}")
        judged = told(runs, words).get("properties", [])
        names = [case.get("name") for case in suite.findall("testcase")]
        if missing := [kind for kind in judged if not any(name.startswith(kind) for name in names)]:
            runs.blame(words, f"no case for {missing}")
    return runs.faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("format", choices=("json", "sarif", "junit"))
    parser.add_argument("--waymark", type=pathlib.Path, required=True)
    parser.add_argument("--schemas", type=pathlib.Path, default=ROOT.parent / "shared" / "schemas")
    parser.add_argument("--kept", type=pathlib.Path, metavar="FOLDER")
    options = parser.parse_args()
    waymark = options.waymark.resolve()
    if options.format == "json":
        sys.exit(1 if check_json(waymark, options.kept) else 0)
    if not options.schemas.is_dir():
        print(f"formats: skipped: there are no schemas in {options.schemas}")
        sys.exit(SKIPPED)
    faults = (check_sarif if options.format == "sarif" else check_junit)(waymark, options.schemas)
    print(f"formats: {len(RUNS)} results as {options.format}, {faults} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
