// Every macro of Waymark's headers for Catch2. The name of a test case says whether it fails.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

static int fails(int n) {
  if (n > 1) throw std::out_of_range("far");
  return n;
}

// clang-format off
TEST_CASE("passes: truth", "[truth]") { int two = 2; REQUIRE(two == 2); CHECK(two < 3 ); REQUIRE_FALSE(two == 3); CHECK_FALSE(!two); CHECK((two == 2 && two != 3)); }
TEST_CASE("fails: require") { int two = 2; REQUIRE(two == 3); }
TEST_CASE("fails: check", "[truth][second]") { CHECK(1 + 1 == 3); }
TEST_CASE("fails: require false") { REQUIRE_FALSE(1 + 1 == 2); }
TEST_CASE("passes: exceptions") { REQUIRE_THROWS(fails(2)); CHECK_THROWS_AS(fails(2), std::logic_error); REQUIRE_NOTHROW(fails(1)); }
TEST_CASE("fails: nothing thrown") { CHECK_THROWS(fails(1)); }
TEST_CASE("fails: another type") { REQUIRE_THROWS_AS(fails(2), std::runtime_error); }
TEST_CASE("fails: something thrown") { CHECK_NOTHROW(fails(2)); }
TEST_CASE("fails: out of the test") { fails(2); }
TEST_CASE("fails: by itself") { FAIL("reached " << 3); }
TEST_CASE("fails: by itself without words") { FAIL(); }
TEST_CASE("passes: notes") { INFO("a" << 1); int x = 1; CAPTURE(x); SUCCEED("well"); CHECK(x == 1); }
TEST_CASE("passes: nearly") { CHECK(0.1 + 0.2 == Catch::Approx(0.3)); CHECK(100.0 == Catch::Approx(101.0).margin(2)); CHECK(1.0 != Catch::Approx(1.1)); }
TEST_CASE("fails: nearly") { CHECK(1.0 == Catch::Approx(1.01)); }
TEST_CASE("passes: skipped") { SKIP("not here"); FAIL("reached"); }
// clang-format on

// As the documentation of Catch2 has it: the body runs once for each leaf of the tree of sections.
static std::string order;
TEST_CASE("passes: sections run in order") {
  order += '(';
  SECTION("a") {
    order += 'a';
    SECTION("b") { order += 'b'; }
    SECTION("c") { order += 'c'; }
  }
  SECTION("d") { order += 'd'; }
  order += ')';
  static const char* const expected[] = {"(ab)", "(ab)(ac)", "(ab)(ac)(d)"};
  static int round = 0;
  REQUIRE(order == expected[round++]);
}
TEST_CASE("fails: in the second section") {
  std::vector<int> values;
  SECTION("first") { REQUIRE(values.empty()); }
  SECTION("second") {
    values.push_back(1);
    REQUIRE(values.empty());
  }
}
TEST_CASE("passes: sections in a loop") {
  static int sum = 0;
  for (int i = 1; i < 4; i++) {
    DYNAMIC_SECTION("number " << i) { sum += i; }
  }
  CHECK((sum == 1 || sum == 3 || sum == 6));
}
SCENARIO("passes: words for sections") {
  GIVEN("a vector") {
    std::vector<int> values(2);
    WHEN("it grows") {
      values.resize(3);
      THEN("it is larger") { REQUIRE(values.size() == 3); }
      AND_THEN("not by much") { REQUIRE(values.size() < 4); }
    }
    WHEN("it shrinks") {
      values.resize(0);
      THEN("it is empty") { REQUIRE(values.empty()); }
    }
  }
}

struct Counter {
  int count = 1;
};
TEST_CASE_METHOD(Counter, "passes: a fixture", "[fixture]") {
  SECTION("first") { REQUIRE(++count == 2); }
  SECTION("second") { REQUIRE(++count == 2); }
}
TEST_CASE_METHOD(Counter, "fails: a fixture") { REQUIRE(count == 2); }
