"""tools/house.py: figures of small trees, derived by hand, which no move of a folder changes; ceilings, by the command."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import house  # noqa: E402
from lib import code, literals  # noqa: E402

GIT = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main"]


TRUSTED = ["src/certify/walk.hpp", "src/script/signature.hpp", "src/cli/commands/signatures.cpp", "src/load/load.cpp",
           *(f"src/check/{name}.cpp" for name in ("certify/certification", "plan/unproved", "plan/team")), "src/classpath/jar.cpp",
           "src/promela/executor.cpp", "src/c/c.cpp", "src/llvm/llvm.cpp", "src/llvm/library/lib.c", "src/java/java.cpp",
           "src/java/library/Lib.java"]


def body(lines):
    return "".join(f"  f({number});\n" for number in range(lines))


class Tree(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.root = pathlib.Path(home.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def house(self):
        return house.House(self.root)

    def git(self, *words):
        subprocess.run([*GIT, *words], cwd=self.root, check=True, stdout=subprocess.DEVNULL)


class Sizes(Tree):
    def sizes(self, part):
        found = house.sizes(self.house())
        return tuple(found[f"{what}, {part}"].value for what in ("lines", "lines of code", "tokens"))

    def test_counts_code_without_comments_and_blank_lines(self):
        self.write("src/a/one.cpp", "// a comment\n\nint x;  // behind\n/* two\n lines */\nint f() {\n  return x;\n}\n")
        self.assertEqual((8, 4, 3 + 5 + 3 + 1), self.sizes("outside of tests"))

    def test_counts_every_language_wherever_it_lies(self):
        for name in ("src/a.cpp", "b.hpp", "kernel/c.c", "src/x/d.h", "src/java/E.java", "lib/f.inc", "g.def", "page/h.cc"):
            self.write(name, "int x;\n")
        self.write("src/script.py", "x = 1\n")
        self.assertEqual((8, 8, 24), self.sizes("the product"))

    def test_counts_what_is_included_whatever_its_name(self):
        self.write("src/a.cpp", '#include "tables/a.table"\n#include <vector>\n')
        self.write("src/tables/a.table", "int x;\n")
        self.write("src/tables/b.table", "int x;\n")
        self.assertEqual((3, 3, 3 + 3 + 3), self.sizes("the product"))

    def test_examples_and_tests_have_rows_of_their_own(self):
        self.write("src/a.cpp", "int x;\n")
        self.write("bench/b.c", "int x;\n" * 2)
        self.write("examples/java/C.java", "int x;\n" * 3)
        self.write("tests/d.cpp", "int x;\n" * 4)
        self.write("page/test/e.c", "int x;\n" * 5)
        self.assertEqual([3 + 3, 1, 5, 9], [self.sizes(part)[0] for part in ("outside of tests", *code.PARTS)])

    def test_knows_the_files_of_git_and_those_that_it_would_take(self):
        self.write("src/a.cpp", "int x;\n")
        self.write("build/b.cpp", "int x;\n")
        self.write("pan.c", "int x;\n")
        self.write("page/node_modules/c.c", "int x;\n")
        self.write(".gitignore", "/build/\n/pan*\nnode_modules/\n")
        self.assertEqual(1, self.sizes("the product")[0])
        self.git("init", "-q")
        self.assertEqual(1, self.sizes("the product")[0])
        self.git("add", ".")
        self.write("src/b.cpp", "int x;\n")
        self.assertEqual(2, self.sizes("the product")[0])
        (self.root / "src" / "a.cpp").unlink()
        self.assertEqual(1, self.sizes("the product")[0])


class Moves(Tree):
    def figures(self):
        return {name: it.value for name, it in house.Measured(self.root).figures.items()}

    def setUp(self):
        super().setUp()
        run = "".join(f"  call_{number}(a.b{number}, text == \"word {number}\");\n" for number in range(7))
        self.write("src/one/a.hpp", "namespace n {\nclass A {\n  void f();\n virtual bool can() const;\n int x_;\n};\n}\n")
        self.write("src/one/a.cpp", '#include "one/a.hpp"\nvoid n::A::f() {\n' + run + "}\n")
        self.write("src/one/deep/b.hpp",
                   "// Of what b is.\nnamespace n {\nstruct B : A {\n  int b1, b2;\n};\n}\n" + "// more\n" * 400)
        self.write("src/two/b.cpp", "void g() {\n" + run + "}\n" + "int y;\n" * 320)
        self.write("src/two/lexer.cpp", 'bool l() { return token == "if"; }\n')
        self.write("src/two/Lib.java", 'class Lib { boolean f() { return "a".equals(b); } }\n')
        self.write("src/model/model.hpp",
                   "namespace model { class Walk { virtual void go() = 0; }; class Model : public Walk {}; }\n")
        self.git("init", "-q")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "first")

    def test_no_figure_depends_on_the_folder(self):
        before = self.figures()
        self.assertEqual((2, 3, 7, 1, 1), tuple(before[name] for name in (
            "functions of a class, at most", "members of a class with bases, at most", "texts compared outside of parsers",
            "duplicated pairs", "virtual functions of the model")))
        for old, new in (("src/one", "src/zero"), ("src/two", "generated"), ("src/zero/deep", "src/generic/place"),
                         ("src/model", "kernel/model"), ("generated", "src/zero/within")):
            (self.root / new).parent.mkdir(parents=True, exist_ok=True)
            self.git("mv", old, new)
            self.assertEqual(before, self.figures(), f"{old} to {new}")

    def test_code_that_moves_into_tests_shows_there(self):
        before = self.figures()
        (self.root / "tests").mkdir()
        self.git("mv", "src/one", "tests/one")
        after = self.figures()
        for what in ("lines", "lines of code", "tokens"):
            moved = before[f"{what}, outside of tests"] - after[f"{what}, outside of tests"]
            self.assertEqual((True, moved), (moved > 0, after[f"{what}, tests"]))


class Figures(Tree):
    def test_counts_functions_over_eighty_lines_and_the_loop_apart(self):
        self.write("src/a/short.cpp", "void short_one() {\n" + body(78) + "}\n")
        self.write("src/a/long.cpp", "\nvoid A::long_one() {\n" + body(79) + "}\n")
        self.write("src/java/loop.cpp",
                   "void Interpreter::run() {\n" + body(200) + "}\nvoid other() {\n" + body(100) + "}\n")
        self.assertEqual(([(102, "src/java/loop.cpp:203", "other"), (81, "src/a/long.cpp:2", "A::long_one")],
                          (202, "src/java/loop.cpp:1", "Interpreter::run")), house.long_functions(self.house()))

    def test_counts_texts_that_something_is_compared_with(self):
        self.write("src/cli/a.cpp", 'if (options.store == "exact" || ("x" != kind)) {}  // == "comment"\n'
                                    'auto s = "== \\"no\\"";\nif (path.extension() == ".pml") {}\n'
                                    'if (name.ends_with(".jar") || rest == "(-1)\\n") {}\n')
        self.write("src/report/b.cpp",
                   'return x.starts_with("for ") || y->find("goto") || contains(z, "a") || names.at("b");\n')
        self.write("src/lib/c.c", 'int f(char *a) { return strcmp(a, "word") == 0; }\n')
        self.write("src/lib/D.java", 'boolean f() { return "word".equals(a) || a.equals("word"); }\n')
        self.write("src/syntax/lexer.cpp", "\n")
        self.write("src/syntax/other.cpp", 'return token == "if";\n')
        self.write("src/raw/raw.cpp", 'return a == R"(word)" || a == ("word") || a == std::string("c") || f("d");\n')
        self.write("src/ltl/parse.cpp", 'return token == "until";\n')
        self.assertEqual({"src/lib": 3, "src/raw": 3, "src/report": 3, "src/cli": 2}, literals.compared(self.house().product))

    def test_counts_virtual_functions_of_each_interface(self):
        self.write("src/model/model.hpp",
                   "// virtual void comment();\nclass Walk {\n public:\n  virtual ~Walk() = default;\n"
                   "  virtual void go() = 0;\n  [[nodiscard]] virtual int mark() const { return 1; }\n};\n"
                   "class Tell {\n  virtual void tell() = 0;\n};\nclass Model : public Walk,\n   public Tell {};\n")
        self.assertEqual({"Walk": 2, "Tell": 1}, house.virtual_functions(self.house()))

    def test_tells_the_share_of_comments_of_each_large_room(self):
        self.write("src/a/one.cpp", "// one\n/* two\n three */\nint x;  // none\n" + "int y;\n" * 296)
        self.write("src/a/b/two.cpp", 'auto s = R"(\n// none)";\n' + "  // one\n" * 30 + "\n" * 270)
        self.write("src/small/three.cpp", "// one\n")
        self.assertEqual(([(1.0, 300, "src/a"), (9.93, 302, "src/a/b")], 5.64), house.comment_shares(self.house()))

    def test_lists_classes_by_their_functions(self):
        self.write("src/a/one.hpp", "struct Small { int x; };\n\nclass Large {\n  void a();\n  void b();\n};\n")
        self.assertEqual([(2, 0, "src/a/one.hpp:3", "Large"), (0, 1, "src/a/one.hpp:1", "Small")], house.own_sizes(self.house()))

    def test_finds_capability_flags_virtual_or_kept(self):
        self.write("src/a/one.hpp",
                   "class A {\n  // virtual bool comment() const;\n  virtual bool can() const { return false; }\n"
                   "  virtual bool at(int i) const;\n  bool wants() const { return wants_; }\n  const bool wants_;\n"
                   "  bool now() const { return now_; }\n  bool now_;\n};\n")
        self.write("src/a/two.hpp", "class B {\n  bool wants() const { return wants_; }\n  const bool wants_;\n};\n")
        self.assertEqual([("src/a/one.hpp:3", "can"), ("src/a/one.hpp:5", "wants")], house.capability_flags(self.house()))

    def test_counts_options_of_check_in_the_tables_and_those_that_help_shows(self):
        self.assertIsNone(house.options_of_check(self.root))
        self.write("docs/use/command-line.md",
                   "**Program**, of `check`, `graph`\n\n| option |\n| --- |\n| `-D X` |\n| `--a` |\n\n"
                   "**check**\n\n| `--b` |\n\n**graph**\n\n| `--c` |\n")
        self.assertEqual(3, house.options_of_check(self.root))
        self.write("waymark", "#!/bin/sh\necho '  -a X  first'\n[ \"$3\" = all ] && echo '  --b  another'\nexit 0\n")
        (self.root / "waymark").chmod(0o755)
        self.assertEqual(1, house.options_shown(self.root / "waymark"))

    def test_measures_sentences_of_prose_alone(self):
        (self.root / "README.md").write_text("# A title of many words that do not count\n\nOne two `three is one`. Another "
                                             "sentence\nover [a line](https://somewhere/else.md).\n\n- One item\n- two\n\n"
                                             "    code that. Is not counted\n\n"
                                             "| a cell |\n\n```\nmore code. Here\n```\n")
        self.assertEqual([3, 5, 2, 1], list(house.sentences(self.root / "README.md")))
        self.assertEqual((2.8, 5), house.words_per_sentence(self.root))

    def test_counts_what_must_be_trusted_where_it_was_before_a_move(self):
        for name in TRUSTED:
            self.write(name, "\n")
        self.write("src/certify/walk.cpp", '#include "certify/walk.hpp"\n#include "own.hpp"\n')
        self.write("src/certify/walk.hpp", '#include "script/signature.hpp"\n\n')
        self.write("src/certify/own.hpp", "\n")
        self.git("init", "-q")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "first")

        def known():
            found = house.trusted_lines(self.house())
            return found["the certifier"], found["Java: the program and its steps"]

        self.assertEqual((2 + 2 + 1 + 1, 3), known())
        self.git("mv", "src/certify", "src/proofs")
        self.git("mv", "src/java/library", "library")
        self.assertEqual((6, 3), known())
        self.git("commit", "-q", "-m", "moved, and nothing mended")
        self.assertEqual((None, None), known())


class Command(Tree):
    def run_tool(self, *options):
        done = subprocess.run([sys.executable, "-B", ROOT / "tools" / "house.py", *options, self.root],
                              capture_output=True, text=True)
        return done.returncode, done.stdout

    def test_checks_and_rebases(self):
        self.write("src/a.cpp", 'bool f() { return x == "word"; }\n')
        self.write("tools/there", "")
        figure = "texts compared outside of parsers"
        code, said = self.run_tool("--check")
        self.assertEqual((1, True), (code, f"{figure}: 1, and no limit is kept for it" in said))
        self.assertEqual(0, self.run_tool("--rebase")[0])
        self.assertEqual((0, "No figure is above its ceiling.\n"), self.run_tool("--check"))
        self.write("src/a.cpp", 'bool f() { return x == "word" || x == "another"; }\n')
        for options in (["--check"], ["--rebase"]):
            code, said = self.run_tool(*options)
            self.assertEqual((1, f"{figure}: 2, and it may be 1 at most"), (code, said.splitlines()[0]))
        self.assertEqual(0, self.run_tool("--rebase", "--raise")[0])
        self.write("src/a.cpp", "bool f() { return x; }\n")
        code, said = self.run_tool("--check")
        self.assertEqual((0, f"No figure is above its ceiling. `tools/house.py --rebase` lowers 1: {figure}.\n"), (code, said))


if __name__ == "__main__":
    unittest.main()
