// holds; -std=c++17
// Handlers find public bases behind virtual ones; pointers are caught as pointers to bases.
#include <cassert>
#include <exception>
#include <stdexcept>

struct Retry {
  virtual ~Retry() {}
  int times = 2;
};
struct NetError : virtual std::exception, Retry {
  const char* what() const noexcept override { return "net"; }
};
struct TimeOut : NetError {};

static int by_first() {
  try {
    throw TimeOut();
  } catch (const Retry& retry) {
    return retry.times;
  }
}
static char by_second() {
  try {
    throw TimeOut();
  } catch (const std::runtime_error&) {
    return 'x';
  } catch (const std::exception& error) {
    return error.what()[0];
  }
}
static int by_pointer() {
  static TimeOut kept;
  try {
    throw &kept;
  } catch (Retry* retry) {
    return retry->times + 1;
  }
}

int main() {
  assert(by_first() == 2);
  assert(by_second() == 'n');
  assert(by_pointer() == 3);
}
