// holds; -std=c++11
// Two threads call the function first; its local variable is constructed once, and both see it complete.
#include <cassert>
#include <thread>

static int made;
struct Config {
  int port;
  Config() : port(80) { ++made; }
};

static Config& config() {
  static Config instance;
  return instance;
}

int main() {
  std::thread a([] { assert(config().port == 80); });
  std::thread b([] { assert(config().port == 80); });
  a.join();
  b.join();
  assert(made == 1);
}
