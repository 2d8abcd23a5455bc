"""tools/lib/classes.py: what a class inherits and what it reads of others, counted by hand on small sources."""
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from lib import classes, cpp  # noqa: E402


def index(**files):
    return classes.Index([(f"{name}.hpp", cpp.Reader(text)) for name, text in files.items()])


def chains(**files):
    return {it.names: (it.functions, it.members) for it in index(**files).chains()}


class Chains(unittest.TestCase):
    def test_adds_what_concrete_bases_leave_across_files(self):
        found = chains(a="namespace n { class A { public: A(); ~A(); void f(); void g(); int x_; }; }",
                       b="namespace n { class B : public A { public: void h(); int y_, z_; }; }",
                       c="namespace m { class C final : n::B { void i(); }; }")
        self.assertEqual({"A": (4, 1), "B: A": (3, 3), "C: B: A": (4, 3)}, found)

    def test_an_interface_leaves_nothing(self):
        found = chains(a="""
          struct Base { Base() = default; virtual ~Base() = default; };
          struct Asked : Base { virtual int f() = 0; virtual int g() const { return 1; } virtual void h() {} };
          struct Answers : Asked { int f() override; int own(); };""")
        self.assertEqual({"Base": (0, 0), "Asked": (3, 0), "Answers": (2, 0)}, found)

    def test_a_class_with_a_body_or_data_is_no_interface(self):
        found = chains(a="""
          struct Work { virtual int f() { int x = 1; return x; } virtual int g() = 0; };
          struct Kept { virtual int f() { return 1; } int x; };
          struct Elsewhere { virtual int f(); };
          struct A : Work { int g() override; };
          struct B : Kept {};
          struct C : Elsewhere {};""")
        self.assertEqual(((2, 0), (1, 1), (1, 0)), (found["A: Work"], found["B: Kept"], found["C: Elsewhere"]))

    def test_what_is_overridden_counts_once_and_what_is_pure_is_not_left(self):
        found = chains(a="""
          struct Top { virtual void f() { a(); b(); } virtual void g() = 0; void plain(); int x; };
          struct Middle : Top { void f() override; };
          struct Low : Middle { void f() override; void plain(int); };""")
        self.assertEqual({"Top": (3, 1), "Middle: Top": (2, 1), "Low: Middle: Top": (3, 1)}, found)

    def test_a_base_met_twice_counts_once(self):
        found = chains(a="struct A { int x; void f(); }; struct B : A {}; struct C : A {}; struct D : B, C {};")
        self.assertEqual((1, 1), found["D: A"])

    def test_names_are_looked_up_in_their_namespaces(self):
        found = chains(a="namespace w::one { struct Base { void f(); }; struct Mine : Base {}; }",
                       b="namespace w::two { struct Base { void f(); void g(); }; struct Yours : Base {};"
                         " struct Ours : one::Base {}; }",
                       c="namespace { struct Base { int x; }; struct Local : Base {}; }"
                         " struct Outer { struct In { int a; }; struct It : In {}; };",
                       d="namespace { struct Base { int x, y; }; struct Other : Base {}; }",
                       e="struct Theirs : std::exception {}; template <typename T> struct Around : T {};")
        self.assertEqual(((1, 0), (2, 0), (1, 0)), (found["Mine: Base"], found["Yours: Base"], found.get("Ours: Base")))
        self.assertEqual(((0, 1), (0, 2), (0, 1)), (found["Local: Base"], found["Other: Base"], found["It: In"]))
        self.assertEqual(((0, 0), (0, 0)), (found["Theirs"], found["Around"]))

    def test_finds_bases_through_using(self):
        found = chains(a="namespace w::model { template <typename T> struct Layer { void f(); }; }",
                       b="namespace w::ltl { using model::Layer; using Base = Layer<int>;"
                         " struct A : Base { using Base::Base; }; }")
        self.assertEqual((1, 0), found["A: Layer"])


class Reads(unittest.TestCase):
    DATA = """namespace n {
      struct Result { int states; int steps; std::string name; int count() const; };
      struct Source { int file, line; };
      class Closed { int hidden; public: int open; };
    }"""

    def reads(self, text, **files):
        return index(data=self.DATA, code=text, **files).reads()

    def test_counts_names_of_public_data_once_for_each_class(self):
        found = self.reads("""namespace n {
          class Teller {
            int tell(const Result& r) { return r.states + r.states + r.count() + r.hidden; }
            int more(const Source* s);
            int own;
          };
          int Teller::more(const Source* s) { return s->line + closed.open + own + this->own + other.own; }
        }""")
        self.assertEqual([(3, "code.hpp:2", "Teller")], found)

    def test_functions_of_no_class_count_for_their_file_and_its_own_classes_do_not(self):
        found = self.reads("struct Own { int mine; };\nint f(Own o, Result r) { return o.mine + r.states; }\n"
                           "int g(Source s) { return s.file; }\n")
        self.assertEqual([(2, "code.hpp", "(functions of no class)")], found)

    def test_bases_and_nested_classes_are_no_others(self):
        found = self.reads("""class Base { public: int steps; };
          class Reader : Base { struct Inner { int file; }; int f(Inner i, Result r) { return i.file + r.steps + r.states; } };""")
        self.assertEqual([(1, "code.hpp:2", "Reader")], found)

    def test_calls_numbers_and_initialisers_are_no_reads(self):
        self.assertEqual([], self.reads("Result f() { g(1.e5, x.states(), y->line (1));"
                                        " return Result{.states = 1, .steps = 2}; }"))


if __name__ == "__main__":
    unittest.main()
