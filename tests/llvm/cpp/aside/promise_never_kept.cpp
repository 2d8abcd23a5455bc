// violated: deadlock; -std=c++17
// The worker returns early and keeps the promise alive: nobody ever sets its value.
#include <cassert>
#include <future>
#include <memory>
#include <thread>

static auto promise = std::make_shared<std::promise<int>>();

static void compute(int input) {
  if (input < 0) return;
  promise->set_value(input);
}

int main() {
  std::future<int> result = promise->get_future();
  std::thread worker(compute, -1);
  worker.join();
  assert(result.get() >= 0);
}
