// holds; -std=c++20
#include <cassert>
#include <latch>
#include <thread>

static int parts[2];
static std::latch ready(2);

static void prepare(int which) {
  parts[which] = which + 1;
  ready.count_down();
}

int main() {
  std::thread a(prepare, 0), b(prepare, 1);
  ready.wait();
  assert(parts[0] + parts[1] == 3);
  a.join();
  b.join();
}
