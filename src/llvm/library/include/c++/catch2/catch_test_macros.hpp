/* Catch2's macros for tests under check by Waymark: each test case is a program of its own, and the first failed
   expectation is its verdict. Its sections run one after the other, as Catch2 runs them. The text is ours. */
#ifndef WAYMARK_TESTING_CATCH2_H
#define WAYMARK_TESTING_CATCH2_H
#pragma GCC system_header

#include <cmath>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "../waymark/testing.h"

namespace Catch {

/* A number that others may differ from by a little: a hundred float epsilons of it, unless another measure is named. */
class Approx {
 public:
  explicit Approx(double value) : value_(value) {}
  Approx& epsilon(double part) {
    epsilon_ = part;
    return *this;
  }
  Approx& margin(double most) {
    margin_ = most;
    return *this;
  }
  friend bool operator==(double other, const Approx& one) { return one.near(other); }
  friend bool operator==(const Approx& one, double other) { return one.near(other); }
  friend bool operator!=(double other, const Approx& one) { return !one.near(other); }
  friend bool operator!=(const Approx& one, double other) { return !one.near(other); }
  friend bool operator<=(double other, const Approx& one) { return other < one.value_ || one.near(other); }
  friend bool operator>=(double other, const Approx& one) { return other > one.value_ || one.near(other); }

 private:
  bool near(double other) const {
    const double apart = std::fabs(other - value_);
    return apart <= margin_ || apart <= epsilon_ * std::fabs(value_);
  }
  double value_;
  double epsilon_ = 100 * 1.1920928955078125e-7;
  double margin_ = 0;
};

namespace waymark_sections {

/* Sections are a tree that grows as they are met. In each round one section of each level runs, of those that have not
   ended; a section has ended when it has run and all within it have. */
struct Node {
  std::string name;
  int line;
  Node* parent;
  std::vector<std::unique_ptr<Node>> within;
  bool ended = false;
  bool taken = false; /* one within it runs in this round */

  Node(const std::string& its_name, int its_line, Node* its_parent)
      : name(its_name), line(its_line), parent(its_parent) {}
  Node& find(const std::string& wanted, int at) {
    for (auto& one : within)
      if (one->line == at && one->name == wanted) return *one;
    within.emplace_back(new Node(wanted, at, this));
    return *within.back();
  }
  bool left() const {
    for (auto& one : within)
      if (!one->ended) return true;
    return false;
  }
};

inline Node*& current() {
  static Node* now = nullptr;
  return now;
}

class Section {
 public:
  Section(const std::string& name, int line) {
    Node& outer = *current();
    Node& own = outer.find(name, line);
    if (own.ended || outer.taken) return;
    outer.taken = true;
    own.taken = false;
    node_ = &own;
    current() = node_;
  }
  Section(const Section&) = delete;
  Section& operator=(const Section&) = delete;
  ~Section() {
    if (!node_) return;
    node_->ended = !node_->left();
    current() = node_->parent;
  }
  explicit operator bool() const { return node_ != nullptr; }

 private:
  Node* node_ = nullptr;
};

/* Stands behind a message, which may be none. */
struct End {
  const char* operator+() const { return ""; }
};
template <typename T>
const T& operator+(const T& message, End) {
  return message;
}

template <typename Body>
void run(Body body) {
  Node root("", 0, nullptr);
  do {
    root.taken = false;
    current() = &root;
    body();
  } while (root.left());
  current() = nullptr;
}

}  // namespace waymark_sections
}  // namespace Catch

#define WAYMARK_JOIN_(a, b) a##b
#define WAYMARK_JOIN(a, b) WAYMARK_JOIN_(a, b)
#define WAYMARK_UNIQUE(word) WAYMARK_JOIN(word, __LINE__)
#define WAYMARK_FIRST_(first, ...) first
#define WAYMARK_FIRST(...) WAYMARK_FIRST_(__VA_ARGS__, "")

#define WAYMARK_CATCH_CASE(name)                                                                                 \
  static void WAYMARK_UNIQUE(waymark_case_)();                                                                   \
  static WAYMARK_TEST_FUNCTION(WAYMARK_UNIQUE(waymark_run_), name);                                              \
  static void WAYMARK_UNIQUE(waymark_run_)() { ::Catch::waymark_sections::run(&WAYMARK_UNIQUE(waymark_case_)); } \
  static void WAYMARK_UNIQUE(waymark_case_)()
#define WAYMARK_CATCH_METHOD(fixture, name)                                                    \
  namespace {                                                                                  \
  struct WAYMARK_UNIQUE(waymark_fixture_) : fixture {                                          \
    void waymark_body();                                                                       \
  };                                                                                           \
  }                                                                                            \
  static WAYMARK_TEST_FUNCTION(WAYMARK_UNIQUE(waymark_run_), name);                            \
  static void WAYMARK_UNIQUE(waymark_run_)() {                                                 \
    ::Catch::waymark_sections::run([] { WAYMARK_UNIQUE(waymark_fixture_)().waymark_body(); }); \
  }                                                                                            \
  void WAYMARK_UNIQUE(waymark_fixture_)::waymark_body()

