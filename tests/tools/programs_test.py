"""tests/programs: what is wrong in a header is told with its line and a remedy, and every program meets its testers in turn."""
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "programs"), str(ROOT / "tools")]
import case as case_of  # noqa: E402
import header  # noqa: E402
import testers  # noqa: E402

CODE = "int main(void) { return 0; }\n"


class Scratch(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.home = pathlib.Path(home.name)

    def file(self, text, name="c/it.c"):
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


class Headers(Scratch):
    def read(self, head, code=CODE):
        return header.read(self.file(f"/* {head} */\n{code}"))

    def wrong(self, text, line, *parts):
        path = self.file(text)
        with self.assertRaises(header.Malformed) as caught:
            header.read(path)
        said = str(caught.exception)
        self.assertTrue(said.startswith(f"{path}:{line}: "), said)
        for part in parts:
            self.assertIn(part, said)

    def test_needs_no_more_than_an_expectation(self):
        it = self.read("expect: holds")
        self.assertEqual(("c/it", "holds", [], [], None, [], [], 0),
                         (it.name, it.expected, it.options, it.arguments, it.states, it.output, it.needs, it.level))

    def test_has_all_keys(self):
        it = self.read("waymark: check --define 'N=1 + 1' {} -- a 'b c'\n   expect: holds\n   states: 38 (Spin, full search)\n"
                       "   output: total: 3\n   output:\n   output: end\n   needs: clang-19, jdk>=21\n   level: 2")
        self.assertEqual(["--define", "N=1 + 1", "{}"], it.options)
        self.assertEqual(["a", "b c"], it.arguments)
        self.assertEqual(38, it.states)
        self.assertEqual(["total: 3", "", "end"], it.output)
        self.assertEqual(["clang-19", "jdk>=21"], it.needs)
        self.assertEqual(2, it.level)

    def test_names_several_kinds_of_which_one_is_right(self):
        self.assertEqual(["deadlock", "lock"], self.read("expect: violated: deadlock|lock").said)

    def test_knows_texts_of_refusals_with_colons_and_bars(self):
        self.assertEqual(["no model: a|b"], self.read("expect: refused: no model: a|b").said)

    def test_is_missed(self):
        self.wrong(CODE, 1, "no header", "begin the file with /* expect: holds */")
        self.wrong("/* What this is about. */\n" + CODE, 1, "no header")

    def test_refuses_unknown_keys(self):
        self.wrong("/* expect: holds\n   state: 3 */\n" + CODE, 2, "unknown key state", "the keys are waymark, expect, states")

    def test_refuses_a_header_that_expects_nothing(self):
        self.wrong("/* level: 1 */\n" + CODE, 1, "no expect", "violated: KIND")

    def test_refuses_expectations_that_say_too_little_or_too_much(self):
        for value in ("violated", "holds: always", "fails: deadlock"):
            self.wrong(f"\n/* waymark: check\n   expect: {value} */\n" + CODE, 3, f"not an expectation: {value}")

    def test_refuses_a_second_header(self):
        self.wrong(f"/* expect: holds */\n{CODE}\n/* expect: violated: race */\n{CODE}", 4, "second header", "make two files")
        self.wrong(f"/* expect: holds */\n{CODE}// waymark: check\n", 3, "second header")

    def test_refuses_a_header_without_a_program(self):
        self.wrong("/* expect: holds */\n/* nothing more */\n", 1, "no program behind it", "add the program")

    def test_refuses_a_key_that_is_given_again(self):
        self.wrong("/* level: 1\n   expect: holds\n   level: 1 */\n" + CODE, 3, "a second level")

    def test_refuses_sentences(self):
        self.wrong("/* expect: holds\n   of course */\n" + CODE, 2, "not a line of a header: of course", "a comment of its own")

    def test_refuses_counts_without_a_source(self):
        self.wrong("/* expect: holds\n   states: 3 */\n" + CODE, 2, "not a count with its source")

    def test_refuses_output_of_what_does_not_hold(self):
        self.wrong("/* expect: violated: deadlock\n   output: 1 */\n" + CODE, 2, "remove it")

    def test_refuses_other_commands_and_open_quotes(self):
        self.wrong("/* waymark: simulate\n   expect: holds */\n" + CODE, 1, "begin with check")
        self.wrong("/* waymark: check 'a\n   expect: holds */\n" + CODE, 1, "close it")

    def test_refuses_levels_that_there_are_not(self):
        self.wrong("/* expect: holds\n   level: 3 */\n" + CODE, 2, "write 0, 1 or 2")


class Found(Scratch):
    def test_are_programs_of_all_languages_by_themselves(self):
        for name in ("promela/a.pml", "java/B.java", "c/c.c", "cpp/d.cpp"):
            self.file("/* expect: holds */\nsomething\n", name)
        self.file("something", "c/c/more.c")
        found = header.find(self.home)
        self.assertEqual(["promela/a", "java/B", "c/c", "cpp/d"], [it.name for it in found])
        self.assertEqual(["more.c"], [path.name for path in found[2].more])

    def test_are_all_faults_at_once(self):
        self.file(CODE, "c/a.c")
        self.file("something", "c/b/more.c")
        self.file("something", "c/c.txt")
        with self.assertRaises(header.Malformed) as caught:
            header.find(self.home)
        self.assertEqual(3, len(str(caught.exception).split("\n")))

    def test_are_main_classes_with_their_package(self):
        path = self.file("/* expect: holds */\npackage a.b;\nclass Me {}\n", "java/Me.java")
        self.assertEqual("a.b.Me", header.read(path).main_class)

    def test_are_those_of_this_folder(self):
        found = header.find(ROOT / "tests" / "programs")
        for language in header.LANGUAGES:
            self.assertGreaterEqual(len([it for it in found if it.language == language]), 4, language)


class Choice(unittest.TestCase):
    FITTING = {"por-off": [""], "stores": ["tree", "disk"], "certify": [""], "native": []}

    def test_is_the_same_for_the_same_commit(self):
        self.assertEqual(testers.choose("c/a", "1234", 2, self.FITTING), testers.choose("c/a", "1234", 2, self.FITTING))

    def test_takes_each_tester_and_each_way_at_some_commit(self):
        met = {pair for commit in range(100) for pair in testers.choose("c/a", str(commit), 1, self.FITTING)}
        self.assertEqual({("por-off", ""), ("stores", "tree"), ("stores", "disk"), ("certify", "")}, met)

    def test_differs_between_programs(self):
        self.assertLess(1, len({str(testers.choose(f"c/{i}", "1234", 1, self.FITTING)) for i in range(20)}))

    def test_takes_no_tester_that_does_not_apply(self):
        self.assertEqual({"por-off", "stores", "certify"}, {name for name, _ in testers.choose("c/a", "1234", 9, self.FITTING)})

    def test_stays_when_another_tester_goes(self):
        for commit in map(str, range(30)):
            first = testers.choose("c/a", commit, 1, self.FITTING)
            rest = {name: ways for name, ways in self.FITTING.items() if name == first[0][0] or name == "stores"}
            self.assertEqual(first, testers.choose("c/a", commit, 1, rest))

    def test_is_everything_if_all_are_asked_for(self):
        self.assertEqual(4, len(testers.all_of(self.FITTING)))


class Fitting(unittest.TestCase):
    def fitting(self, verdict="holds", said=(), options=(), liveness=(), name="a.pml"):
        path = mock.Mock(suffix=pathlib.Path(name).suffix, stem="a", read_text=lambda: "text")
        case = case_of.Case(header.Program(path, list(options), verdict=verdict, said=list(said)), "waymark", None, "")
        case.plain = mock.Mock(said={"liveness": list(liveness)})
        with mock.patch("shutil.which", return_value="/bin/it"), mock.patch.object(testers, "KERNEL", mock.Mock()):
            return {tester.name for tester in testers.ROTATING if tester.fitting(case)}

    def test_of_a_model_that_holds(self):
        self.assertEqual({"por-off", "stores", "jobs", "certify", "travel", "spin", "kernel"}, self.fitting())

    def test_of_a_program_that_holds(self):
        self.assertEqual({"por-off", "stores", "jobs", "certify", "travel", "native"}, self.fitting(name="a.cpp"))

    def test_of_what_is_violated(self):
        self.assertEqual({"por-off", "stores", "jobs", "travel"}, self.fitting("violated", ["race"], name="a.c"))

    def test_of_what_is_refused_or_limited(self):
        self.assertEqual(set(), self.fitting("refused", ["no"]))
        self.assertEqual(set(), self.fitting("incomplete", ["states"], ["--states", "9"]))

    def test_leaves_to_the_header_what_it_gives(self):
        self.assertNotIn("por-off", self.fitting(options=["--por", "on"]))
        self.assertNotIn("stores", self.fitting(options=["--store=tree"]))
        self.assertNotIn("jobs", self.fitting(options=["--jobs", "1"]))

    def test_leaves_cycles_to_those_that_judge_them(self):
        self.assertEqual({"por-off", "stores", "jobs", "certify", "travel"}, self.fitting(liveness=[{}]))


class Options(unittest.TestCase):
    def kept(self, options, known):
        with mock.patch.object(case_of, "options_of", return_value=set(known)):
            return case_of.known_to("waymark", "replay", options)

    def test_are_handed_on_with_their_values(self):
        self.assertEqual(["-D", "N=3"], self.kept(["--por", "off", "-D", "N=3", "--spurious"], ["-D", "--property"]))

    def test_keep_the_place_of_the_program(self):
        self.assertEqual(["{}"], self.kept(["--fair", "{}"], ["--property"]))

    def test_tell_keys_of_tune_apart(self):
        self.assertEqual(["--tune", "pinning=jdk"], self.kept(["--tune", "hash-bits=9", "--tune", "pinning=jdk"], ["--property", "--tune pinning"]))

    def test_spell_overflow_as_the_command_does(self):
        self.assertEqual(["--overflow"], self.kept(["--property", "deadlock,overflow"], ["--overflow"]))


class Runs(Scratch):
    """The runner, with a Waymark that is a few lines of bash."""

    def run_with(self, waymark, *arguments):
        binary = self.file(f"#!/bin/bash\n{waymark}\n", "waymark")
        binary.chmod(0o755)
        return subprocess.run([sys.executable, ROOT / "tests/programs/run.py", "--waymark", binary, "--folder", self.home, "--build",
                               self.home / "build", "--seed", "1", *arguments], capture_output=True, text=True)

    def test_tell_what_was_expected_and_found_and_how_to_repeat_it(self):
        self.file("/* expect: holds */\n" + CODE)
        done = self.run_with("""echo '{"verdict": "violation", "kind": "race"}'; exit 1""")
        self.assertEqual(1, done.returncode, done.stderr)
        self.assertIn("c/it, plain: FAILED\n  expected: holds\n  found:    violated: race\n", done.stdout)
        again = r"  again:    tests/programs/run.py .*--tester plain c/it\n  command:  .*waymark check --json .*c/it.c\n"
        self.assertRegex(done.stdout, again)
        self.assertIn("0 programs passed, 1 failed, 0 skipped", done.stdout)

    def test_take_no_refusal_for_an_answer(self):
        self.file("/* expect: holds */\n" + CODE)
        refusing = """[[ $* == *"--por off"* ]] && { echo 'not with that' >&2; exit 2; }; echo '{"verdict": "holds", "states": 2}'"""
        done = self.run_with(refusing, "--tester", "por-off")
        self.assertIn("c/it, por-off: FAILED\n  expected: holds\n  found:    refused: not with that", done.stdout)

    def test_skip_by_name_what_needs_more_than_there_is(self):
        self.file("/* expect: holds\n   needs: no-such-tool */\n" + CODE)
        done = self.run_with("exit 70")
        self.assertEqual(77, done.returncode)
        self.assertIn("c/it: skipped, for want of no-such-tool", done.stdout)

    def test_end_at_names_of_no_program(self):
        self.file("/* expect: holds */\n" + CODE)
        done = self.run_with("exit 70", "its")
        self.assertEqual(1, done.returncode)
        self.assertIn("no program its", done.stderr)

    def test_take_shares_of_the_longest(self):
        for name in "abcd":
            self.file("/* expect: holds\n   level: 2 */\n" + CODE, f"c/{name}.c")
        self.file("/* expect: holds */\n" + CODE, "c/short.c")
        holds = """echo '{"verdict": "holds", "states": 2}'"""
        counts = [self.run_with(holds, "--tester", "plain", *more).stdout.split(" ", 1)[0]
                  for more in ((), ("--level", "2"), ("--level", "2", "--share", "1/4"))]
        self.assertEqual(["1", "5", "2"], counts)


if __name__ == "__main__":
    unittest.main()
