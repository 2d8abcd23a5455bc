// violated: exception|terminate; -std=c++11
// The handler around join() does not see what the thread throws.
#include <cassert>
#include <stdexcept>
#include <string>
#include <thread>

static void parse(const std::string& text) {
  if (text.empty()) throw std::invalid_argument("empty");
}

int main() {
  try {
    std::thread good(parse, "x");
    good.join();
    std::thread bad(parse, "");
    bad.join();
  } catch (const std::invalid_argument&) {
    return 0;
  }
  return 1;
}
