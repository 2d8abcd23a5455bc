"""tools/lib/ceilings.py: a figure that gets worse is named, whichever way is worse, and no limit is raised unawares."""
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from lib import ceilings  # noqa: E402
from lib.ceilings import LEAST, Figure  # noqa: E402


class Ceilings(unittest.TestCase):
    def test_limits_are_rounded_away_from_what_is_better(self):
        self.assertEqual([1300, 1200, 13, 6.3, 6.4, 7],
                         [Figure(1201, 100).rounded(), Figure(1200, 100).rounded(), Figure(12.5).rounded(),
                          Figure(6.35, 0.1, LEAST).rounded(), Figure(6.4, 0.1, LEAST).rounded(), Figure(7).rounded()])

    def test_names_what_is_above_below_without_limit_or_gone(self):
        figures = {"lines": Figure(101, 100), "comments": Figure(5.9, 0.1, LEAST), "new": Figure(1), "shown": Figure(9, 1, None),
                   "unknown": Figure(None), "fine": Figure(2)}
        kept = {"most": {"lines": 100, "fine": 2, "old": 3}, "least": {"comments": 6.0}}
        self.assertEqual(["lines: 101, and it may be 100 at most", "comments: 5.9, and it may be 6.0 at least",
                          "new: 1, and no limit is kept for it", "old: a limit is kept for it, but there is no such figure"],
                         ceilings.breaches(figures, kept))

    def test_rebasing_lowers_and_raises_only_what_is_to_be_raised(self):
        figures = {"lower": Figure(101, 100), "higher": Figure(7), "comments": Figure(6.52, 0.1, LEAST),
                   "fewer": Figure(1.0, 0.1, LEAST), "new": Figure(3), "shown": Figure(9, 1, None)}
        kept = {"most": {"lower": 900, "higher": 5, "gone": 1}, "least": {"comments": 6.0, "fewer": 2.0}}
        self.assertEqual({"most": {"lower": 200, "higher": 5, "new": 3}, "least": {"comments": 6.5, "fewer": 2.0}},
                         ceilings.rebased(figures, kept, raising=False))
        self.assertEqual({"most": {"lower": 200, "higher": 7, "new": 3}, "least": {"comments": 6.5, "fewer": 1.0}},
                         ceilings.rebased(figures, kept, raising=True))
        self.assertEqual(["lower", "comments"], ceilings.better(figures, kept))

    def test_nothing_is_broken_behind_a_rebase_and_a_file_comes_back_as_it_was_written(self):
        figures = {"lines": Figure(101, 100), "comments": Figure(6.35, 0.1, LEAST)}
        with tempfile.TemporaryDirectory() as home:
            path = pathlib.Path(home) / "house.json"
            ceilings.write(path, ceilings.rebased(figures, ceilings.read(path), raising=False))
            kept = ceilings.read(path)
        self.assertEqual({"most": {"lines": 200}, "least": {"comments": 6.3}}, kept)
        self.assertEqual(([], []), (ceilings.breaches(figures, kept), ceilings.better(figures, kept)))


if __name__ == "__main__":
    unittest.main()
