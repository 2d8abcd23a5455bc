/* GoogleTest's macros for tests under check by Waymark: each test is a program of its own, and the first failed
   expectation is its verdict. The names are GoogleTest's; the text is ours. */
#ifndef WAYMARK_TESTING_GTEST_H
#define WAYMARK_TESTING_GTEST_H
#pragma GCC system_header

#include <cmath>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <strings.h>
#include <vector>

#include "../waymark/testing.h"

namespace testing {

using ::waymark::testing::Message;

/* What a function for EXPECT_TRUE may return. */
class AssertionResult {
 public:
  explicit AssertionResult(bool met) : met_(met) {}
  AssertionResult(const AssertionResult &) = default;
  explicit operator bool() const { return met_; }
  AssertionResult operator!() const {
    AssertionResult turned(!met_);
    turned << message();
    return turned;
  }
  const char *message() const { return message_.text().c_str(); }
  template <typename T>
  AssertionResult &operator<<(const T &value) {
    message_ << value;
    return *this;
  }

 private:
  bool met_;
  Message message_;
};
inline AssertionResult AssertionSuccess() { return AssertionResult(true); }
inline AssertionResult AssertionFailure() { return AssertionResult(false); }

class Test {
 public:
  virtual ~Test() {}
  static void SetUpTestSuite() {}
  static void TearDownTestSuite() {}
  static void SetUpTestCase() {}
  static void TearDownTestCase() {}
  /* A failure ends the run, so none came before. */
  static bool HasFailure() { return false; }
  static bool HasFatalFailure() { return false; }
  static bool HasNonfatalFailure() { return false; }
  template <typename T>
  static void RecordProperty(const std::string &, const T &) {}

  template <typename Made>
  static void WaymarkRun() {
    Made::WaymarkSuite(true);
    {
      Made made;
      Test &test = made;
      test.SetUp();
      test.TestBody();
      test.TearDown();
    }
    Made::WaymarkSuite(false);
  }

 protected:
  Test() {}
  virtual void SetUp() {}
  virtual void TearDown() {}

