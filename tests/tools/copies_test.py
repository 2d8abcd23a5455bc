"""tools/lib/copies.py: what stands twice is found whatever stands between its lines, and tables are no copies."""
import pathlib
import sys
import unittest
from types import SimpleNamespace

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from lib import copies, cpp  # noqa: E402


def pairs(shape=False, **files):
    return copies.pairs([SimpleNamespace(place=name, code=cpp.without_comments(text)) for name, text in files.items()], shape)


class Copies(unittest.TestCase):
    def test_finds_what_stands_twice(self):
        run = "".join(f"  call_{number}(a, b);\n\n  // a comment\n" for number in range(7))
        self.assertEqual([(7, "one:3", "two:2")], pairs(
            one="#include <vector>\nint before;\n" + run + "int after_one;\n",
            two="#include <vector>\n" + run.replace("  // a comment\n", "") + "int after;\n"))

    def test_what_stands_three_times_makes_two_pairs(self):
        run = "".join(f"call_{number}(a, b);\n" for number in range(6))
        self.assertEqual(2, len(pairs(one=run + "int x;\n" + run + "int y;\n" + run)))

    def test_five_lines_are_too_few_and_a_line_repeated_is_no_pair(self):
        run = "".join(f"call_{number}(a, b);\n" for number in range(5))
        self.assertEqual([], pairs(one=run + "int x;\n" + run, two="again();\n" * 9))

    def test_finds_the_same_shape_under_other_names_but_no_tables(self):
        run = "if (a) {{\n b = c({0});\n return a + {0};\n}}\nfor (auto x : {1}) f(x);\n" \
              "while (g()) --h;\nx[{0}] = y;\ncall({1}, 1, 2);\n"
        files = {"one": run.format(1, "ones"), "two": run.format(2, "twos"),
                 "table": "".join(f'{{"name{i}", {i}}},\n' for i in range(40))}
        self.assertEqual([(7, "one:1", "two:1")], pairs(shape=True, **files))
        self.assertEqual([], pairs(**files))


if __name__ == "__main__":
    unittest.main()
