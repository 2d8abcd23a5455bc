// holds; -std=c++14
// On the way from a throw to its handler all locals are destroyed, the youngest first.
#include <cassert>
#include <stdexcept>

static int order[4];
static int count;
struct Guard {
  int number;
  ~Guard() { order[count++] = number; }
};

static void inner() {
  Guard c{3};
  throw std::runtime_error("stop");
}
static void outer() {
  Guard a{1};
  Guard b{2};
  inner();
  assert(false);
}

int main() {
  bool caught = false;
  try {
    outer();
  } catch (const std::exception&) {
    caught = true;
    assert(count == 3);
  }
  assert(caught && order[0] == 3 && order[1] == 2 && order[2] == 1);
}
