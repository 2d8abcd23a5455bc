// holds; -std=c++14
// A constructor that throws leaves the local variable unmade: the next call tries again.
#include <cassert>
#include <stdexcept>
#include <thread>

static int tries;
struct Connection {
  int number;
  Connection() : number(0) {
    if (++tries == 1) throw std::runtime_error("busy");
    number = tries;
  }
};
static Connection& connection() {
  static Connection one;
  return one;
}

int main() {
  bool failed = false;
  try {
    connection();
  } catch (const std::runtime_error&) {
    failed = true;
  }
  assert(failed);
  int seen = 0;
  std::thread other([&seen] { seen = connection().number; });
  assert(connection().number == 2);
  other.join();
  assert(seen == 2 && tries == 2);
}
