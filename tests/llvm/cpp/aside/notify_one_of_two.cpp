// violated: deadlock; -std=c++20
// Two threads wait for the atomic, and one notification wakes one of them.
// Schedule: both sleep before the value changes.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> open{false};

static void enter() {
  open.wait(false);
  assert(open);
}

int main() {
  std::thread a(enter), b(enter);
  open = true;
  open.notify_one();
  a.join();
  b.join();
}
