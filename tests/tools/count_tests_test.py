"""tools/count_tests.py counts and names what did not pass, and takes a round without tests for a failure."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

COUNT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "count_tests.py"
PASSED = '<testcase name="a" status="run"/>'
FAILED = '<testcase name="b" status="fail"><failure message=""/></testcase>'
NOT_FOUND = '<testcase name="c" status="notrun"><skipped message="Unable to find executable: c"/></testcase>'
SKIPPED = '<testcase name="d" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/></testcase>'
DISABLED = '<testcase name="e" status="disabled"><skipped message="Disabled"/></testcase>'


class CountTests(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.home = pathlib.Path(home.name)

    def count(self, *suites, fuzz=None):
        files = []
        for number, cases in enumerate(suites):
            files.append(self.home / f"{number}.xml")
            files[-1].write_text(f"<testsuite>{cases}</testsuite>")
        if fuzz is not None:
            (self.home / "report").write_text(fuzz)
            files += ["--fuzz", self.home / "report"]
        return self.run_on(*files)

    def run_on(self, *files):
        done = subprocess.run([sys.executable, "-B", COUNT, *files], capture_output=True, text=True)
        return done.returncode, done.stdout.replace(f"{self.home}/", "").splitlines()

    def test_all_passed(self):
        self.assertEqual((0, ["3 passed, 0 failed, 0 skipped"]),
                         self.count(PASSED, PASSED, fuzz="fuzz: parser passed, 7 inputs in 1 s\n"))

    def test_failures_and_what_could_not_start_are_counted_and_named(self):
        self.assertEqual((1, ["failed: b (0.xml)", "failed: c (0.xml)", "1 passed, 2 failed, 0 skipped"]),
                         self.count(PASSED + FAILED + NOT_FOUND))

    def test_what_was_skipped_is_counted_and_named(self):
        self.assertEqual((0, ["skipped: d (0.xml)", "skipped: e (0.xml)", "1 passed, 0 failed, 2 skipped"]),
                         self.count(PASSED + SKIPPED + DISABLED))

    def test_a_fuzz_target_that_failed_is_one(self):
        self.assertEqual((1, ["failed: parser (report)", "2 passed, 1 failed, 0 skipped"]),
                         self.count(PASSED, fuzz="fuzz: parser FAILED\nfuzz: script passed, 7 inputs in 1 s\n"))

    def test_a_round_without_tests_has_failed(self):
        self.assertEqual(1, self.count(PASSED, "")[0])
        self.assertEqual(1, self.count(PASSED, fuzz="")[0])
        self.assertEqual(1, self.run_on(self.home / "nothing.xml")[0])
        self.assertEqual((1, ["0 passed, 0 failed, 0 skipped"]), self.run_on())

    def test_times_of_steps_and_rooms_come_first(self):
        (self.home / "steps").write_text("61.5 100.25 build release\n")
        named = "".join(f'<testcase name="{name}" status="run" time="{time}"/>'
                        for name, time in (("java.litmus", 2), ("java.names", 3.5), ("search_test", 9), ("golden.cli.json", 1)))
        (self.home / "0.xml").write_text(f"<testsuite>{named}</testsuite>")
        code, lines = self.run_on(self.home / "0.xml", "--steps", self.home / "steps")
        self.assertEqual(["seconds  processor  step", "     62        100  build release", "               100  in all", "seconds  tests of",
                          "      9  search", "      6  java", "      1  cli", "4 passed, 0 failed, 0 skipped"], lines)

    def test_what_each_entry_cost_is_a_table(self):
        (self.home / "steps").write_text("61.5 100.25 build release\n")
        (self.home / "0.xml").write_text(f"<testsuite>{PASSED}</testsuite>")
        (self.home / "costs.tsv").write_text("a\t2.00\t1.50\nb\t3.00\t5.50\n")
        (self.home / ".ninja_log").write_text("# ninja log v5\n0\t4000\t1\tlong.o\tf\n0\t400\t1\tshort.o\tf\n")
        self.run_on(self.home / "0.xml", "--steps", self.home / "steps", "--costs", self.home / "table")
        rows = [line.split(maxsplit=2) for line in (self.home / "table").read_text().splitlines()[1:]]
        tree = self.home.name
        self.assertEqual([["61.5", "100.2", "step: build release"], ["3.0", "5.5", f"{tree}: b"], ["4.0", "-", f"{tree}: build long.o"],
                          ["2.0", "1.5", f"{tree}: a"]], rows)

    def test_tests_that_all_skipped_themselves_prove_nothing(self):
        self.assertEqual(1, self.count(SKIPPED)[0])


if __name__ == "__main__":
    unittest.main()
