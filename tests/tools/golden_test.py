"""tests/golden.py notices every kind of difference, and --rebase leaves a file that then passes."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "tests" / "golden.py"

# Prints its arguments, one line to standard error and a time; its exit code is the number in the file code.
WAYMARK = """#!/bin/bash
echo "ran $* in 0.$RANDOM s"
echo complaint >&2
exit $(cat code 2>/dev/null || echo 0)
"""

GOOD = """# a step and what it prints
mask: time
file: code
| 3

$ waymark check x.pml
exit: 3
stdout:
| ran check x.pml in <time>
stderr:
| complaint

$ printf 'a\\n\\nb'
stdout:
| a
|
| b
\\ no newline at the end
"""


class Golden(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)
        self.folder = pathlib.Path(self.home.name)
        (self.folder / "bin").mkdir()
        (self.folder / "tests").mkdir()
        self.install(WAYMARK)

    def install(self, script):
        waymark = self.folder / "bin" / "waymark"
        waymark.write_text(script)
        waymark.chmod(0o755)

    def golden(self, *options):
        return subprocess.run([sys.executable, "-B", GOLDEN, "--waymark", self.folder / "bin" / "waymark", *options,
                               self.folder / "tests"], capture_output=True, text=True)

    def write(self, name, text):
        (self.folder / "tests" / name).write_text(text)

    def read(self, name):
        return (self.folder / "tests" / name).read_text()

    def test_accepts_what_is_as_expected(self):
        self.write("a.test", GOOD)
        self.assertEqual((0, "golden: 1 passed, 0 failed\n"), (self.golden().returncode, self.golden().stdout))

    def test_notices_another_exit_code_text_stream_and_final_newline(self):
        changes = (("exit: 3", "exit: 2"), ("exit: 3\n", ""), ("x.pml in <time>", "x.pml"), ("| complaint", "| praise"),
                   ("stderr:\n| complaint\n", ""), ("\\ no newline at the end\n", ""), ("|\n", ""))
        for old, new in changes:
            with self.subTest(old=old):
                self.assertIn(old, GOOD)
                self.write("a.test", GOOD.replace(old, new, 1))
                self.assertEqual(1, self.golden().returncode)

    def test_rebase_writes_what_was_printed_and_keeps_the_rest(self):
        self.write("a.test", GOOD.replace("exit: 3", "exit: 1").replace("complaint", "praise"))
        self.assertEqual(0, self.golden("--rebase").returncode)
        self.assertEqual(GOOD, self.read("a.test"))

    def test_refuses_a_file_it_does_not_understand(self):
        for text in ("stray\n", "| stray\n", "exit: 1\n", "# no command\n", "mask: weather\n$ true\n"):
            with self.subTest(text=text):
                self.write("a.test", text)
                self.assertEqual(1, self.golden().returncode)

    def test_refuses_an_empty_folder(self):
        self.assertEqual(1, self.golden().returncode)

    def test_wants_exactly_the_message_and_exit_code_2_of_a_broken_model(self):
        self.install("#!/bin/bash\necho \"$2:1:1: error: bad\" >&2\nexit 2\n")
        self.write("a.pml", "")
        self.assertEqual(1, self.golden().returncode)
        self.write("a.expected", "a.pml:1:1: error: bad\n")
        self.assertEqual(0, self.golden().returncode)
        self.write("a.expected", "a.pml:1:1: error: bad")
        self.assertEqual(1, self.golden().returncode)
        self.assertEqual(0, self.golden("--rebase").returncode)
        self.assertEqual("a.pml:1:1: error: bad\n", self.read("a.expected"))

    def test_does_not_rebase_a_broken_model_that_was_accepted(self):
        self.write("a.pml", "")
        self.assertEqual(1, self.golden("--rebase").returncode)
        self.assertFalse((self.folder / "tests" / "a.expected").exists())

    def test_notices_a_message_without_its_model(self):
        self.write("a.expected", "")
        self.assertEqual(1, self.golden().returncode)


if __name__ == "__main__":
    unittest.main()
