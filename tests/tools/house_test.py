"""tools/house.py and tools/lib/cpp.py: functions are found whatever stands around them, and nothing is counted twice or missed."""
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import house  # noqa: E402
from lib import cpp  # noqa: E402

SAMPLE = r'''// void commented() {
#define MACRO(x) \
  do {           \
  } while (0)
namespace a::b {

enum class Colour : int { red, green };

constexpr int table[] = {1, 2, f({3})};
const std::map<std::string, int> names = {{"}", 1}, {"a", 2}};
std::array<int, sizeof(int)> array{1, 2};

struct S : Base<int>, Other {
  S() : Base<int>{1}, x_{2}, y_(3) {
    x_ = 1;
  }
  explicit S(int i) noexcept : x_{i} {}
  ~S() override = default;
  int x() const { return x_; }
  bool operator==(const S& other) const {
    return x_ == other.x_;
  }
  int operator()(int i) const { return i; }
  [[nodiscard]] auto later() const -> std::vector<int> {
    return {};
  }
  static constexpr const char* text = "{ not a brace";

 private:
  int x_{0};
  alignas(64) int y_ = 0;
};

template <typename T, typename = std::enable_if_t<(sizeof(T) > 1)>>
  requires std::integral<T>
T twice(T t, Options options = {}) {
  const auto inner = [&](int i) {
    if (i > 0) {
      return 1'000'000;
    }
    return '{' == '}';
  };
  for (int i = 0; i < 3; ++i) {
    inner(i);
  }
  return t;
}

const auto named = [](int i) {
  return R"(} { ")" + i;
};

extern "C" {
int in_c() { return 1; }
}

S::operator bool() const { return true; }
S::~S() { x_ = 0; }
bool ns::S::deep(int (*callback)(int)) const noexcept(false) {
  return callback(1);
}

}  // namespace a::b
'''


def body(lines):
    return "".join(f"  f({number});\n" for number in range(lines))


class Functions(unittest.TestCase):
    def test_finds_each_with_its_place_and_length(self):
        found = [(it.name, it.line, it.lines) for it in cpp.functions(SAMPLE)]
        first = {name: SAMPLE[:SAMPLE.index(text)].count("\n") + 1 for name, text in (
            ("S", "S() :"), ("x", "int x()"), ("operator==", "bool operator=="), ("later", "[[nodiscard]]"),
            ("twice", "template <"), ("named", "const auto named"), ("ns::S::deep", "bool ns::S"))}
        self.assertEqual(["S", "S", "x", "operator==", "operator()", "later", "twice", "named", "in_c", "S::operatorbool",
                          "S::~S", "ns::S::deep"], [name for name, *_ in found])
        for name, line, lines in (("S", first["S"], 3), ("x", first["x"], 1), ("operator==", first["operator=="], 3),
                                  ("later", first["later"], 3), ("twice", first["twice"], 14), ("named", first["named"], 3),
                                  ("ns::S::deep", first["ns::S::deep"], 3)):
            self.assertIn((name, line, lines), found)

    def test_goes_on_behind_a_brace_too_many(self):
        text = "#if A\nvoid f() {\n#else\nvoid f(int) {\n#endif\n}\n}\nvoid g() {\n}\n"
        self.assertIn(("g", 8, 2), [(it.name, it.line, it.lines) for it in cpp.functions(text)])

    def test_shapes_forget_names_and_literals_but_not_keywords(self):
        self.assertEqual('if (x == "") return x + x;', cpp.shape('if (name == "a \\" b") return 1 + other;'))


