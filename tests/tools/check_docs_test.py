"""What docs name is there: the check finds a file, a make target and a link that are not."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parent.parent.parent / "tools" / "check_docs.py"


class Docs(unittest.TestCase):
    def run_on(self, page):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            (root / "src").mkdir()
            (root / "src" / "there.cpp").touch()
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


if __name__ == "__main__":
    unittest.main()
