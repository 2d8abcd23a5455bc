"""tools/compare_builds.py notices whatever differs between two builds, and nothing else; what it compares and with which
programs is in tools/lib."""
import os
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import compare_builds  # noqa: E402
from lib import comparable, subjects  # noqa: E402

# Writes what it is asked to write, and prints text or JSON; what is in the variable CHANGE changes a part of it.
WAYMARK = r"""#!/bin/bash
[[ $0 == */new ]] || CHANGE=
x() { [[ $CHANGE == "$1" ]] && echo -n x; }
command=$1 all=" $* " form=text verdict=holds whole=
while [ $# -gt 0 ]; do
  case $1 in
    --format) form=$2 ;;
    --json) form=json ;;
    --script) script=$2 ;;
    --trail) trail=$2 ;;
    -o) tree=$2 ;;
    --por) whole=1 ;;
    violated.pml) verdict=violation ;;
  esac
  shift
done
if [[ $command == check && ( $form == json || $form == text ) ]]; then
  [[ $verdict == violation || $all == *" --hunt "* ]] || echo "script $whole$(x bytes)" > "$script"
  [[ $verdict == holds ]] || echo "trail $(x trail)" > "$trail"
  [[ $verdict == holds ]] || echo "trail 2 $(x second)" > "${trail/.trail/.2.trail}"
fi
[[ -z $tree ]] || echo "tree $(x tree)" > "$tree"
if [[ $form == json ]]; then
  runs=null
  [[ $all != *" --hunt "* ]] || runs="\"fifty$(x hunt)\""
  echo "{\"verdict\": \"$verdict\", \"states\": \"7$(x states)\", \"detail\": \"words$(x detail)\", \"hunt\": $runs,
    \"seconds\": 0.$RANDOM, \"memory_bytes\": $RANDOM, \"liveness\": [{\"states\": \"3$(x inner)\", \"seconds\": 0.$RANDOM}]}"
else
  echo "$command as $form: $verdict$(x "$command")$(x "$form")"
  printf '\n  0.%02d s, %d KiB\n' $((RANDOM % 100)) $((RANDOM % 1000))
  x error >&2
fi
[[ $CHANGE != code ]] || exit 3
[[ $verdict == holds ]]
"""
EVERY = list(compare_builds.WAYS)


class CompareBuilds(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.home = pathlib.Path(home.name)
        for name in ("old", "new"):
            (self.home / name).write_text(WAYMARK)
            (self.home / name).chmod(0o755)

    def differences(self, program, change="", ways=("json", "whole"), **how):
        os.environ["CHANGE"] = change
        self.addCleanup(os.environ.pop, "CHANGE", None)
        found, compared = compare_builds.compare(subjects.Subject(program, [program]), self.home / "old", self.home / "new",
                                                 self.home, ways, **how)
        self.assertGreater(compared, 10)
        return {(it.way, it.what) for it in found}

    def test_times_and_memory_may_differ(self):
        for program in ("holds.pml", "violated.pml"):
            self.assertEqual(set(), self.differences(program, ways=EVERY))

    def test_counts_and_details_may_not(self):
        for change, what in (("states", "states"), ("inner", "liveness"), ("detail", "detail")):
            self.assertEqual({(way, what) for way in ("json", "whole", "whole, certify")}, self.differences("holds.pml", change))

    def test_exit_codes_and_standard_error_may_not(self):
        self.assertLessEqual({("json", "exit code"), ("text", "check"), ("text", "certify")}, self.differences("holds.pml", "code"))
        self.assertIn(("text", "check"), self.differences("holds.pml", "error"))

    def test_a_byte_of_a_script_or_trail_may_not(self):
        self.assertEqual({(way, "script, bytes") for way in ("text", "json", "whole")}, self.differences("holds.pml", "bytes"))
        self.assertEqual({("text", "trustful script, bytes")}, self.differences("holds.pml", "tree"))
        self.assertEqual({(way, "trail, bytes") for way in ("text", "json", "whole")}, self.differences("violated.pml", "trail"))

    def test_further_trails_may_not(self):
        self.assertEqual({(way, f"{way}.2.trail, bytes") for way in ("text", "json", "whole")}, self.differences("violated.pml", "second"))

    def test_what_people_read_may_not(self):
        self.assertEqual({("text", "check")}, self.differences("holds.pml", "check"))
        self.assertEqual({("text", "certify")}, self.differences("holds.pml", "certify"))
        self.assertEqual({("text", "replay")}, self.differences("violated.pml", "replay"))
        self.assertEqual({("text", "trustful"), ("text", "script info")}, self.differences("holds.pml", "script"))

    def test_formats_may_not(self):
        for form in ("sarif", "junit"):
            self.assertEqual({(form, "output")}, self.differences("holds.pml", form, EVERY))

    def test_what_only_one_way_says_is_found_there(self):
        self.assertEqual({("hunt", "hunt")}, self.differences("violated.pml", "hunt", EVERY))
        self.assertEqual(set(), self.differences("violated.pml", "hunt"))

    def test_keys_can_be_left_out(self):
        self.assertEqual(set(), self.differences("holds.pml", "detail", keys=["detail"]))
        self.assertNotEqual(set(), self.differences("holds.pml", "states", keys=["detail"]))

    def test_what_is_written_again_is_not_asked_about_again(self):
        side = compare_builds.Side(self.home / "old", subjects.Subject("p", ["holds.pml"]), self.home, ["json", "whole"])
        self.assertEqual(["text", "json", "whole", "whole, certify"], list(side.results))


class Ways(unittest.TestCase):
    def test_every_way_has_its_turn_in_every_language(self):
        for language in subjects.LANGUAGES:
            taken = {way for number in range(len(EVERY)) for way in compare_builds.ways_of(language, number)}
            self.assertEqual(set(compare_builds.ways_of(language, 0, "all")), taken)

    def test_neighbours_have_other_ways(self):
        self.assertNotEqual(compare_builds.ways_of("cpp", 0), compare_builds.ways_of("cpp", 1))

    def test_what_is_compiled_has_no_slices_and_symmetry(self):
        self.assertIn("slice", compare_builds.ways_of("extracted", 0, "all"))
        self.assertNotIn("slice", compare_builds.ways_of("java", 0, "all"))
        self.assertEqual(["hunt"], compare_builds.ways_of("c", 0, "hunt,slice"))


class Subjects(unittest.TestCase):
    def test_every_language_has_programs(self):
        for language, least in (("promela", 200), ("java", 40), ("c", 200), ("cpp", 150), ("extracted", 150)):
            found = subjects.of(language, "classes")
            self.assertGreater(len(found), least)
            self.assertEqual({language}, {it.language for it in found})
            self.assertEqual({language == "extracted"}, {bool(it.extract) for it in found})

    def test_options_of_a_first_line_are_told_apart(self):
        common, asked = subjects.told_apart(["-std=c++11", "--property", "race", "--leaks", "--reuse", "--invariant", "x<2", "--overflow"])
        self.assertEqual(["-std=c++11", "--tune", "reuse", "--overflow"], common)
        self.assertEqual(["--property", "race", "--property", "leak", "--invariant", "x<2"], asked)

    def test_a_folder_without_programs_ends_it(self):
        with self.assertRaises(SystemExit):
            subjects.models("tests/tools")


if __name__ == "__main__":
    unittest.main()
