// holds; -std=c++17
#include <cassert>
#include <optional>
#include <string>

static int alive;
struct Counted {
  int value;
  explicit Counted(int v) : value(v) { ++alive; }
  Counted(const Counted& other) : value(other.value) { ++alive; }
  ~Counted() { --alive; }
};

int main() {
  std::optional<Counted> maybe;
  assert(!maybe && alive == 0);
  maybe.emplace(4);
  std::optional<Counted> copy = maybe;
  assert(copy->value == 4 && alive == 2);
  maybe.reset();
  assert(!maybe.has_value() && alive == 1);
  std::optional<std::string> text = "word";
  std::optional<std::string> moved = std::move(text);
  assert(moved == "word" && moved > std::nullopt && moved.value_or("x").size() == 4);
  bool failed = false;
  try {
    maybe.value();
  } catch (const std::bad_optional_access&) {
    failed = true;
  }
  assert(failed);
}
