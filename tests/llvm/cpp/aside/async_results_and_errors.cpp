// holds; -std=c++17
// Values and exceptions of two asynchronous tasks come back by their futures.
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>

static int length(const std::string& text) {
  if (text.empty()) throw std::length_error("empty");
  return static_cast<int>(text.size());
}

int main() {
  auto good = std::async(std::launch::async, length, "four");
  auto bad = std::async(std::launch::async, length, "");
  assert(good.get() == 4);
  std::string said;
  try {
    bad.get();
  } catch (const std::length_error& error) {
    said = error.what();
  }
  assert(said == "empty");
}
