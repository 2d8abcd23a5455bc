// holds; -std=c++11
// throw_with_nested keeps the cause; rethrow_if_nested walks down.
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>

static void read() { throw std::out_of_range("sector 7"); }
static void load() {
  try {
    read();
  } catch (...) {
    std::throw_with_nested(std::runtime_error("load"));
  }
}
static std::string story(const std::exception& error) {
  std::string said = error.what();
  try {
    std::rethrow_if_nested(error);
  } catch (const std::exception& inner) {
    said += ": " + story(inner);
  }
  return said;
}

int main() {
  std::string said;
  try {
    load();
  } catch (const std::exception& error) {
    said = story(error);
  }
  assert(said == "load: sector 7");
}
