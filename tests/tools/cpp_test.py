"""tools/lib/cpp.py: functions and classes are found whatever stands around them, and nothing is counted twice or missed."""
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
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
          long shifted_ = 1 << 20, twice_ = g<int, long>(2), bits_ : 3, many_[4];
          virtual std::map<int, int> f(int a = g()) const = 0;
          template <typename T> void t(T&&) { if (x) { y(); } }
          A& operator=(int);
          explicit operator bool() const;
          static constexpr int n = 3;
        };"""
        found = {it.name: it for it in cpp.classes(text)}
        self.assertEqual(["A", "Inner"], list(found))
        self.assertEqual(["f", "t", "operator=", "operatorbool"], found["A"].functions)
        self.assertEqual(["call_", "map_", "a_", "b_", "shifted_", "twice_", "bits_", "many_", "n"], found["A"].members)
        self.assertEqual((["g"], ["deep"]), (found["Inner"].functions, found["Inner"].members))

    def test_knows_scopes_and_bases_without_arguments_of_templates(self):
        text = """namespace a::b {
        namespace {
        struct Outer {
          class Inner : public virtual c::Base<int, D<2>>, private E {};
        };
        }
        class MACRO(capability("x")) Marked : F {};
        template <> struct Names<int> { int x; };
        struct Outer::Late final : ::G {};
        }
        extern "C" { struct Plain {}; }"""
        found = [("::".join((*it.scope, it.name)), it.bases) for it in cpp.classes(text)]
        self.assertEqual([("a::b::::Outer", []), ("a::b::::Outer::Inner", ["c::Base", "E"]), ("a::b::Marked", ["F"]),
                          ("a::b::Names<>", []), ("a::b::Outer::Late", ["::G"]), ("Plain", [])], found)

    def test_knows_what_is_virtual_pure_or_answers_by_itself(self):
        found = cpp.classes("""class A {
          virtual void pure() = 0;
          virtual int answer() const { return f(1); }
          virtual int steps() { int x = f(); return x; }
          void override_elsewhere() override;
          void plain() {}
          A(int i) : i_(i) {}
        };""")[0]
        self.assertEqual({"pure", "answer", "steps", "override_elsewhere"}, found.virtual)
        self.assertEqual(({"pure"}, {"pure", "answer"}), (found.pure, found.bare))

    def test_knows_which_data_is_public(self):
        found = cpp.classes("""class A {
          int hidden;
         public:
          int shown, also;
          static constexpr int n = 3;
          struct B { int x; private: int y; };
          int after;
         protected:
          int kept;
        };""")
        self.assertEqual((["shown", "also", "after"], ["x"]), (found[0].public, found[1].public))

    def test_knows_what_using_means(self):
        reader = cpp.Reader("""namespace n {
        using search::Run;
        using Base = model::Layer<int>;
        struct A : Base { using Base::Base; using enum Colour; using namespace std; };
        }""")
        self.assertEqual({(("n",), "Run"): "search::Run", (("n",), "Base"): "model::Layer"}, reader.aliases)


if __name__ == "__main__":
    unittest.main()
