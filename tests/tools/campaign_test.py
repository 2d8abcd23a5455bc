"""tests/campaign.sh and the Makefile: a name stands once, what it runs is there, and pages name what can be called."""
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "tests" / "campaign.sh"
HEAD = re.compile(r"^([\w-]+)\(\)", re.MULTILINE)
CAMPAIGN = re.compile(r"^([\w-]+)\(\) \{ # \S.*\n((?:  .*\n)+)\}$", re.MULTILINE)
PATH = re.compile(r"(?<![\w./$}-])((?:tests|tools|kernel|page|packaging|editors)/[\w./-]+)")
KIND = re.compile(r"\$compare (\S+)")
BUILT = re.compile(r"\$build/tests/(\w+)")


def pages():
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


class Campaigns(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = SCRIPT.read_text()
        cls.campaigns = CAMPAIGN.findall(cls.text)

    def missing(self, pattern, is_there):
        return [f"{name}: {what}" for name, body in self.campaigns for what in pattern.findall(body) if not is_there(what)]

    def test_bash_reads_the_script(self):
        done = subprocess.run(["bash", "-n", SCRIPT], capture_output=True, text=True)
        self.assertEqual((0, ""), (done.returncode, done.stderr))

    def test_no_name_stands_twice(self):
        names = HEAD.findall(self.text)
        self.assertEqual([], sorted({name for name in names if names.count(name) > 1}))

    def test_each_has_a_line_in_the_list_and_something_to_run(self):
        self.assertEqual(HEAD.findall(self.text), [name for name, _ in self.campaigns])
        self.assertEqual([], [name for name, body in self.campaigns if not PATH.search(body) and not KIND.search(body)])
        listed = subprocess.run([SCRIPT], capture_output=True, text=True, check=True).stdout.splitlines()[1:]
        self.assertEqual([name for name, _ in self.campaigns], [line.split()[0] for line in listed])

    def test_the_files_and_folders_that_they_name_are_there(self):
        self.assertEqual([], self.missing(PATH, lambda name: (ROOT / name).exists()))

    def test_the_comparisons_that_they_name_are_there(self):
        self.assertEqual([], self.missing(KIND, lambda name: (ROOT / "tests" / "compare" / f"{name}.py").is_file()))

    def test_the_test_programs_that_they_name_are_built(self):
        built = re.findall(r"waymark_test_program\((?:\w+/)*(\w+)\.cpp", (ROOT / "tests" / "commands.cmake").read_text())
        self.assertEqual([], self.missing(BUILT, built.__contains__))

    def test_pages_name_campaigns_that_there_are(self):
        known = {name for name, _ in self.campaigns}
        self.assertEqual([], [f"{page.name}: {name}" for page in pages()
                              for name in re.findall(r"make campaign NAME=([\w-]+)", page.read_text()) if name not in known])


class Targets(unittest.TestCase):
    def test_the_makefile_s_phony_line_lists_every_target_once(self):
        text = (ROOT / "Makefile").read_text()
        phony = re.search(r"^\.PHONY:((?:.*\\\n)*.*)$", text, re.MULTILINE)[1].replace("\\\n", " ").split()
        self.assertEqual(sorted(set(re.findall(r"^([a-z-]+):(?!=)", text, re.MULTILINE))), sorted(phony))


if __name__ == "__main__":
    unittest.main()