 private:
  virtual void TestBody() = 0;
};

namespace internal {

using ::waymark::testing::Outcome;

inline Outcome truth(bool value, bool wanted, const char *text) {
  if (value == wanted) return Outcome();
  return Outcome(wanted ? std::string(text) : "!(" + std::string(text) + ")");
}
template <typename T>
Outcome is(const T &value, bool wanted, const char *text) {
  return truth(static_cast<bool>(value), wanted, text);
}
inline Outcome is(const AssertionResult &value, bool wanted, const char *text) {
  const Outcome plain = truth(static_cast<bool>(value), wanted, text);
  if (plain || value.message()[0] == '\0') return plain;
  return Outcome(plain.text() + ": " + value.message());
}

#define WAYMARK_COMPARISON(name, sign)                                                             \
  template <typename A, typename B>                                                                \
  Outcome name(const char *a_text, const char *b_text, const A &a, const B &b) {                   \
    return ::waymark::testing::compared(static_cast<bool>(a sign b), " " #sign " ", a_text, b_text, a, b); \
  }
WAYMARK_COMPARISON(eq, ==)
WAYMARK_COMPARISON(ne, !=)
WAYMARK_COMPARISON(lt, <)
WAYMARK_COMPARISON(le, <=)
WAYMARK_COMPARISON(gt, >)
WAYMARK_COMPARISON(ge, >=)
#undef WAYMARK_COMPARISON

inline Outcome strings(bool wanted, bool cases, const char *a_text, const char *b_text, const char *a, const char *b) {
  const bool same = !a || !b ? a == b : (cases ? std::strcmp(a, b) : strcasecmp(a, b)) == 0;
  return ::waymark::testing::compared(same == wanted, wanted ? " == " : " != ", a_text, b_text, a, b);
}
inline Outcome near(const char *a_text, const char *b_text, double a, double b, double limit) {
  return ::waymark::testing::compared(std::fabs(a - b) <= limit || a == b, " is near to ", a_text, b_text, a, b);
}
/* At most four numbers apart, as GoogleTest has it. */
template <typename Float, typename Bits>
Outcome almost(const char *a_text, const char *b_text, Float a, Float b) {
  Bits x, y;
  std::memcpy(&x, &a, sizeof a);
  std::memcpy(&y, &b, sizeof b);
  const Bits sign = static_cast<Bits>(Bits(1) << (8 * sizeof(Bits) - 1));
  x = x & sign ? static_cast<Bits>(~x + 1) : static_cast<Bits>(x | sign);
  y = y & sign ? static_cast<Bits>(~y + 1) : static_cast<Bits>(y | sign);
  const bool numbers = a == a && b == b;
  return ::waymark::testing::compared(numbers && (x > y ? x - y : y - x) <= 4, " == ", a_text, b_text, a, b);
}

/* The end of a test without a verdict against it. */
class Left {
 public:
  void operator=(const Message &) const {}
};

}  // namespace internal

inline void InitGoogleTest(int *, char **) {}
inline void InitGoogleTest() {}

}  // namespace testing

#define WAYMARK_GTEST(suite, name, parent)                                                         \
  static_assert(sizeof #suite > 1 && sizeof #name > 1, "a test has a suite and a name");           \
  class suite##_##name##_Test : public parent {                                                    \
   public:                                                                                         \
    static void WaymarkSuite(bool begins) {                                                        \
      if (begins) {                                                                                \
        parent::SetUpTestCase();                                                                   \
        parent::SetUpTestSuite();                                                                  \
      } else {                                                                                     \
        parent::TearDownTestSuite();                                                               \
        parent::TearDownTestCase();                                                                \
      }                                                                                            \
    }                                                                                              \
                                                                                                   \
   private:                                                                                        \
    void TestBody() override;                                                                      \
  };                                                                                               \
  WAYMARK_TEST_FUNCTION(suite##_##name##_Waymark, #suite "." #name);                               \
  void suite##_##name##_Waymark() { ::testing::Test::WaymarkRun<suite##_##name##_Test>(); }        \
  void suite##_##name##_Test::TestBody()

#define TEST(suite, name) WAYMARK_GTEST(suite, name, ::testing::Test)
#define TEST_F(fixture, name) WAYMARK_GTEST(fixture, name, fixture)
#define GTEST_TEST(suite, name) TEST(suite, name)

#define EXPECT_TRUE(condition) WAYMARK_EXPECT(::testing::internal::is(condition, true, #condition))
#define EXPECT_FALSE(condition) WAYMARK_EXPECT(::testing::internal::is(condition, false, #condition))
#define EXPECT_EQ(a, b) WAYMARK_EXPECT(::testing::internal::eq(#a, #b, a, b))
#define EXPECT_NE(a, b) WAYMARK_EXPECT(::testing::internal::ne(#a, #b, a, b))
#define EXPECT_LT(a, b) WAYMARK_EXPECT(::testing::internal::lt(#a, #b, a, b))
#define EXPECT_LE(a, b) WAYMARK_EXPECT(::testing::internal::le(#a, #b, a, b))
#define EXPECT_GT(a, b) WAYMARK_EXPECT(::testing::internal::gt(#a, #b, a, b))
#define EXPECT_GE(a, b) WAYMARK_EXPECT(::testing::internal::ge(#a, #b, a, b))
#define EXPECT_STREQ(a, b) WAYMARK_EXPECT(::testing::internal::strings(true, true, #a, #b, a, b))
#define EXPECT_STRNE(a, b) WAYMARK_EXPECT(::testing::internal::strings(false, true, #a, #b, a, b))
#define EXPECT_STRCASEEQ(a, b) WAYMARK_EXPECT(::testing::internal::strings(true, false, #a, #b, a, b))
#define EXPECT_STRCASENE(a, b) WAYMARK_EXPECT(::testing::internal::strings(false, false, #a, #b, a, b))
#define EXPECT_NEAR(a, b, limit) WAYMARK_EXPECT(::testing::internal::near(#a, #b, a, b, limit))
#define EXPECT_FLOAT_EQ(a, b) WAYMARK_EXPECT(::testing::internal::almost<float, std::uint32_t>(#a, #b, a, b))
#define EXPECT_DOUBLE_EQ(a, b) WAYMARK_EXPECT(::testing::internal::almost<double, std::uint64_t>(#a, #b, a, b))
#define EXPECT_THROW(statement, type) \
  WAYMARK_EXPECT(::waymark::testing::throws<type>([&]() { statement; }, #statement, #type))
#define EXPECT_ANY_THROW(statement) WAYMARK_EXPECT(::waymark::testing::throws_something([&]() { statement; }, #statement))
#define EXPECT_NO_THROW(statement) WAYMARK_EXPECT(::waymark::testing::throws_nothing([&]() { statement; }, #statement))
#define EXPECT_NO_FATAL_FAILURE(statement) \
  WAYMARK_EXPECT(([&]() { statement; }(), ::waymark::testing::Outcome()))
#define EXPECT_PRED1(predicate, a) WAYMARK_EXPECT(::testing::internal::is(predicate(a), true, #predicate "(" #a ")"))
#define EXPECT_PRED2(predicate, a, b) \
  WAYMARK_EXPECT(::testing::internal::is(predicate(a, b), true, #predicate "(" #a ", " #b ")"))

/* A failed expectation ends the run, so that the two families are one. */
#define ASSERT_TRUE EXPECT_TRUE
#define ASSERT_FALSE EXPECT_FALSE
#define ASSERT_EQ EXPECT_EQ
#define ASSERT_NE EXPECT_NE
#define ASSERT_LT EXPECT_LT
#define ASSERT_LE EXPECT_LE
#define ASSERT_GT EXPECT_GT
#define ASSERT_GE EXPECT_GE
#define ASSERT_STREQ EXPECT_STREQ
#define ASSERT_STRNE EXPECT_STRNE
#define ASSERT_STRCASEEQ EXPECT_STRCASEEQ
#define ASSERT_STRCASENE EXPECT_STRCASENE
#define ASSERT_NEAR EXPECT_NEAR
#define ASSERT_FLOAT_EQ EXPECT_FLOAT_EQ
#define ASSERT_DOUBLE_EQ EXPECT_DOUBLE_EQ
#define ASSERT_THROW EXPECT_THROW
#define ASSERT_ANY_THROW EXPECT_ANY_THROW
#define ASSERT_NO_THROW EXPECT_NO_THROW
#define ASSERT_NO_FATAL_FAILURE EXPECT_NO_FATAL_FAILURE
#define ASSERT_PRED1 EXPECT_PRED1
#define ASSERT_PRED2 EXPECT_PRED2

#define ADD_FAILURE() WAYMARK_EXPECT(::waymark::testing::Outcome("FAIL()"))
#define FAIL() ADD_FAILURE()
#define GTEST_FAIL() ADD_FAILURE()
#define SUCCEED() WAYMARK_EXPECT(::waymark::testing::Outcome())
#define GTEST_SUCCEED() SUCCEED()
#define GTEST_SKIP() return ::testing::internal::Left() = ::waymark::testing::Message()
#define SCOPED_TRACE(message) static_cast<void>(message)

/* What is not served says so where it is used. */
#define WAYMARK_NOT_SERVED(what) static_assert(sizeof(what) == 0, what " is not served by Waymark's gtest.h")
#define TEST_P(suite, name) \
  WAYMARK_NOT_SERVED("TEST_P"); \
  static inline void suite##_##name##_NotServed()
#define TYPED_TEST(suite, name) \
  WAYMARK_NOT_SERVED("TYPED_TEST"); \
  static inline void suite##_##name##_NotServed()
#define INSTANTIATE_TEST_SUITE_P(...) WAYMARK_NOT_SERVED("INSTANTIATE_TEST_SUITE_P")
#define TYPED_TEST_SUITE(...) WAYMARK_NOT_SERVED("TYPED_TEST_SUITE")
#define EXPECT_DEATH(...) WAYMARK_NOT_SERVED("EXPECT_DEATH")
#define ASSERT_DEATH(...) WAYMARK_NOT_SERVED("ASSERT_DEATH")
#define EXPECT_EXIT(...) WAYMARK_NOT_SERVED("EXPECT_EXIT")
#define ASSERT_EXIT(...) WAYMARK_NOT_SERVED("ASSERT_EXIT")
#define EXPECT_THAT(...) WAYMARK_NOT_SERVED("EXPECT_THAT")
#define ASSERT_THAT(...) WAYMARK_NOT_SERVED("ASSERT_THAT")
/* A main function of the tests is not run: --test names those that are. */
#define RUN_ALL_TESTS() \
  (__assert_fail("RUN_ALL_TESTS() is not run under check: name tests by --test", __FILE__, __LINE__, __func__), 1)

#endif
