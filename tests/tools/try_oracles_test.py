"""tools/try_oracles.py makes changes that can be made, and tells what was found from what failed."""
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import try_oracles  # noqa: E402


class Changes(unittest.TestCase):
    def test_each_has_its_place_in_the_sources(self):
        for change in try_oracles.CHANGES:
            before = (ROOT / "src" / change.file).read_text()
            self.assertNotEqual(before, try_oracles.changed(before, change), change.name)

    def test_ten_are_in_rooms_of_their_own_and_three_are_slower(self):
        rooms = [change.file.split("/")[0] for change in try_oracles.CHANGES if change.tool == try_oracles.SAME]
        self.assertEqual(10, len(set(rooms)))
        self.assertEqual(3, len(try_oracles.CHANGES) - len(rooms))

    def test_none_is_looked_for_in_one_program(self):
        for change in try_oracles.CHANGES:
            self.assertNotIn("--filter", change.options)

    def test_a_text_that_is_not_there_once_ends_it(self):
        change = try_oracles.CHANGES[0]
        for text in ("", 2 * change.old):
            with self.assertRaises(SystemExit):
                try_oracles.changed(text, change)


class Outputs(unittest.TestCase):
    def test_a_tool_that_failed_tells_nothing(self):
        self.assertTrue(try_oracles.tells(try_oracles.SAME, "| a |\n7 programs, 50 results compared: 2 differ, in 1 programs\n"))
        self.assertTrue(try_oracles.tells(try_oracles.INSTRUCTIONS, "| a |\n\nc: geometric mean 1.06, at most 1.015 is wanted; worst 1.1\n"))
        for out in ("", "compare_builds: no program x\n", "0 programs, 0 results compared: 0 differ\n"):
            self.assertFalse(try_oracles.tells(try_oracles.SAME, out))
            self.assertFalse(try_oracles.tells(try_oracles.INSTRUCTIONS, out))

    def test_shows_the_first_differences_and_the_sum(self):
        out = "| program | way |\n| --- | --- |\n" + "".join(f"| {i} | json |\n" for i in range(9)) + "\n9 programs\n"
        self.assertEqual("| 0 | json |\n| 1 | json |\n9 programs", try_oracles.shown(out, 2))


if __name__ == "__main__":
    unittest.main()
