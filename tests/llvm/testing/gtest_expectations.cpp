// Every macro of Waymark's gtest.h, as it is met and as it is not. GoogleTest itself says which of these tests fail.
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Point {
  int x, y;
  bool operator==(const Point& other) const { return x == other.x && y == other.y; }
};
enum class Color { red, green };

// clang-format off
TEST(True, Met) { int one = 1; EXPECT_TRUE(one == 1); ASSERT_TRUE(one) << "never said"; EXPECT_FALSE(one == 2); ASSERT_FALSE(!one); }
TEST(True, NotMet) { int one = 1; EXPECT_TRUE(one == 2) << "one is " << one; }
TEST(True, FalseNotMet) { ASSERT_FALSE(1 + 1 == 2); }
TEST(Compare, Met) {
  int two = 2;
  EXPECT_EQ(two, 2); EXPECT_NE(two, 3); EXPECT_LT(two, 3); EXPECT_LE(two, 2); EXPECT_GT(two, 1); EXPECT_GE(two, 2);
  ASSERT_EQ(two, 2) << 'c' << 2.5 << true << std::string("text") << std::endl;
  EXPECT_EQ((Point{1, 2}), (Point{1, 2}));
  EXPECT_EQ(Color::red, Color::red);
  EXPECT_EQ(std::string("a"), "a");
  EXPECT_EQ((std::vector<int>{1, 2}), (std::vector<int>{1, 2}));
  int *none = nullptr;
  EXPECT_EQ(none, nullptr);
  EXPECT_NE(&two, nullptr);
  EXPECT_EQ(2u, static_cast<unsigned>(two));
}
TEST(Compare, EqualNot) { int two = 2; EXPECT_EQ(two, 3); }
TEST(Compare, EqualPointsNot) { EXPECT_EQ((Point{1, 2}), (Point{1, 3})); }
TEST(Compare, EqualColorsNot) { EXPECT_EQ(Color::red, Color::green); }
TEST(Compare, UnequalNot) { std::string a = "a"; ASSERT_NE(a, "a"); }
TEST(Compare, LessNot) { ASSERT_LT(2, 2); }
TEST(Compare, AtMostNot) { EXPECT_LE(-1, -2); }
TEST(Compare, MoreNot) { EXPECT_GT(2.5, 2.5); }
TEST(Compare, AtLeastNot) { ASSERT_GE('a', 'b') << "letters"; }
TEST(Strings, Met) {
  const char *none = nullptr;
  EXPECT_STREQ("a", std::string("a").c_str()); EXPECT_STRNE("a", "b"); EXPECT_STRCASEEQ("Way", "wAY"); ASSERT_STRCASENE("a", "b");
  EXPECT_STREQ(none, nullptr); EXPECT_STRNE(none, "a");
}
TEST(Strings, EqualNot) { EXPECT_STREQ("a", "b"); }
TEST(Strings, EqualNullNot) { const char *none = nullptr; EXPECT_STREQ("", none); }
TEST(Strings, UnequalNot) { ASSERT_STRNE("a", "a"); }
TEST(Strings, CasesEqualNot) { EXPECT_STRCASEEQ("a", "ab"); }
TEST(Strings, CasesUnequalNot) { EXPECT_STRCASENE("a", "A"); }
TEST(Numbers, Met) { EXPECT_NEAR(1.0, 1.05, 0.1); EXPECT_DOUBLE_EQ(0.1 + 0.2, 0.3); ASSERT_FLOAT_EQ(0.1f + 0.2f, 0.3f); EXPECT_DOUBLE_EQ(0.0, -0.0); }
TEST(Numbers, NearNot) { EXPECT_NEAR(1.0, 1.2, 0.1); }
TEST(Numbers, DoubleNot) { EXPECT_DOUBLE_EQ(1.0, 1.0000001); }
TEST(Numbers, FloatNot) { ASSERT_FLOAT_EQ(1.0f, 1.001f); }
TEST(Numbers, NotANumber) { double nan = std::stod("nan"); EXPECT_DOUBLE_EQ(nan, nan); }

int fails(int n) { if (n > 1) throw std::out_of_range("far"); return n; }
TEST(Throws, Met) {
  EXPECT_THROW(fails(2), std::out_of_range);
  EXPECT_THROW(fails(2), std::exception);
  ASSERT_ANY_THROW(fails(3));
  EXPECT_NO_THROW(fails(1));
  EXPECT_THROW({ int n = 2; fails(n); }, std::logic_error) << "message";
  EXPECT_NO_FATAL_FAILURE(fails(1));
}
TEST(Throws, Nothing) { EXPECT_THROW(fails(1), std::out_of_range); }
TEST(Throws, Another) { ASSERT_THROW(fails(2), std::runtime_error); }
TEST(Throws, AnyNot) { EXPECT_ANY_THROW(fails(0)); }
TEST(Throws, NoneNot) { EXPECT_NO_THROW(fails(2)); }
TEST(Throws, OutOfTest) { fails(2); }
TEST(Plain, Fail) { FAIL() << "reached"; }
TEST(Plain, AddFailure) { ADD_FAILURE() << "reached"; }
TEST(Plain, Succeed) { SUCCEED() << "said"; }
TEST(Plain, Skip) { GTEST_SKIP() << "not here"; FAIL(); }
TEST(Plain, ElseIsTheUsers) {
  bool reached = false;
  if (reached)
    EXPECT_TRUE(false);
  else
    reached = true;
  EXPECT_TRUE(reached);
}
bool even(int n) { return n % 2 == 0; }
bool both(int a, int b) { return even(a) && even(b); }
TEST(Predicate, Met) { EXPECT_PRED1(even, 2); ASSERT_PRED2(both, 2, 4); }
TEST(Predicate, Not) { EXPECT_PRED1(even, 3); }
TEST(Predicate, NotBoth) { EXPECT_PRED2(both, 2, 3); }
testing::AssertionResult is_even(int n) { return even(n) ? testing::AssertionSuccess() : testing::AssertionFailure() << n << " is odd"; }
TEST(Result, Met) { EXPECT_TRUE(is_even(2)); EXPECT_FALSE(is_even(3)); }
TEST(Result, Not) { EXPECT_TRUE(is_even(3)) << "message"; }
// clang-format on

// A fixture is made, set up and taken down for each of its tests.
int suites, made, set_up;
class Stack : public testing::Test {
 protected:
  static void SetUpTestSuite() { ++suites; }
  static void TearDownTestSuite() { --suites; }
  Stack() { ++made; }
  ~Stack() override { --made; }
  void SetUp() override {
    ++set_up;
    values.push_back(1);
  }
  void TearDown() override {
    --set_up;
    EXPECT_FALSE(values.empty());
  }
  int top() const { return values.back(); }
  std::vector<int> values;
};
TEST_F(Stack, StartsWithOne) {
  EXPECT_EQ(suites, 1);
  EXPECT_EQ(made, 1);
  EXPECT_EQ(set_up, 1);
  ASSERT_EQ(values.size(), 1u);
  EXPECT_EQ(top(), 1);
  values.push_back(2);
}
TEST_F(Stack, StartsAnew) { EXPECT_EQ(values.size(), 1u); }
TEST_F(Stack, FailsInTheEnd) { values.clear(); }
TEST_F(Stack, FailsItself) { EXPECT_EQ(top(), 2); }

}  // namespace
