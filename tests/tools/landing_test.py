"""tools/landing.py: within as many landings as there are shares, each share runs, however many commits a landing has."""
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import landing  # noqa: E402

LANDINGS, BEGIN = 100, 1_700_000_000


class LandingTest(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.home = pathlib.Path(home.name)
        (self.home / "tests").mkdir()
        shutil.copy(ROOT / "tests" / "shares.txt", self.home / "tests")
        self.set_number(0)
        self.shares = landing.shares(self.home)

    def set_number(self, text):
        (self.home / "tests" / "landing").write_text(f"{text}\n")

    def git(self, *words, at=0, text=None):
        named = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}
        when = {"GIT_AUTHOR_DATE": f"{BEGIN + at} +0000", "GIT_COMMITTER_DATE": f"{BEGIN + at} +0000"}
        return subprocess.run(["git", *words], cwd=self.home, check=True, capture_output=True, text=True, input=text,
                              env={**os.environ, **named, **when}).stdout

    def commit(self, at):
        self.git("add", "-A", at=at)
        self.git("commit", "-q", "--allow-empty", "-m", "work", at=at)

    def history(self, commits_of_landings):
        """A history as git reads it: in each landing, one commit raises the number, and the others do not."""
        chance, marks, lines = random.Random(7), [], []
        for commits in commits_of_landings:
            raising = chance.randrange(commits)
            for at in range(commits):
                lines += ["commit refs/heads/main", f"mark :{len(marks) + 1}", f"committer a <a@b> {BEGIN + len(marks)} +0000", "data 4", "work"]
                if at == raising:
                    text = f"{landing.raise_number(self.home)}\n"
                    lines += ["M 100644 inline tests/landing", f"data {len(text)}", text]
                marks.append(at >= raising)
        return "\n".join(lines) + "\n", marks

    def test_a_hundred_landings_of_one_to_forty_commits_run_every_share_in_turn(self):
        chance = random.Random(11)
        landings = [chance.randint(1, 40) for _ in range(LANDINGS)]
        stream, raised = self.history(landings)
        self.git("init", "-q", "-b", "main")
        self.git("fast-import", "--quiet", text=stream)
        commits = self.git("rev-list", "--reverse", "main").split()
        self.assertEqual(sum(landings), len(commits))
        ran, end = [], 0
        for count in landings:
            begin, end = end, end + count
            of_landing = set()
            for at in {end - 1, max(at for at in range(begin, end) if at == begin or not raised[at - 1])}:  # the newest, and that which raised
                self.set_number(self.git("show", f"{commits[at]}:tests/landing").strip())
                of_landing.add(landing.share(self.home))
            self.assertEqual(1, len(of_landing), "commits of a landing change its share")
            ran += of_landing
        for begin in range(LANDINGS - len(self.shares) + 1):
            self.assertEqual(set(self.shares), set(ran[begin:begin + len(self.shares)]))

    def test_a_landing_that_did_not_raise_the_number_is_told(self):
        self.git("init", "-q", "-b", "main")
        self.commit(at=0)
        self.assertFalse(landing.is_old(self.home))
        self.commit(at=24 * 3600)
        self.assertTrue(landing.is_old(self.home))
        landing.raise_number(self.home)
        self.commit(at=25 * 3600)
        self.assertFalse(landing.is_old(self.home))

    def test_without_git_the_number_counts(self):
        self.set_number(2 + len(self.shares))
        self.assertFalse(landing.is_old(self.home))
        self.assertEqual(self.shares[2], landing.share(self.home))

    def test_what_is_no_number_ends_it(self):
        self.set_number("seven")
        with self.assertRaises(SystemExit):
            landing.share(self.home)


class EveryEntryHasARun(unittest.TestCase):
    def test_the_shares_of_entries_are_those_of_the_list(self):
        """CMake refuses an unknown one; here, none of the list is empty."""
        text = "".join((ROOT / "tests" / name).read_text() for name in ("CMakeLists.txt", "commands.cmake", "sanitized.cmake"))
        for share in landing.shares(ROOT):
            self.assertRegex(text, rf"(PART|set\(share) {share}\b")


if __name__ == "__main__":
    unittest.main()
