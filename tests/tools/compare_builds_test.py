"""tools/compare_builds.py and tools/count_instructions.py notice whatever differs between two builds, and nothing else."""
import os
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import compare_builds  # noqa: E402
import count_instructions  # noqa: E402

# Writes what it is asked to write and prints JSON; what is in the variable of its own name replaces parts of it.
WAYMARK = """#!/usr/bin/env python3
import json, os, random, sys
change = os.environ.get("CHANGE", "") if "new" in sys.argv[0] else ""
words = sys.argv[1:]
def option(name):
    return words[words.index(name) + 1] if name in words else None
holds = "violated.pml" not in words
if words[0] == "check":
    if holds:
        open(option("--script"), "w").write("script" + change * (change == "bytes"))
    else:
        open(option("--trail"), "w").write("trail" + change * (change == "trail"))
elif words[:2] == ["script", "trustful"]:
    open(option("-o"), "w").write("tree" + change * (change == "tree"))
if "--json" in words:
    print(json.dumps({"verdict": "holds" if holds else "violation", "states": 7 + (change == "states"),
                      "detail": "words" + change, "seconds": random.random(), "memory_bytes": random.random(),
                      "script": option("--script"), "liveness": [{"states": 3 + (change == "inner"), "seconds": random.random()}]}))
else:
    print("text", change * (change == "text"))
sys.exit((0 if holds else 1) + 3 * (change == "code"))
"""


class CompareBuilds(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.home = pathlib.Path(home.name)
        for name in ("old", "new"):
            (self.home / name).write_text(WAYMARK)
            (self.home / name).chmod(0o755)

    def differences(self, program, change=""):
        os.environ["CHANGE"] = change
        self.addCleanup(os.environ.pop, "CHANGE", None)
        found, compared = compare_builds.compare(compare_builds.Subject(program, [program]), self.home / "old", self.home / "new",
                                                 self.home)
        self.assertGreater(compared, 10)
        return {(it.way, it.what) for it in found}

    def test_times_memory_words_of_messages_and_places_of_files_may_differ(self):
        for program in ("holds.pml", "violated.pml"):
            self.assertEqual(set(), self.differences(program))
            self.assertEqual(set(), self.differences(program, "other words alone"))

    def test_counts_and_exit_codes_may_not(self):
        ways = {"default", "default, certify", "whole", "whole, certify"}
        self.assertEqual({(way, "states") for way in ways}, self.differences("holds.pml", "states"))
        self.assertEqual({(way, "liveness") for way in ways}, self.differences("holds.pml", "inner"))
        self.assertLessEqual({(way, "exit code") for way in ways}, self.differences("holds.pml", "code"))

    def test_a_byte_of_a_script_or_trail_may_not(self):
        self.assertEqual({("default", "script, bytes"), ("whole", "script, bytes")}, self.differences("holds.pml", "bytes"))
        self.assertEqual({("default", "trustful script, bytes")}, self.differences("holds.pml", "tree"))
        self.assertEqual({("default", "trail, bytes"), ("whole", "trail, bytes")}, self.differences("violated.pml", "trail"))

    def test_printed_texts_may_not(self):
        self.assertEqual({("default", "trustful"), ("whole", "script as text")}, self.differences("holds.pml", "text"))
        self.assertEqual({("default", "replay"), ("whole", "replay")}, self.differences("violated.pml", "text"))

    def test_shows_both_from_a_little_before_they_part(self):
        self.assertEqual(("3 bytes", "4 bytes, other from byte 2"), compare_builds.first_difference(b"abc", b"abxc"))
        old, new = compare_builds.first_difference("a" * 100 + "old", "a" * 100 + "new")
        self.assertTrue(old.endswith("aold") and new.endswith("anew") and len(old) < 60)

    def test_each_build_gets_its_own_spelling_of_options(self):
        renamed = compare_builds.Renamed({"--symmetry X": "--tune object-names=X", "--unordered": "--tune unordered", "--old X": "--new X"})
        new = ["check", "--tune", "object-names=site", "--tune", "unordered", "--new", "7", "--other", "a.pml"]
        old = ["check", "--symmetry", "site", "--unordered", "--old", "7", "--other", "a.pml"]
        self.assertEqual(new, renamed.newly(old))
        self.assertEqual(new, renamed.newly(new))
        self.assertEqual(old, renamed.formerly(new))
        self.assertEqual(old, renamed.formerly(old))
        self.assertEqual(["--tune", "object-names=site"], renamed.newly(["--symmetry=site"]))
        self.assertEqual(["--symmetry", "site", "--unordered"], renamed.formerly(["--tune", "object-names=site,unordered"]))
        self.assertEqual(["--tune", "later=3"], renamed.formerly(["--tune", "later=3"]))

    def test_the_table_of_renamed_options_is_read(self):
        renamed = compare_builds.Renamed.read()
        self.assertEqual(["--tune", "object-names=site"], renamed.newly(["--symmetry", "site"]))

    def test_keys_of_the_JSON_are_mapped_and_those_that_are_gone_left_out(self):
        said = {"old": 1, "gone": 2, "list": [{"old": 3}, "see docs/use/java.md"], "seconds": 1.5}
        self.assertEqual({"new": 1, "list": [{"new": 3}, "see docs/java.md"]}, compare_builds.comparable(said, {"old": "new", "gone": None}))

    def test_scripts_may_differ_in_the_fields_of_options_and_release_alone(self):
        def script(tool=b"waymark 1", options=b"few", program=b"p" * 32, states=b"\x07", checksum=b"c" * 8, blocks=b"blocks"):
            text = lambda it: bytes([len(it)]) + it
            contents = b"\x01" + text(tool) + program + options[:1] * 32 + text(options) + text(b"checked") + states
            return (compare_builds.OPENING + b"\x01\0\0\0" + blocks + contents + len(contents).to_bytes(8, "little") + checksum
                    + b"closing.")
        plain = compare_builds.without_options(script())
        self.assertEqual(plain, compare_builds.without_options(script(tool=b"waymark 22", options=b"many more", checksum=b"d" * 8)))
        for other in (script(program=b"q" * 32), script(states=b"\x08"), script(blocks=b"other")):
            self.assertNotEqual(plain, compare_builds.without_options(other))
        self.assertEqual(b"no script", compare_builds.without_options(b"no script"))

    def test_every_model_of_bench_has_a_size(self):
        self.assertGreater(len(list(compare_builds.promela_subjects())), 100)


class CountInstructions(unittest.TestCase):
    def test_reads_callgrind_s_number_or_ends(self):
        self.assertEqual(1234, count_instructions.collected("==7== \n==7== Collected : 1234\n==7==\n"))
        with self.assertRaises(SystemExit):
            count_instructions.collected("valgrind: no such file")

    def test_counts_more_for_more_work(self):
        few, many = (count_instructions.instructions("/bin/bash", "-c", f"for ((i = 0; i < {n}; i++)); do :; done") for n in (10, 3000))
        self.assertGreater(many, few + 3000)

    def test_ends_with_a_program_that_fails(self):
        with self.assertRaises(SystemExit):
            count_instructions.instructions("/bin/false")


if __name__ == "__main__":
    unittest.main()
