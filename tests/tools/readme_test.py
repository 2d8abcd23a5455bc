"""README names the commands with which a newcomer builds and tests the project; each can be typed as it stands there."""
import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def dry_run(*words):
    """What make would do, were it not started by another make."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run([*words, "--dry-run"], cwd=ROOT, capture_output=True, text=True, env=clean)


def commands(text):
    """{command: what is said of it} of the block below `Install it`."""
    block = text.split("## Install it\n", 1)[1].split("\n## ", 1)[0]
    return dict(re.findall(r"^    (make \S+) +# (.+)$", block, re.MULTILINE))


class ReadmeTest(unittest.TestCase):
    def setUp(self):
        self.text = (ROOT / "README.md").read_text()
        self.commands = commands(self.text)

    def test_it_names_how_to_build_and_how_to_test_with_what_they_take(self):
        for command in ("make demo", "make test"):
            self.assertRegex(self.commands[command], r"\d+ minutes on two cores")
        self.assertRegex(self.text, r"They need Debian 12, `make`, and root or `sudo`")

    def test_make_knows_each_of_them(self):
        for command in self.commands:
            done = dry_run(*command.split())
            self.assertEqual(0, done.returncode, f"{command}: {done.stderr}")
            self.assertTrue(done.stdout.strip(), f"{command} does nothing")

    def test_make_test_is_the_standard_part_and_the_units(self):
        done = dry_run("make", "test", "SHARE=")
        self.assertRegex(done.stdout.strip().splitlines()[-1], r"tools/test.sh standard units\s*$")


if __name__ == "__main__":
    unittest.main()
