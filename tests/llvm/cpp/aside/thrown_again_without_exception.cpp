// violated: terminate|abort|exception; -std=c++14
// throw; outside of a handler has nothing to throw.
#include <cassert>
#include <stdexcept>

static int handled;
static void translate() {
  try {
    throw;
  } catch (const std::exception&) {
    ++handled;
  }
}

int main() {
  try {
    throw std::range_error("r");
  } catch (...) {
    translate();
  }
  assert(handled == 1);
  translate();
}
