// violated: exception; -std=c++17
#include <cassert>
#include <optional>
#include <string>

static std::optional<int> parse(const std::string& text) {
  if (text.empty()) return std::nullopt;
  int value = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return {};
    value = value * 10 + (c - '0');
  }
  return value;
}

int main() {
  assert(parse("42").value() == 42);
  assert(parse("x").value_or(-1) == -1);
  std::optional<int> none = parse("");
  assert(!none);
  return none.value();
}
