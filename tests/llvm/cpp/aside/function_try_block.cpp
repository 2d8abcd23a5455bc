// holds; -std=c++11
// A handler of a constructor translates the exception; members that exist are destroyed before it runs.
#include <cassert>
#include <stdexcept>

static int alive;
struct Part {
  explicit Part(bool fails) {
    if (fails) throw std::logic_error("part");
    ++alive;
  }
  ~Part() { --alive; }
};
class Machine {
 public:
  Machine() try : first_(false), second_(true) {
  } catch (const std::logic_error&) {
    assert(alive == 0);
    throw std::runtime_error("machine");
  }

 private:
  Part first_, second_;
};
static int safely(int value) try {
  if (value < 0) throw value;
  return value;
} catch (int negative) {
  return -negative;
}

int main() {
  bool translated = false;
  try {
    Machine machine;
  } catch (const std::runtime_error&) {
    translated = true;
  }
  assert(translated && safely(-4) == 4 && safely(2) == 2);
}
