"""Pages are true and plain: the check finds names of nothing, long sentences, wide lines and tables that are not the code's."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parent.parent.parent / "tools" / "check_docs.py"


MODEL = """class Walking {
 public:
  virtual ~Walking() = default;
  // virtual void not_this();
  virtual void reset() = 0;
  [[nodiscard]] virtual Step fire(const Transition& transition) = 0;
};
class Model : public Walking {};
"""
TABLE = "| interface | functions | used by |\n| --- | --- | --- |\n| `Walking` | {} | searches |\n"


class Docs(unittest.TestCase):
    def run_on(self, page):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            (root / "src" / "model").mkdir(parents=True)
            (root / "src" / "there.cpp").touch()
            (root / "src" / "model" / "model.hpp").write_text(MODEL)
            (root / "Makefile").write_text("test:\n\ttrue\n")
            (root / "README.md").write_text("`make test`\n")
            (root / "CONTRIBUTING.md").write_text("[this](docs/page.md)\n")
            (root / "docs" / "page.md").write_text(page)
            done = subprocess.run([sys.executable, TOOL, root], capture_output=True, text=True)
            return done.returncode, done.stdout

    def test_is_content_with_what_is_there(self):
        self.assertEqual(self.run_on("`src/there.cpp`, `src/*.cpp`, `src/FOLDER/x.cpp`, [up](../README.md)\n")[0], 0)

    def test_names_a_file_that_is_missing(self):
        code, told = self.run_on("first\nsee `src/gone.cpp`\n")
        self.assertEqual((code, told), (1, "docs/page.md:2: there is no src/gone.cpp\n"))

    def test_names_a_pattern_that_fits_nothing(self):
        self.assertEqual(self.run_on("`src/*.hpp`\n"), (1, "docs/page.md:1: there is no src/*.hpp\n"))

    def test_names_a_make_target_that_is_missing(self):
        self.assertEqual(self.run_on("`make bread`\n"), (1, "docs/page.md:1: there is no make target bread\n"))

    def test_names_a_link_that_leads_nowhere(self):
        self.assertEqual(self.run_on("[here](gone.md)\n"), (1, "docs/page.md:1: the link leads nowhere: gone.md\n"))

    def test_names_a_sentence_of_more_than_40_words(self):
        long = "It " + "goes on " * 20 + "here."
        self.assertIn("a sentence of 42 words", self.run_on(f"A short one. {long}\n")[1])

    def test_counts_code_as_one_word_and_leaves_out_blocks(self):
        block = "    " + "word " * 50 + "\n"
        self.assertEqual(self.run_on(f"See `{'w ' * 42}` here.\n\n{block}\n```\n{'word ' * 50}\n```\n")[0], 0)

    def test_names_an_average_of_more_than_25_words(self):
        self.assertIn("on average", self.run_on("\n\n".join(["Word " * 30 + "end."] * 3) + "\n")[1])

    def test_names_long_sentences_in_cells_of_tables(self):
        self.assertIn("a sentence of 45 words", self.run_on("| a | " + "word " * 45 + "|\n")[1])

    def test_leaves_generated_tables_alone(self):
        self.assertEqual(self.run_on("## All options\n\n| a | " + "word " * 45 + "|\n")[0], 0)

    def test_names_a_line_of_more_than_100_columns(self):
        self.assertEqual(self.run_on("a" * 101 + "\n"), (1, "docs/page.md:1: 101 columns, more than 100\n"))

    def test_names_words_that_the_field_has_a_noun_for(self):
        self.assertIn("whoever", self.run_on("It is for whoever reads.\n")[1])

    def test_holds_the_table_of_interfaces_against_the_code(self):
        self.assertEqual(self.run_on(TABLE.format("`reset`, `fire`"))[0], 0)
        self.assertEqual(self.run_on(TABLE.format("`reset`")),
                         (1, "docs/page.md:1: Walking has the functions reset, fire\n"))


if __name__ == "__main__":
    unittest.main()
