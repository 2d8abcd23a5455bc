"""tools/verdicts.py writes down what processes of a tree were asked and answered, and tells what a second list has lost."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import verdicts  # noqa: E402

HASH = "0123456789abcdef"


class Homed(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.source = pathlib.Path(home.name).resolve() / "source"
        self.build = self.source / "build" / "release"
        self.build.mkdir(parents=True)
        self.write("build/release/CMakeCache.txt", f"CMAKE_HOME_DIRECTORY:INTERNAL={self.source}\nWAYMARK_SANITIZE:STRING=\n")
        self.write("tests/a.pml", "init { skip }")
        self.tree = verdicts.Tree(self.build)

    def write(self, name, text):
        path = self.source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


class Processes(Homed):
    def lines(self, name, *words, code=0, heard="", said="", folder="/tmp/golden-x1y2z3w4", kept=None):
        """The lines of a process. A word that is a pair is the name of a file, and the hash of its text."""
        told = ["\x1e".join(word) if isinstance(word, tuple) else word for word in words]
        fields = [f"{self.build}/{name}", folder, str(code), heard, said, *told]
        return verdicts.Process(self.tree, "".join(f"{field}\x1f" for field in fields)).lines(kept or {})

    def test_a_program_of_the_source_goes_by_its_path(self):
        self.assertEqual([("tests/a.pml", "waymark check --por off", "exit 0 holds")],
                         self.lines("waymark", "check", "--json", "--por", "off", (f"{self.source}/tests/a.pml", HASH),
                                    said='{"verdict":"holds","kind":null}'))

    def test_a_program_of_a_scratch_folder_goes_by_its_name_and_text(self):
        expected = [("a.pml@89abcdef", "waymark check --script a.way", "exit 1 violation deadlock")]
        said = "violation: deadlock after 5 steps of a.pml\n\n  3 states\n"
        for words in ((("a.pml", HASH), "--script", "a.way"), ("--script", "/tmp/u/a.way", (f"{self.build}/x/a.pml", HASH))):
            self.assertEqual(expected, self.lines("waymark", "check", *words, code=1, said=said))

    def test_a_class_is_a_program(self):
        words = ("check", "--classpath", f"{self.build}/java/classes", "litmus.Dekker", "--", "3")
        self.assertEqual([("litmus.Dekker", "waymark check --classpath classes -- 3", "exit 3 incomplete")],
                         self.lines("waymark", *words, code=3, said='{"verdict": "incomplete", "headline": "a", "kind": null}'))

    def test_the_kind_of_a_violation_comes_from_json_too(self):
        self.assertEqual("exit 1 violation race", self.lines("waymark", "check", "Main", code=1,
                         said='{"verdict":"violation","headline":"a \\"race\\" of x","kind":"race"}')[0][2])

    def test_each_file_of_the_llvm_runner_has_a_line(self):
        way = "llvm_runner --races"
        said = ("/tmp/a.c: holds [3 states, 4 transitions]\n  result 1\n/tmp/a.c: holds [2 states, 2 transitions]\n"
                "/tmp/b.c: violation race: of x (/tmp/b.c:3)\n")
        self.assertEqual([("a.c@89abcdef", way, "holds; holds"), ("b.c@89abcdef", way, "violation race")],
                         self.lines("tests/llvm_runner", "--races", ("/tmp/a.c", HASH), ("/tmp/b.c", HASH), said=said))

    def test_a_runner_takes_names_from_json_or_from_its_command_line(self):
        words = ("classes", ("expected.json", HASH), "some")
        kept = {HASH: '{"Dekker": [], "Peterson": []}'}
        way = ("litmus_runner some", "exit 0")
        self.assertEqual([("Dekker", *way), ("Peterson", *way)], self.lines("tests/litmus_runner", *words, kept=kept))
        self.assertEqual([("Dekker", *way)], self.lines("tests/litmus_runner", *words, "Dekker", kept=kept))

    def test_a_runner_that_reads_lines_has_one_for_each(self):
        way = ("travel_runner write", "exit 0")
        heard = f"on {self.source}/tests/a.pml\noff Main 3\n"
        self.assertEqual([("on tests/a.pml", *way), ("off Main 3", *way)],
                         self.lines("tests/travel_runner", "write", "classes", "states", heard=heard))

    def test_what_was_drawn_for_a_temporary_name_is_masked(self):
        for name, masked in (("/tmp/golden-ab12cd_9", "golden-*"), ("/tmp/tmpabcdefgh", "tmp*"), ("/tmp/tmp.aB3dE6gH9j", "tmp.*"),
                             ("/tmp/java-everyday", "java-everyday"), ("/tmp/x/a.trail", "a.trail")):
            self.assertEqual(masked, self.tree.word(name))

    def test_the_preloaded_library_records_programs_of_the_build_alone(self):
        comparison, log = self.build / "comparison", self.build / "log"
        shutil.copy("/usr/bin/cmp", comparison)
        self.write("tests/names.json", '{"Dekker": []}')
        verdicts.compile_preloaded(self.build / "v.so", "-Wall", "-Wextra", "-Werror")
        environment = {**os.environ, **verdicts.preloading(self.build / "v.so", self.tree, log)}
        compiled = self.build / "c-programs" / "gcd"
        compiled.parent.mkdir()
        shutil.copy(comparison, compiled)
        for program in (compiled, comparison, "/usr/bin/cmp"):
            subprocess.run([program, "tests/a.pml", "tests/names.json"], cwd=self.source, env=environment, stdout=subprocess.DEVNULL)
        self.assertEqual({("tests/a.pml", "comparison tests/names.json", "exit 1")}, verdicts.processes(self.tree, log))
        self.assertEqual(['{"Dekker": []}'], [file.read_text() for file in self.build.glob("log.*")])


class Entries(Homed):
    def test_golden_files_have_their_commands_and_broken_models(self):
        self.write("tests/cli/a.test", "# about a\n$ waymark check a.pml\nexit: 1\n$ waymark help\n")
        self.write("tests/bad/b.expected", "b.pml:1: error\n")
        self.assertEqual(["$ waymark check a.pml", "$ waymark help", "b"],
                         list(verdicts.golden_commands(["golden.py", "tests/cli", "tests/bad"], self.source)))

    def test_unit_tests_are_those_of_the_filter(self):
        binary = self.build / "a_test"
        said = "Running main()\nStack.\n  grows\nEvery/Store.  # TypeParam = int\n  keeps/0  # GetParam() = 1\n"
        binary.write_text(f"#!/bin/sh\ncat << END\n{said}END\n")
        binary.chmod(0o755)
        self.assertEqual(["Stack.grows", "Every/Store.keeps/0"], verdicts.unit_tests(binary, ["a_test"]))
        self.assertEqual(["Stack.grows"], verdicts.unit_tests(binary, ["a_test", "--gtest_filter=Stack.grows"]))


class Lists(unittest.TestCase):
    OLD = {"tests/a.pml\twaymark check\texit 0 holds", "tests/b.pml\twaymark check\texit 0 holds"}

    def test_a_line_that_is_missing_is_lost(self):
        lost, gained, _ = verdicts.compared(self.OLD, {"tests/b.pml\twaymark check\texit 0 holds", "c\twaymark check\texit 2"}, [])
        self.assertEqual((["tests/a.pml\twaymark check\texit 0 holds"], ["c\twaymark check\texit 2"]), (lost, gained))

    def test_another_verdict_is_a_loss(self):
        self.assertEqual(2, len(verdicts.compared(self.OLD, {line.replace("holds", "explored") for line in self.OLD}, [])[0]))

    def test_a_program_that_moved_is_the_same(self):
        moved = {line.replace("tests/", "tests/programs/promela/") for line in self.OLD}
        self.assertEqual(([], [], {}), verdicts.compared(self.OLD, moved, []))

    def test_a_reason_explains_what_its_pattern_finds(self):
        reasons = verdicts.read_reasons("# programs\n^tests/a: it is the same as b: see there\n")
        self.assertEqual((re.compile("^tests/a: it is the same as b"), "see there"), reasons[0])
        lost, _, explained = verdicts.compared(self.OLD, set(), verdicts.read_reasons("^tests/a: twice\n"))
        self.assertEqual(["tests/b.pml\twaymark check\texit 0 holds"], lost)
        self.assertEqual({"twice": 1}, explained)


if __name__ == "__main__":
    unittest.main()
