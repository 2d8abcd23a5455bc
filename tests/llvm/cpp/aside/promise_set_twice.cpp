// violated: exception|terminate; -std=c++11
// The second value for one promise throws a future_error in the thread that sets it.
#include <cassert>
#include <future>
#include <thread>

static void answer(std::promise<int>& promise, int value) { promise.set_value(value); }

int main() {
  std::promise<int> promise;
  std::future<int> result = promise.get_future();
  std::thread first([&] { answer(promise, 1); });
  std::thread second([&] { answer(promise, 2); });
  first.join();
  second.join();
  int got = result.get();
  assert(got == 1 || got == 2);
}
