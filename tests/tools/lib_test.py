"""tools/lib: what every tool and benchmark rests on notices what goes wrong."""
import contextlib
import io
import os
import pathlib
import sys
import tempfile
import time
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from lib import comparing, files, java, processes, spin, tables, waymark  # noqa: E402


class Scratch(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.home = pathlib.Path(home.name)

    def program(self, text):
        path = self.home / "program"
        path.write_text("#!/bin/bash\n" + text)
        path.chmod(0o755)
        return path


class Processes(Scratch):
    def test_tells_output_errors_and_exit_code_apart(self):
        done = processes.run(["bash", "-c", "echo out; echo err >&2; exit 7"])
        self.assertEqual(("out\n", "err\n", 7), (done.out, done.err, done.code))

    def test_merges_both_streams_in_their_order(self):
        done = processes.run(["bash", "-c", "echo 1; echo 2 >&2; echo 3"], merge=True)
        self.assertEqual(("1\n2\n3\n", ""), (done.out, done.err))

    def test_tells_the_signal_that_killed_it(self):
        self.assertEqual(-9, processes.run(["bash", "-c", "kill -9 $$"]).code)

    def test_hands_over_text_and_survives_a_child_that_does_not_read_it(self):
        self.assertEqual("x" * 100_000, processes.run(["cat"], text="x" * 100_000).out)
        self.assertEqual(0, processes.run(["true"], text="x" * 1_000_000).code)

    def test_kills_what_takes_too_long(self):
        began = time.monotonic()
        with self.assertRaises(processes.TookTooLong):
            processes.run(["sleep", "60"], limit=0.1)
        self.assertLess(time.monotonic() - began, 30)

    def test_counts_the_processor_time_of_this_child_alone(self):
        processes.run(["bash", "-c", "for ((i = 0; i < 100000; i++)); do :; done"])
        busy = processes.run(["bash", "-c", "for ((i = 0; i < 200000; i++)); do :; done"])
        idle = processes.run(["sleep", "0.3"])
        self.assertGreater(busy.cpu, 5 * idle.cpu)
        self.assertGreaterEqual(idle.wall, 0.3)

    def test_lets_one_watch_a_running_child(self):
        seen = []
        processes.run(["sleep", "0.2"], watch=seen.append)
        self.assertGreater(len(seen), 1)
        self.assertEqual(1, len(set(seen)))

    def test_refuses_a_program_that_is_not_there(self):
        with self.assertRaises(FileNotFoundError):
            processes.run([self.home / "nothing"])


class Asking(Scratch):
    def test_reads_what_waymark_says(self):
        answer = waymark.ask(self.program('echo "{\\"verdict\\": \\"holds\\", \\"words\\": \\"$*\\"}"'), "check", "a b.pml")
        self.assertEqual(("holds", "check --json a b.pml"), (answer.verdict, answer.said["words"]))

    def test_says_so_where_there_is_no_verdict(self):
        answer = waymark.ask(self.program("echo first >&2; echo no such file >&2; exit 2"), "check", "a.pml")
        self.assertEqual(("none, exit code 2", "no such file", {}), (answer.verdict, answer.detail, answer.said))

    def test_demands_an_answer_and_a_good_end(self):
        for text in ("echo '{\"verdict\": \"holds\"}'; exit 70", "echo nonsense"):
            with self.subTest(text=text), self.assertRaises(SystemExit) as ended:
                waymark.demand(self.program(text), "check", "a.pml")
            self.assertIn("waymark check a.pml ended with", ended.exception.code)

    def test_writes_definitions_as_options(self):
        self.assertEqual(["--define", "N=2", "--define", "K"], waymark.defines(["N=2", "K"]))


class Spin(Scratch):
    MODEL = "active proctype P() { byte x; do :: x < COUNT -> x++ :: else -> break od }\n"

    def verifier(self, text, **how):
        (self.home / "model.pml").write_text(text)
        return spin.Verifier(self.home, "model.pml", **how)

    def test_builds_and_runs_a_verifier(self):
        pan = self.verifier(self.MODEL, defined=["COUNT=5"]).compile("tcc", "-DSAFETY", "-DNOREDUCE")
        output = spin.finished(pan.search("-c0").out)
        # x counts to five, and at each count a process stands before the choice or behind its guard; then its end.
        self.assertEqual((13, 0), (spin.states(output), spin.errors(output)))
        pan.fit(output)
        self.assertLess(pan.depth, 100)
        self.assertEqual(13, spin.states(spin.finished(pan.search("-c0").out)))

    def test_says_what_spin_refuses(self):
        with self.assertRaisesRegex(spin.NoAnswer, "spin refuses the model"):
            self.verifier("active proctype P() { nonsense }\n")

    def test_says_that_the_compiler_refuses(self):
        with self.assertRaisesRegex(spin.NoAnswer, "tcc refuses the verifier"):
            self.verifier(self.MODEL, defined=["COUNT=5"]).compile("tcc", "-DSAFETY", "-include", "nothing.h")

    def test_ends_where_a_search_did_not(self):
        pan = self.verifier(self.MODEL, defined=["COUNT=50"]).compile("tcc", "-DSAFETY", "-DNOREDUCE")
        pan.depth = 10
        with self.assertRaises(SystemExit):
            spin.finished(pan.search("-c0").out)

    def test_does_not_take_any_output_for_an_answer(self):
        with self.assertRaises(spin.NoAnswer):
            spin.states("pan: out of memory")

    def test_fails_where_a_promised_program_is_missing(self):
        with mock.patch.dict(os.environ, {"PATH": str(self.home)}):
            for require in (spin.require, java.require):
                with self.assertRaises(SystemExit) as ended:
                    require()
                self.assertIn("make packages", ended.exception.code)


class Java(Scratch):
    def test_compiles_or_ends(self):
        good, bad = self.home / "Good.java", self.home / "Bad.java"
        good.write_text("class Good {}\n")
        bad.write_text("class Bad {\n")
        java.compile([good], self.home / "classes")
        self.assertTrue((self.home / "classes" / "Good.class").exists())
        with self.assertRaises(SystemExit):
            java.compile([bad], self.home / "classes", quiet=True)


class Files(Scratch):
    def test_a_folder_is_made_once_for_the_same_sources(self):
        source, folder, calls = self.home / "source", self.home / "made", []

        def make():
            calls.append(sorted(folder.iterdir()))
            (folder / "product").write_text("x")

        source.write_text("one")
        self.assertTrue(files.made(folder, [source], make))
        self.assertFalse(files.made(folder, [source], make))
        source.write_text("two")
        self.assertTrue(files.made(folder, [source], make))
        self.assertTrue(files.made(folder, [source], make, "another option"))
        self.assertEqual([[], [], []], calls)  # and into an empty folder each time

    def test_a_folder_whose_making_failed_is_made_again(self):
        def fail():
            raise OSError

        with self.assertRaises(OSError):
            files.made(self.home / "made", [], fail)
        self.assertTrue(files.made(self.home / "made", [], lambda: None))

    def test_digests_know_where_one_file_ends(self):
        for name, text in (("a", "xy"), ("b", "z")):
            (self.home / name).write_text(text)
        before = files.digest([self.home / "a", self.home / "b"])
        (self.home / "a").write_text("x")
        (self.home / "b").write_text("yz")
        self.assertNotEqual(before, files.digest([self.home / "a", self.home / "b"]))

    def test_writes_whole_files_and_leaves_nothing_beside_them(self):
        files.write_csv(self.home / "new" / "a.csv", [["a", "b"], [1, "x, y"]])
        files.write_csv(None, [["nobody wants it"]])
        self.assertEqual('a,b\n1,"x, y"\n', (self.home / "new" / "a.csv").read_text())
        self.assertEqual(["a.csv"], [path.name for path in (self.home / "new").iterdir()])


class Sums(unittest.TestCase):
    def printed(self, call, *arguments):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            answer = call(*arguments)
        return answer, out.getvalue()

    def test_half_is_enough_and_less_is_not(self):
        self.assertEqual((True, "120 of 240 models compared (50%)\n"), self.printed(comparing.enough, 120, 240))
        for compared, of in ((119, 240), (1, 240), (0, 0), (0, 1)):
            answer, text = self.printed(comparing.enough, compared, of)
            self.assertFalse(answer)
            self.assertIn("less than half", text)

    def test_tables_are_markdown(self):
        self.assertEqual("| a | b |\n| --- | --- |\n| 1 | 2 |\n\n", self.printed(tables.table, ["a", "b"], [[1, 2]])[1])

    def test_the_geometric_mean_of_a_ratio_and_its_reverse_is_one(self):
        self.assertAlmostEqual(1, tables.geometric_mean([4, 0.25, 3, 1 / 3]))


if __name__ == "__main__":
    unittest.main()
