"""tools/coverage.py counts lines that run, room by room, and tells when fewer run than before."""
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import coverage  # noqa: E402

LCOV = """SF:/w/src/store/exact.cpp
DA:1,0
DA:2,7
end_of_record
SF:/w/tests/store/store_test.cpp
DA:1,1
end_of_record
SF:/w/src/store/exact.cpp
DA:1,3
DA:3,0
end_of_record
"""


class Coverage(unittest.TestCase):
    def test_a_line_runs_if_some_binary_runs_it(self):
        self.assertEqual({"store/exact.cpp": {1: True, 2: True, 3: False}}, coverage.lines_of(LCOV, pathlib.Path("/w/src")))

    def test_each_room_has_a_row_and_all_have_the_last(self):
        everything = {"store/a.cpp": {1: True, 2: True}, "store/b.cpp": {1: True, 2: False},
                      "cli/c.cpp": {5: True, 6: True, 7: True, 8: False}}
        some = {"store/a.cpp": {1: True, 2: False}}
        rows = [row.replace("%", "").split() for row in coverage.table(some, everything)]
        self.assertEqual([["cli", "4", "0.00", "75.00"], ["store", "4", "25.00", "75.00"], ["all", "8", "12.50", "75.00"]], rows[1:])

    def test_all_tests_may_lose_nothing_and_make_test_two_points(self):
        def report(some, most):
            return f"room of src/ lines make test all tests\nall 8 {some:.2f} % {most:.2f} %\n"
        self.assertEqual([], coverage.losses(report(88.00, 92.5), report(90, 92.5)))
        self.assertEqual(["make test covered 90.00 % before, and covers 87.99 % now"],
                         coverage.losses(report(87.99, 93), report(90, 92.5)))
        self.assertEqual(["all tests covered 92.50 % before, and covers 92.49 % now"],
                         coverage.losses(report(91, 92.49), report(90, 92.5)))
        self.assertRaises(SystemExit, coverage.totals, "nothing")

    def test_a_preset_has_what_it_inherits(self):
        found = coverage.preset("coverage")
        self.assertEqual(("ON", "ON"), (found["CMAKE_UNITY_BUILD"], found["WAYMARK_UNITS"]))
        self.assertNotIn("WAYMARK_SANITIZE", found)

    def test_unit_tests_run_by_binary(self):
        commands = ["a_test --gtest_filter=A.b", "a_test --gtest_filter=A.c", "b_test --gtest_brief=1",
                    "entry.py c c_test --gtest_filter=-C.*"]
        with mock.patch("lib.ctest.entries", return_value=[{"command": command.split()} for command in commands]):
            self.assertEqual([("b_test", "*"), ("c_test", "-C.*"), ("a_test", "A.b:A.c")], coverage.unit_tests(pathlib.Path("/w")))

    def test_the_program_its_modules_and_what_tests_run_are_read(self):
        with tempfile.TemporaryDirectory() as home:
            build = pathlib.Path(home)
            (build / "tests").mkdir()
            for name, mode in (("waymark", 0o755), ("libwaymark_z3.so", 0o755), ("tests/a_test", 0o755), ("tests/a.cmake", 0o644)):
                (build / name).touch(mode)
            found = [str(path.relative_to(build)) for path in coverage.objects(build)]
            self.assertEqual(["waymark", "libwaymark_z3.so", "tests/a_test"], found)


if __name__ == "__main__":
    unittest.main()
