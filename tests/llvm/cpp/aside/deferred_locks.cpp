// holds; -std=c++11
// unique_lock in its forms: deferred, tried, adopted, moved, released; std::lock takes two.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex left, right;
static int shared_value;

static void change(int n) {
  std::unique_lock<std::mutex> a(left, std::defer_lock), b(right, std::defer_lock);
  if (n == 1)
    std::lock(a, b);
  else
    std::lock(b, a);
  shared_value += n;
}

int main() {
  std::thread other(change, 1);
  change(2);
  other.join();
  assert(shared_value == 3);
  std::unique_lock<std::mutex> first(left, std::try_to_lock);
  assert(first.owns_lock());
  std::unique_lock<std::mutex> moved = std::move(first);
  assert(!first && moved);
  moved.unlock();
  left.lock();
  std::lock_guard<std::mutex> adopted(left, std::adopt_lock);
}
