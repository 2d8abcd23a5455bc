"""tools/globs.cmake: a folder that is renamed or emptied stops CMake, and so does a file that nobody builds."""
import pathlib
import subprocess
import tempfile
import unittest

GLOBS = pathlib.Path(__file__).resolve().parents[2] / "tools" / "globs.cmake"
PROJECT = f"""cmake_minimum_required(VERSION 3.25)
project(sample LANGUAGES NONE)
include({GLOBS})
waymark_glob(sources ${{CMAKE_SOURCE_DIR}}/store/*_test.cpp)
message(STATUS "found ${{sources}}")
waymark_all_taken(${{CMAKE_SOURCE_DIR}}/*_test.cpp)
"""


class Globs(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.home = pathlib.Path(home.name)
        (self.home / "CMakeLists.txt").write_text(PROJECT)
        self.write("store/a_test.cpp")

    def write(self, name):
        (self.home / name).parent.mkdir(exist_ok=True)
        (self.home / name).write_text("")

    def configure(self):
        done = subprocess.run(["cmake", "-S", self.home, "-B", self.home / "build"], capture_output=True, text=True)
        return done.returncode, done.stdout + " ".join(done.stderr.split())

    def test_finds_what_is_there(self):
        code, said = self.configure()
        self.assertEqual(0, code, said)
        self.assertIn("store/a_test.cpp", said)

    def test_a_renamed_folder_is_an_error(self):
        (self.home / "store").rename(self.home / "stores")
        code, said = self.configure()
        self.assertNotEqual(0, code)
        self.assertIn("store/*_test.cpp: was its folder renamed or emptied?", said)

    def test_an_emptied_folder_is_an_error(self):
        (self.home / "store" / "a_test.cpp").unlink()
        self.assertNotEqual(0, self.configure()[0])

    def test_a_file_that_nobody_takes_is_an_error(self):
        self.write("search/b_test.cpp")
        code, said = self.configure()
        self.assertNotEqual(0, code)
        self.assertRegex(said, r"nobody builds .*search/b_test.cpp")


if __name__ == "__main__":
    unittest.main()
