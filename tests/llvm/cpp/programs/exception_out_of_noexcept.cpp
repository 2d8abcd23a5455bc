// violated: exception|terminate; -std=c++11
// A function that promises not to throw calls one that throws. The handler in main is never reached.
#include <cassert>
#include <stdexcept>
#include <vector>

static int element(const std::vector<int>& values, unsigned at) { return values.at(at); }

static int safe(const std::vector<int>& values) noexcept { return element(values, 2); }

int main() {
  std::vector<int> values{1, 2};
  try {
    return safe(values);
  } catch (const std::exception&) {
    return 0;
  }
}
