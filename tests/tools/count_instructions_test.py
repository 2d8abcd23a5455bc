"""tools/count_instructions.py, tools/compare_times.py and the programs that they measure."""
import contextlib
import io
import pathlib
import sys
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import compare_times  # noqa: E402
import count_instructions  # noqa: E402
from lib import measured  # noqa: E402

PROGRAM = measured.Program("p", "c", ["p.c"])


class CountInstructions(unittest.TestCase):
    def test_reads_callgrind_s_number_or_ends(self):
        self.assertEqual(1234, count_instructions.collected("==7== \n==7== Collected : 1234\n==7==\n"))
        with self.assertRaises(SystemExit):
            count_instructions.collected("valgrind: no such file")

    def test_counts_more_for_more_work(self):
        few, many = (count_instructions.instructions("/bin/bash", "-c", f"for ((i = 0; i < {n}; i++)); do :; done") for n in (10, 3000))
        self.assertGreater(many, few + 3000)

    def test_ends_with_a_program_that_fails(self):
        with self.assertRaises(SystemExit):
            count_instructions.instructions("/bin/false")

    def test_takes_off_what_the_first_steps_cost(self):
        def told(numbers):
            return lambda binary, *words, codes=(0,): numbers[1] if "--depth" in words else numbers[0]

        with mock.patch.object(count_instructions, "instructions", told((90_000, 40_000))), \
             mock.patch.object(count_instructions, "transitions", told((5_010, 10))):
            self.assertEqual(10, count_instructions.searching("waymark", PROGRAM, []))
        with mock.patch.object(count_instructions, "transitions", told((999, 10))):
            self.assertIsNone(count_instructions.searching("waymark", PROGRAM, []))


class Judged(unittest.TestCase):
    def judge(self, ratios):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            good = count_instructions.judged(ratios, 1.03, 1.015)
        return good, out.getvalue()

    def test_a_language_of_its_own_may_not_be_slower(self):
        good, out = self.judge({"c": [1.0, 0.9], "java": [1.02, 1.02]})
        self.assertFalse(good)
        self.assertIn("java: geometric mean 1.020", out)

    def test_one_program_may_not_be_slower(self):
        self.assertFalse(self.judge({"c": [0.9, 0.9, 1.05]})[0])

    def test_noise_is_good(self):
        self.assertTrue(self.judge({"c": [1.004, 0.998], "cpp": [1.01, 1.0]})[0])


class Measured(unittest.TestCase):
    def programs(self, large):
        with mock.patch.object(measured.java, "examples", lambda *_: "classes"), mock.patch.object(measured.java, "require"):
            return measured.programs(measured.LANGUAGES, large, pathlib.Path("home"), "library.jar")

    def test_every_language_has_some_and_their_files_are_there(self):
        for large in (False, True):
            counts = {}
            for program in self.programs(large):
                counts[program.language] = counts.get(program.language, 0) + 1
                if program.language != "java":
                    self.assertTrue(program.words[-1].exists(), program.name)
            self.assertEqual({"promela": 13 if large else 3, "java": 5, "c": 5, "cpp": 3}, counts)

    def test_sizes_are_definitions_or_arguments(self):
        words = {program.name: [str(word) for word in program.words] for program in self.programs(False)}
        self.assertEqual(["--classpath", "classes", "Pipeline", "2", "2"], words["Pipeline 2 2"])
        self.assertIn("N=4", words["philosophers.c N=4 ROUNDS=2"])

    def test_an_unknown_language_ends_it(self):
        with self.assertRaises(SystemExit):
            measured.programs(["cobol"], False, pathlib.Path("home"), "library.jar")


class CompareTimes(unittest.TestCase):
    def test_takes_off_what_reading_the_program_costs(self):
        with mock.patch.object(compare_times, "seconds", lambda *words: 1.0 if "--depth" in words else 3.5):
            self.assertEqual(2.5, compare_times.searching("waymark", PROGRAM, []))


if __name__ == "__main__":
    unittest.main()