class Classes(unittest.TestCase):
    def test_counts_what_a_class_declares_itself(self):
        found = {it.name: it for it in cpp.classes(SAMPLE)}
        self.assertEqual(["S", "S", "x", "operator==", "operator()", "later"], found["S"].functions)
        self.assertEqual(["text", "x_", "y_"], found["S"].members)
        self.assertNotIn("Colour", found)

    def test_knows_functions_from_members_whatever_their_types(self):
        text = """class [[nodiscard]] A final : public B<C()> {
          A(const A&) = delete;
          ~A() = default;
          friend bool operator<(const A&, const A&);
          using F = void();
          enum class E { x };
          struct Inner { int deep = f(); void g(); };
          std::function<void(int)> call_;
          std::map<int, std::vector<int>> map_{{1, {}}};
          int a_ = f(1), *b_;
          virtual std::map<int, int> f(int a = g()) const = 0;
          template <typename T> void t(T&&) { if (x) { y(); } }
          A& operator=(int);
          explicit operator bool() const;
          static constexpr int n = 3;
        };"""
        found = {it.name: it for it in cpp.classes(text)}
        self.assertEqual(["A", "Inner"], list(found))
        self.assertEqual(["f", "t", "operator=", "operatorbool"], found["A"].functions)
        self.assertEqual(["call_", "map_", "a_", "n"], found["A"].members)
        self.assertEqual((["g"], ["deep"]), (found["Inner"].functions, found["Inner"].members))