#define TEST_CASE(...) WAYMARK_CATCH_CASE(WAYMARK_FIRST(__VA_ARGS__))
#define TEST_CASE_METHOD(fixture, ...) WAYMARK_CATCH_METHOD(fixture, WAYMARK_FIRST(__VA_ARGS__))
#define SCENARIO(...) WAYMARK_CATCH_CASE("Scenario: " WAYMARK_FIRST(__VA_ARGS__))

#define WAYMARK_SECTION(name) \
  if (const ::Catch::waymark_sections::Section WAYMARK_UNIQUE(waymark_section_){name, __LINE__})
#define SECTION(...) WAYMARK_SECTION(WAYMARK_FIRST(__VA_ARGS__))
#define DYNAMIC_SECTION(...) WAYMARK_SECTION((::waymark::testing::Message() << __VA_ARGS__).text())
#define GIVEN(text) WAYMARK_SECTION("Given: " text)
#define AND_GIVEN(text) WAYMARK_SECTION("And given: " text)
#define WHEN(text) WAYMARK_SECTION("When: " text)
#define AND_WHEN(text) WAYMARK_SECTION("And when: " text)
#define THEN(text) WAYMARK_SECTION("Then: " text)
#define AND_THEN(text) WAYMARK_SECTION("And: " text)

#define WAYMARK_IS(wanted, text, ...)                                                     \
  WAYMARK_EXPECT(static_cast<bool>(__VA_ARGS__) == wanted ? ::waymark::testing::Outcome() \
                                                          : ::waymark::testing::Outcome(text))
#define REQUIRE(...) WAYMARK_IS(true, #__VA_ARGS__, __VA_ARGS__)
#define REQUIRE_FALSE(...) WAYMARK_IS(false, "!(" #__VA_ARGS__ ")", __VA_ARGS__)
#define REQUIRE_THROWS(...) \
  WAYMARK_EXPECT(::waymark::testing::throws_something([&]() { (void)(__VA_ARGS__); }, #__VA_ARGS__))
#define REQUIRE_THROWS_AS(expression, type) \
  WAYMARK_EXPECT(::waymark::testing::throws<type>([&]() { (void)(expression); }, #expression, #type))
#define REQUIRE_NOTHROW(...) \
  WAYMARK_EXPECT(::waymark::testing::throws_nothing([&]() { (void)(__VA_ARGS__); }, #__VA_ARGS__))

/* A failed expectation ends the run, so that the two families are one. */
#define CHECK REQUIRE
#define CHECK_FALSE REQUIRE_FALSE
#define CHECK_THROWS REQUIRE_THROWS
#define CHECK_THROWS_AS REQUIRE_THROWS_AS
#define CHECK_NOTHROW REQUIRE_NOTHROW
#define CHECK_NOFAIL(...) static_cast<void>(__VA_ARGS__)
#define STATIC_REQUIRE(...) static_assert(__VA_ARGS__, #__VA_ARGS__)
#define STATIC_REQUIRE_FALSE(...) static_assert(!(__VA_ARGS__), "!(" #__VA_ARGS__ ")")

#define FAIL(...) \
  WAYMARK_EXPECT(::waymark::testing::Outcome("FAIL()")) << __VA_ARGS__ + ::Catch::waymark_sections::End()
#define FAIL_CHECK(...) FAIL(__VA_ARGS__)
#define SUCCEED(...) static_cast<void>(0)
#define SKIP(...) return
#define INFO(...) static_cast<void>(0)
#define UNSCOPED_INFO(...) static_cast<void>(0)
#define WARN(...) static_cast<void>(0)
#define CAPTURE(...) static_cast<void>(0)

/* What is not served says so where it is used. */
#define WAYMARK_NOT_SERVED(what) static_assert(sizeof(what) == 0, what " is not served by Waymark's Catch2 headers")
#define REQUIRE_THAT(...) WAYMARK_NOT_SERVED("REQUIRE_THAT")
#define CHECK_THAT(...) WAYMARK_NOT_SERVED("CHECK_THAT")
#define REQUIRE_THROWS_WITH(...) WAYMARK_NOT_SERVED("REQUIRE_THROWS_WITH")
#define CHECK_THROWS_WITH(...) WAYMARK_NOT_SERVED("CHECK_THROWS_WITH")
#define REQUIRE_THROWS_MATCHES(...) WAYMARK_NOT_SERVED("REQUIRE_THROWS_MATCHES")
#define CHECK_THROWS_MATCHES(...) WAYMARK_NOT_SERVED("CHECK_THROWS_MATCHES")
#define CHECKED_IF(...) WAYMARK_NOT_SERVED("CHECKED_IF")
#define CHECKED_ELSE(...) WAYMARK_NOT_SERVED("CHECKED_ELSE")
#define TEMPLATE_TEST_CASE(name, ...)       \
  WAYMARK_NOT_SERVED("TEMPLATE_TEST_CASE"); \
  template <typename TestType>              \
  static void WAYMARK_UNIQUE(waymark_case_)()

#endif
