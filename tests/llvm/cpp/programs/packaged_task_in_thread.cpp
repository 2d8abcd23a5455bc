// holds; -std=c++14
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

static int divide(int a, int b) {
  if (b == 0) throw std::domain_error("by zero");
  return a / b;
}

int main() {
  std::packaged_task<int(int, int)> task(divide);
  std::future<int> result = task.get_future();
  std::thread worker(std::move(task), 12, 4);
  assert(result.get() == 3);
  worker.join();
  std::packaged_task<int(int, int)> other(divide);
  std::future<int> fails = other.get_future();
  other(1, 0);
  bool caught = false;
  try {
    fails.get();
  } catch (const std::domain_error&) {
    caught = true;
  }
  assert(caught);
}