class House(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.root = pathlib.Path(home.name)

    def write(self, name, text):
        path = self.root / "src" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def test_counts_functions_over_eighty_lines_and_the_loop_apart(self):
        self.write("a/short.cpp", "void short_one() {\n" + body(78) + "}\n")
        self.write("a/long.cpp", "\nvoid A::long_one() {\n" + body(79) + "}\n")
        self.write("java/machine/interpreter.cpp", "void loop() {\n" + body(200) + "}\nvoid other() {\n" + body(100) + "}\n")
        self.assertEqual(([(102, "src/java/machine/interpreter.cpp:203", "other"), (81, "src/a/long.cpp:2", "A::long_one")],
                          (202, "src/java/machine/interpreter.cpp:1", "loop")), house.long_functions(self.root))

    def test_finds_what_stands_twice(self):
        run = "".join(f"  call_{number}(a, b);\n\n  // a comment\n" for number in range(7))
        self.write("a/one.cpp", "#include <vector>\nint before;\n" + run + "int after_one;\n")
        self.write("b/two.cpp", "#include <vector>\n" + run.replace("  // a comment\n", "").replace("  call", "call") + "int after;\n")
        self.assertEqual([(7, "src/a/one.cpp:3", "src/b/two.cpp:2")], house.duplicates(self.root))

    def test_what_stands_three_times_makes_two_pairs(self):
        run = "".join(f"call_{number}(a, b);\n" for number in range(6))
        self.write("a/one.cpp", run + "int x;\n" + run + "int y;\n" + run)
        self.assertEqual(2, len(house.duplicates(self.root)))

    def test_five_lines_are_too_few_and_a_line_repeated_is_no_pair(self):
        run = "".join(f"call_{number}(a, b);\n" for number in range(5))
        self.write("a/one.cpp", run + "int x;\n" + run)
        self.write("a/two.cpp", "again();\n" * 9)
        self.assertEqual([], house.duplicates(self.root))

    def test_finds_the_same_shape_under_other_names_but_no_tables(self):
        run = "if (a) {{\n b = c({0});\n return a + {0};\n}}\nfor (auto x : {1}) f(x);\nwhile (g()) --h;\nx[{0}] = y;\ncall({1}, 1, 2);\n"
        self.write("a/one.cpp", run.format(1, "ones"))
        self.write("a/two.cpp", run.format(2, "twos"))
        self.write("a/table.cpp", "".join(f'{{"name{i}", {i}}},\n' for i in range(40)))
        self.assertEqual([(7, "src/a/one.cpp:1", "src/a/two.cpp:1")], house.duplicates(self.root, shape=True))
        self.assertEqual([], house.duplicates(self.root))

    def test_counts_texts_that_options_are_compared_with(self):
        self.write("cli/a.cpp", 'if (options.store == "exact" || (kind != "x")) {}  // == "comment"\nauto s = "== \\"no\\"";\n'
                                'if (path.extension() == ".pml") {}\n')
        self.write("check/b.cpp", 'return verdict == "holds";\n')
        self.write("report/c.cpp", 'return verdict == "holds";\n')
        self.assertEqual(3, house.option_strings(self.root))

    def test_counts_virtual_functions_of_each_interface(self):
        self.write("model/model.hpp", "// virtual void comment();\nclass Walk {\n public:\n  virtual ~Walk() = default;\n"
                                      "  virtual void go() = 0;\n  [[nodiscard]] virtual int mark() const { return 1; }\n};\n"
                                      "class Tell {\n  virtual void tell() = 0;\n};\nclass Model : public Walk,\n   public Tell {};\n")
        self.assertEqual({"Walk": 2, "Tell": 1}, house.virtual_functions(self.root))

    def test_counts_code_without_comments_and_blank_lines(self):
        self.write("a/one.cpp", "// a comment\n\nint x;  // behind\n/* two\n lines */\nint f() {\n  return x;\n}\n")
        self.assertEqual((4, 3 + 5 + 3 + 1), house.code_size(self.root))

    def test_lists_classes_by_their_functions(self):
        self.write("a/one.hpp", "struct Small { int x; };\n\nclass Large {\n  void a();\n  void b();\n};\n")
        self.assertEqual([(2, 0, "src/a/one.hpp:3", "Large"), (0, 1, "src/a/one.hpp:1", "Small")], house.classes(self.root))

    def test_finds_capability_flags_virtual_or_kept(self):
        self.write("a/one.hpp", "class A {\n  // virtual bool comment() const;\n  virtual bool can() const { return false; }\n"
                                "  virtual bool at(int i) const;\n  bool wants() const { return wants_; }\n  const bool wants_;\n"
                                "  bool now() const { return now_; }\n  bool now_;\n};\n")
        self.write("a/two.hpp", "class B {\n  bool wants() const { return wants_; }\n  const bool wants_;\n};\n")
        self.assertEqual([("src/a/one.hpp:3", "can"), ("src/a/one.hpp:5", "wants")], house.capability_flags(self.root))

    def test_counts_options_of_check_in_the_tables_or_as_help_shows_them(self):
        self.assertEqual((None, None), house.options_of_check(self.root))
        page = self.root / "docs" / "use" / "command-line.md"
        page.parent.mkdir(parents=True)
        page.write_text("**Program**, of `check`, `graph`\n\n| option |\n| --- |\n| `-D X` |\n| `--a` |\n\n"
                        "**check**\n\n| `--b` |\n\n**graph**\n\n| `--c` |\n")
        self.assertEqual((3, 3), house.options_of_check(self.root))
        tool = self.root / "waymark"
        tool.write_text("#!/bin/sh\necho '  -a X  first'\n[ \"$3\" = all ] && echo '  --b  another'\nexit 0\n")
        tool.chmod(0o755)
        self.assertEqual((1, 2), house.options_of_check(self.root, tool))

    def test_measures_sentences_of_prose_alone(self):
        (self.root / "README.md").write_text("# A title of many words that do not count\n\nOne two `three is one`. Another sentence\nover "
                                             "[a line](https://somewhere/else.md).\n\n- One item\n- two\n\n    code that. Is not counted\n\n"
                                             "| a cell |\n\n```\nmore code. Here\n```\n")
        self.assertEqual([3, 5, 2, 1], list(house.sentences(self.root / "README.md")))
        self.assertEqual((2.8, 5), house.words_per_sentence(self.root))

    def test_reads_what_must_be_trusted(self):
        tool = self.root / "trusted.py"
        self.assertEqual({}, house.trusted(self.root, tool))
        tool.write_text("print('the certifier: 1,234 lines')\nprint('     34  certify/walk')\nprint('Java: steps: 7 lines')\n")
        self.assertEqual({"the certifier": 1234, "Java: steps": 7}, house.trusted(self.root, tool))


if __name__ == "__main__":
    unittest.main()
