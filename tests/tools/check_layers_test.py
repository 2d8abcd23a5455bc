"""tools/check_layers.py allows what CMakeLists.txt links, through other folders too, and names the line that breaks it."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_layers.py"

PAGE = """# House
| folder | what it is |
| --- | --- |
| base | texts |
| model | interfaces |
| script | files |
| store | states |
| cli | the command |
"""
LIBRARIES = """waymark_library(base fmt::fmt)
waymark_library(model waymark_base)
waymark_library(script waymark_base)
waymark_library(store waymark_model)
waymark_library(cli waymark_store waymark_script)
"""


class Layers(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.root = pathlib.Path(home.name)
        self.write("docs/inside/architecture.md", PAGE)
        self.write("CMakeLists.txt", LIBRARIES)
        for folder in ("base", "model", "script", "store", "cli"):
            self.write(f"src/{folder}/{folder}.hpp", "#pragma once\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def breaches(self):
        done = subprocess.run([sys.executable, "-B", CHECK, self.root], capture_output=True, text=True)
        self.assertEqual(bool(done.stdout), done.returncode != 0, done.stderr)
        return done.stdout.splitlines()


class CheckLayers(Layers):
    def test_allows_downwards_and_through_other_folders(self):
        self.write("src/store/a.cpp", '#include <vector>\n#include "store/store.hpp"\n#include "base/base.hpp"\n')
        self.write("src/cli/a.cpp", '#include "script/script.hpp"\n#include "store/store.hpp"\n')
        self.assertEqual([], self.breaches())

    def test_names_the_line_that_goes_upwards_or_sideways(self):
        self.write("src/model/a.cpp", '#include "base/base.hpp"\n#include "store/store.hpp"\n#include "script/script.hpp"\n')
        self.assertEqual(["src/model/a.cpp:2: model may not include store",
                          "src/model/a.cpp:3: model may not include script"], self.breaches())

    def test_keeps_everybody_out_of_cli(self):
        self.write("src/store/a.cpp", '#include "cli/cli.hpp"\n')
        self.assertEqual(["src/store/a.cpp:1: store may not include cli"], self.breaches())

    def test_wants_a_row_and_a_library_for_every_folder(self):
        self.write("src/java/java.hpp", "#pragma once\n")
        self.assertEqual(["docs/inside/architecture.md: the table of rooms has no rows for src/java",
                          "CMakeLists.txt: no library for src/java"], self.breaches())

    def test_wants_a_folder_for_every_row(self):
        self.write("docs/inside/architecture.md", PAGE + "| report | texts |\n")
        self.assertEqual(["docs/inside/architecture.md: the table of rooms has a row for report, but there is no src/report"],
                         self.breaches())

    def test_wants_one_row_for_a_folder(self):
        self.write("docs/inside/architecture.md", PAGE + "| store | once more |\n")
        self.assertEqual(["docs/inside/architecture.md: the table of rooms has 2 rows for src/store"], self.breaches())

    def test_takes_a_folder_within_a_folder_for_one_of_its_own(self):
        self.write("docs/inside/architecture.md", PAGE + "| java/link | classes |\n| java | models |\n")
        self.write("CMakeLists.txt", LIBRARIES + "waymark_library(java/link waymark_base)\n"
                                                 "waymark_library(java waymark_java_link)\n")
        self.write("src/java/a.hpp", '#include "java/link/b.hpp"\n')
        self.write("src/java/link/b.hpp", '#include "java/a.hpp"\n')
        self.assertEqual(["src/java/link/b.hpp:1: java/link may not include java"], self.breaches())

    def test_lets_nobody_include_a_module_but_who_loads_it(self):
        self.write("docs/inside/architecture.md", PAGE + "| c/extract | models |\n| c/loader | loads it |\n| c/syntax | trees |\n")
        self.write("CMakeLists.txt", LIBRARIES + "if(WAYMARK_C)\n  waymark_library(c/extract waymark_base)\nendif()\n"
                                                 "waymark_library(c/syntax waymark_base)\nwaymark_library(c/loader waymark_base)\n")
        self.write("src/c/syntax/tree.hpp", '#include "base/base.hpp"\n')
        self.write("src/c/extract/request.hpp", '#include "base/base.hpp"\n')
        self.write("src/c/loader/loader.cpp", '#include "c/extract/request.hpp"\n')
        self.assertEqual([], self.breaches())
        self.write("src/store/a.cpp", '#include "c/extract/request.hpp"\n')
        self.assertEqual(["src/store/a.cpp:1: store may not include c/extract"], self.breaches())

    def test_wants_includes_written_from_src(self):
        self.write("src/store/a.cpp", '#include "store.hpp"\n')
        self.assertEqual(['src/store/a.cpp:1: "store.hpp" is no file of src/'], self.breaches())

    def test_notices_libraries_that_link_each_other(self):
        self.write("CMakeLists.txt", LIBRARIES.replace("fmt::fmt", "fmt::fmt waymark_model"))
        self.assertEqual(["CMakeLists.txt:1: base links model, which links base in turn",
                          "CMakeLists.txt:2: model links base, which links model in turn"], self.breaches())

    def test_notices_a_library_that_is_none(self):
        self.write("CMakeLists.txt", LIBRARIES.replace("waymark_script)", "waymark_scripts)"))
        self.assertEqual(["CMakeLists.txt:5: cli links scripts, which has no row"], self.breaches())

    def test_refuses_a_page_without_the_table(self):
        self.write("docs/inside/architecture.md", "# House\n")
        self.assertEqual(["docs/inside/architecture.md: no table that starts with `| folder | what it is`"], self.breaches())

    def test_refuses_a_project_without_libraries(self):
        self.write("CMakeLists.txt", "project(other)\n")
        done = subprocess.run([sys.executable, "-B", CHECK, self.root], capture_output=True, text=True)
        self.assertEqual(1, done.returncode)


class CallsThatClimb(Layers):
    """The same promise, kept when libraries are linked."""

    def build(self, **texts):
        """A library for each folder, of the given text or of nothing to speak of."""
        build = self.root / "build"
        build.mkdir(exist_ok=True)
        for folder in ("base", "model", "script", "store", "cli"):
            source, made = build / f"{folder}.cpp", build / f"{folder}.o"
            source.write_text(texts.get(folder) or f"namespace waymark {{ int {folder}_own() {{ return 1; }} }}\n")
            subprocess.run(["g++", "-std=c++20", "-c", source, "-o", made], check=True)
            library = build / f"libwaymark_{folder}.a"
            library.unlink(missing_ok=True)
            subprocess.run(["ar", "rc", library, made], check=True)
        return build

    def breaches_of(self, build):
        done = subprocess.run([sys.executable, "-B", CHECK, self.root, "--build", build], capture_output=True, text=True)
        self.assertEqual(bool(done.stdout), done.returncode != 0, done.stderr)
        return done.stdout.splitlines()

    def test_allows_calls_downwards(self):
        calls_base = "namespace waymark { int base_own(); int twice() { return 2 * base_own(); } }\n"
        self.assertEqual([], self.breaches_of(self.build(store=calls_base, cli=calls_base.replace("twice", "thrice"))))

    def test_names_both_folders_and_the_function_of_a_call_upwards(self):
        calls_store = "namespace waymark { struct A { int b(int); }; int climb(A& a) { return a.b(1); } }\n"
        defines = "namespace waymark { struct A { int b(int); }; int A::b(int i) { return i; } }\n"
        self.assertEqual(["libwaymark_model.a: model may not call store, which defines waymark::A::b(int)"],
                         self.breaches_of(self.build(model=calls_store, store=defines)))

    def test_notices_a_function_that_only_the_program_itself_defines(self):
        calls = "namespace waymark { int cli_own(); int climb() { return cli_own(); } }\n"
        self.assertEqual(["libwaymark_base.a: base may not call cli, which defines waymark::cli_own()"],
                         self.breaches_of(self.build(base=calls)))

    def test_what_everybody_has_of_his_own_is_nobody_s(self):
        shared = ("#include <vector>\nnamespace waymark {{ template <typename T> struct V {{ virtual ~V() = default; T x; }};\n"
                  "inline int twice(int i) {{ return 2 * i; }}\n"
                  "int {0}(int i) {{ std::vector<V<int>> v(i); return twice(v.size()); }} }}\n")
        self.assertEqual([], self.breaches_of(self.build(model=shared.format("low"), store=shared.format("high"))))

    def test_a_table_of_virtual_functions_above_is_a_climb_too(self):
        base = "namespace waymark { struct K { virtual ~K(); virtual int f(); }; K* make() { return new K; } }\n"
        store = "namespace waymark { struct K { virtual ~K(); virtual int f(); }; K::~K() = default; int K::f() { return 1; } }\n"
        self.assertEqual(["libwaymark_base.a: base may not call store, which defines vtable for waymark::K"],
                         self.breaches_of(self.build(base=base, store=store)))

    def test_wants_all_of_it_built(self):
        build = self.build()
        (build / "libwaymark_store.a").unlink()
        self.assertEqual([f"{build}: nothing was built of src/store; the release preset builds all of it"],
                         self.breaches_of(build))


if __name__ == "__main__":
    unittest.main()
