"""tools/lib/comparable.py leaves out what no two runs share, and nothing beside it."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import comparable  # noqa: E402
from lib.comparable import LeftOut  # noqa: E402


class Results(unittest.TestCase):
    def test_measured_figures_go_and_their_keys_stay(self):
        self.assertEqual({"seconds": "measured", "ranks": [{"sent_bytes": "measured"}], "states": 7},
                         comparable.result({"seconds": 0.1, "ranks": [{"sent_bytes": 3}], "states": 7}))
        self.assertNotEqual(comparable.result({"bytes_per_state": None}), comparable.result({"bytes_per_state": 3.5}))

    def test_words_and_names_stay(self):
        said = {"headline": "holds", "detail": "d", "trail": "a.trail", "steps": [{"actor": "main", "statement": "x = 1"}], "left": True}
        self.assertEqual(said, comparable.result(said))

    def test_a_sketch_goes_and_an_exact_count_stays(self):
        one, two = ({"states": 5, "exact": False}, {"states": 6, "exact": False})
        self.assertEqual(comparable.result(one), comparable.result(two))
        self.assertNotEqual(comparable.result({**one, "exact": True}), comparable.result({**two, "exact": True}))

    def test_of_cycles_by_several_workers_the_verdict_stays_and_the_counts_of_what_holds(self):
        found = {"verdict": "violation", "states": 7, "detail": "a cycle", "depth": 3}
        self.assertEqual({"verdict": "violation"}, comparable.of_cycles(found))
        self.assertEqual({"verdict": "holds", "states": 7, "detail": "a cycle"}, comparable.of_cycles({**found, "verdict": "holds"}))

    def test_keys_are_left_out_where_they_are_named(self):
        self.assertEqual({"a": [{}]}, comparable.result({"a": [{"b": 1}], "b": 2}, frozenset({"b"})))


class Texts(unittest.TestCase):
    REPORT = """holds: no deadlock in any reachable state of a.pml

  38 states, 64 transitions, depth 9
  {}
  search bfs, store exact, reduced, 2 workers

  ltl p: holds, 12 states with the automaton, {}
"""

    def test_measured_figures_of_any_size_go(self):
        one = comparable.text(self.REPORT.format("0.00 s, 295 KiB", "0.01 s"))
        for took, memory in (("1.25 s, 1.2 M states/s", "3 MiB"), ("2 min 3 s, 800 states/s", "1.5 GiB (store: 17 B per state)"),
                             ("1 h 2 min", "512 B")):
            self.assertEqual(one, comparable.text(self.REPORT.format(f"{took}, {memory}", "12 s")))
        self.assertIn("TIME, MEMORY", one)

    def test_all_else_stays(self):
        one = self.REPORT.format("0.00 s, 295 KiB", "0.01 s")
        for old, new in (("38", "39"), ("exact", "tree"), ("holds:", "hold:"), ("2 workers", "1 worker"), ("12 states", "13 states"),
                         ("295 KiB", "295 KiB and more"), ("0.00 s, 295 KiB", "")):
            self.assertNotEqual(comparable.text(one), comparable.text(one.replace(old, new)))

    def test_a_sketch_of_certify_goes(self):
        line = "  all; at least {} different states, {} of them explored: they were counted by a sketch"
        self.assertEqual(comparable.text(line.format("1,002", "990")), comparable.text(line.format("998", "981")))

    def test_times_of_formats_go(self):
        junit = '<testsuite name="waymark p" tests="1" time="{}">'
        self.assertEqual(comparable.text(junit.format("0.001")), comparable.text(junit.format("12.300")))
        self.assertNotEqual(comparable.text(junit.format("0.001")), comparable.text(junit.format("0.001").replace("1", "2", 1)))
        sarif = '{{"states":7,"seconds":{}}}'
        self.assertEqual(comparable.text(sarif.format("5.4848e-05")), comparable.text(sarif.format("1.5")))

    def test_the_release_goes_only_if_there_are_two(self):
        self.assertEqual(comparable.text("by waymark 0.2.0", LeftOut("0.2.0")), comparable.text("by waymark 0.3.0", LeftOut("0.3.0")))
        self.assertEqual("by waymark 0.2.0", comparable.text("by waymark 0.2.0"))

    def test_lines_of_options_go_only_if_asked(self):
        one, two = ("form ids\noptions 0e57 a\nchecked x\n", "form ids\noptions 11aa b\nchecked x\n")
        self.assertNotEqual(comparable.text(one), comparable.text(two))
        self.assertEqual(comparable.text(one, LeftOut(options=True)), comparable.text(two, LeftOut(options=True)))


class Scripts(unittest.TestCase):
    @staticmethod
    def script(writer=b"waymark 1", options=b"few", program=b"p" * 32, states=b"\x07", checksum=b"c" * 8, blocks=b"blocks"):
        text = lambda it: bytes([len(it)]) + it  # noqa: E731
        contents = b"\x01" + text(writer) + program + options[:1] * 32 + text(options) + text(b"checked") + states
        return comparable.OPENING + b"\x01\0\0\0" + blocks + contents + len(contents).to_bytes(8, "little") + checksum + b"closing."

    def test_by_default_every_byte_counts(self):
        plain = self.script()
        self.assertEqual(plain, comparable.script(plain))
        for other in (self.script(options=b"many more"), self.script(writer=b"waymark 22"), self.script(checksum=b"d" * 8)):
            self.assertNotEqual(plain, comparable.script(other))

    def test_options_go_alone(self):
        without = LeftOut(options=True)
        plain = comparable.script(self.script(), without)
        self.assertEqual(plain, comparable.script(self.script(options=b"many more", checksum=b"d" * 8), without))
        self.assertNotEqual(plain, comparable.script(self.script(writer=b"waymark 22"), without))

    def test_the_release_goes_alone(self):
        without = LeftOut(release="1")
        plain = comparable.script(self.script(), without)
        self.assertEqual(plain, comparable.script(self.script(writer=b"waymark 22", checksum=b"d" * 8), without))
        self.assertNotEqual(plain, comparable.script(self.script(options=b"many more"), without))

    def test_other_fields_and_blocks_stay(self):
        without = LeftOut(release="1", options=True)
        for other in (self.script(program=b"q" * 32), self.script(states=b"\x08"), self.script(blocks=b"other")):
            self.assertNotEqual(comparable.script(self.script(), without), comparable.script(other, without))

    def test_what_is_no_script_stays(self):
        self.assertEqual(b"no script", comparable.script(b"no script", LeftOut(options=True)))
        self.assertIsNone(comparable.script(None, LeftOut(options=True)))


class Differences(unittest.TestCase):
    def test_shows_both_from_a_little_before_they_part(self):
        self.assertEqual(("3 bytes", "4 bytes, other from byte 2"), comparable.first_difference(b"abc", b"abxc"))
        old, new = comparable.first_difference("a" * 100 + "old", "a" * 100 + "new")
        self.assertTrue(old.endswith("aold") and new.endswith("anew") and len(old) < 60)


if __name__ == "__main__":
    unittest.main()
