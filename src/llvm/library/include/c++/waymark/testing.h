/* What the headers for GoogleTest and Catch2 share: a test is a function of a name that Waymark finds, and the first
   failed expectation ends the run as a failed assertion does. C++11. */
#ifndef WAYMARK_TESTING_H
#define WAYMARK_TESTING_H
#pragma GCC system_header

#include <cstdio>
#include <sstream>
#include <string>
#include <type_traits>

extern "C" void __assert_fail(const char *text, const char *file, unsigned line, const char *function) noexcept
    __attribute__((noreturn));

/* A function that --test runs, by a name that is a string literal. */
#define WAYMARK_TEST_FUNCTION(function, name) \
  __attribute__((used)) void function() __asm__("waymark.test:" name)

/* Statements that begin with "if" do not take the "else" of the user. */
#define WAYMARK_ONE_STATEMENT \
  switch (0)                  \
  case 0:                     \
  default:

namespace waymark {
namespace testing {

/* Values as text, as far as they have one that is the same in every run. */
inline std::string text_of(bool value) { return value ? "true" : "false"; }
inline std::string text_of(char value) { return std::string("'") + value + "'"; }
inline std::string text_of(const std::string &value) { return '"' + value + '"'; }
inline std::string text_of(const char *value) { return value ? text_of(std::string(value)) : std::string("null"); }
inline std::string text_of(char *value) { return text_of(static_cast<const char *>(value)); }
inline std::string text_of(std::nullptr_t) { return "null"; }

inline std::string text_of_number(unsigned long long value, bool negative) {
  std::string digits;
  do digits.insert(digits.begin(), static_cast<char>('0' + value % 10));
  while ((value /= 10) != 0);
  return negative ? "-" + digits : digits;
}
inline std::string text_of_double(double value) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%g", value);
  return digits;
}

enum class Kind { integer, enumeration, floating, pointer, other };
template <typename T>
struct KindOf {
  static constexpr Kind value = std::is_integral<T>::value         ? Kind::integer
                                : std::is_enum<T>::value           ? Kind::enumeration
                                : std::is_floating_point<T>::value ? Kind::floating
                                : std::is_pointer<T>::value        ? Kind::pointer
                                                                   : Kind::other;
};
template <typename T, Kind kind>
struct Texts {
  static std::string of(const T &) { return std::string(); }
};
template <typename T>
struct Texts<T, Kind::integer> {
  static std::string of(T value) {
    const bool negative = value < T(0);
    const unsigned long long wide = static_cast<unsigned long long>(value);
    return text_of_number(negative ? 0ULL - wide : wide, negative);
  }
};
template <typename T>
struct Texts<T, Kind::enumeration> {
  static std::string of(T value) {
    using Number = typename std::underlying_type<T>::type;
    return Texts<Number, Kind::integer>::of(static_cast<Number>(value));
  }
};
template <typename T>
struct Texts<T, Kind::floating> {
  static std::string of(T value) { return text_of_double(static_cast<double>(value)); }
};
template <typename T>
struct Texts<T, Kind::pointer> {
  static std::string of(T value) { return value ? "a pointer" : "null"; }
};
template <typename T>
std::string text_of(const T &value) {
  return Texts<T, KindOf<T>::value>::of(value);
}

/* Whether an expectation is met, and if not, the text that says so. */
class Outcome {
 public:
  Outcome() = default;
  explicit Outcome(std::string text) : met_(false), text_(static_cast<std::string &&>(text)) {}
  explicit operator bool() const { return met_; }
  const std::string &text() const { return text_; }

 private:
  bool met_ = true;
  std::string text_;
};

/* EXPRESSION is VALUE, unless the expression is the value. */
template <typename T>
std::string told(const char *expression, const T &value) {
  const std::string text = text_of(value);
  return text.empty() || text == expression ? std::string() : std::string(", ") + expression + " is " + text;
}

template <typename A, typename B>
Outcome compared(bool met, const char *operation, const char *a_text, const char *b_text, const A &a, const B &b) {
  if (met) return Outcome();
  return Outcome(std::string(a_text) + operation + b_text + told(a_text, a) + told(b_text, b));
}

/* Exceptions of a statement, as a function. */
template <typename Wanted, typename Statement>
Outcome throws(Statement statement, const char *text, const char *type) {
  try {
    statement();
  } catch (const Wanted &) {
    return Outcome();
  } catch (...) {
    return Outcome(std::string(text) + " throws another type than " + type);
  }
  return Outcome(std::string(text) + " throws nothing, but " + type + " is expected");
}
template <typename Statement>
Outcome throws_something(Statement statement, const char *text) {
  try {
    statement();
  } catch (...) {
    return Outcome();
  }
  return Outcome(std::string(text) + " throws nothing");
}
template <typename Statement>
Outcome throws_nothing(Statement statement, const char *text) {
  try {
    statement();
  } catch (...) {
    return Outcome(std::string(text) + " throws");
  }
  return Outcome();
}

/* What a test streams behind an expectation. */
class Message {
 public:
  Message &operator<<(bool value) { return add(value ? "true" : "false"); }
  Message &operator<<(const char *text) { return add(text ? text : "(null)"); }
  Message &operator<<(const std::string &text) { return add(text); }
  Message &operator<<(std::ostream &(*)(std::ostream &)) { return *this; }
  template <typename T>
  typename std::enable_if<KindOf<T>::value == Kind::integer && !std::is_same<T, char>::value, Message &>::type operator<<(
      const T &value) {
    return add(text_of(value));
  }
  template <typename T>
  typename std::enable_if<KindOf<T>::value != Kind::integer || std::is_same<T, char>::value, Message &>::type operator<<(
      const T &value) {
    std::ostringstream stream;
    stream << value;
    return add(stream.str());
  }
  const std::string &text() const { return text_; }

 private:
  Message &add(const std::string &more) {
    text_ += more;
    return *this;
  }
  std::string text_;
};

/* A failed expectation: with its message it ends the run. */
class Failed {
 public:
  Failed(std::string text, const char *file, unsigned line, const char *function)
      : text_(static_cast<std::string &&>(text)), file_(file), line_(line), function_(function) {}
  __attribute__((noreturn)) void operator=(const Message &message) const {
    const std::string text = message.text().empty() ? text_ : text_ + ": " + message.text();
    __assert_fail(text.c_str(), file_, line_, function_);
  }

 private:
  std::string text_;
  const char *file_;
  unsigned line_;
  const char *function_;
};

}  // namespace testing
}  // namespace waymark

/* Ends in "Message()", so that a message may be streamed behind it. */
#define WAYMARK_EXPECT(...)                                                        \
  WAYMARK_ONE_STATEMENT                                                            \
  if (const ::waymark::testing::Outcome waymark_outcome = __VA_ARGS__)             \
    ;                                                                              \
  else                                                                             \
    ::waymark::testing::Failed(waymark_outcome.text(), __FILE__, __LINE__, __func__) = ::waymark::testing::Message()

#endif
