// violated: deadlock; -std=c++20
// Of two that wait for one atomic, one notification wakes one. That for another atomic wakes none of them.
#include <atomic>
#include <thread>

static std::atomic<bool> open{false};
static std::atomic<long> other{0};

int main() {
  std::thread a([] { open.wait(false); });
  std::thread b([] { open.wait(false); });
  open = true;
  open.notify_one();
  other.notify_all();
  a.join();
  b.join();
}
