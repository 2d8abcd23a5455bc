// holds; -std=c++17
#include <cassert>
#include <functional>
#include <future>
#include <thread>
#include <utility>

int main() {
  int runs = 0;
  std::packaged_task<int()> task([&runs] { return ++runs; });
  std::future<int> first = task.get_future();
  task();
  assert(first.get() == 1);
  task.reset();
  std::future<int> second = task.get_future();
  std::thread worker(std::ref(task));
  worker.join();
  assert(second.get() == 2);
  std::packaged_task<int()> other;
  assert(!other.valid());
  std::swap(task, other);
  assert(other.valid() && !task.valid());
  bool failed = false;
  try {
    other();
  } catch (const std::future_error& error) {
    failed = error.code() == std::future_errc::promise_already_satisfied;
  }
  assert(failed);
}
