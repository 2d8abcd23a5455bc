// holds; -std=c++20
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic_flag open = ATOMIC_FLAG_INIT;
static int prize;

static void enter() {
  open.wait(false);
  assert(prize == 9);
}

int main() {
  std::thread a(enter), b(enter);
  prize = 9;
  open.test_and_set();
  open.notify_all();
  a.join();
  b.join();
  assert(open.test());
}
