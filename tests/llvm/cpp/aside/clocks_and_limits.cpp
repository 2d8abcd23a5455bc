// holds; -std=c++20
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

int main() {
  auto begin = std::chrono::steady_clock::now();
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock<std::mutex> lock(mutex);
  assert(!never.wait_until(lock, begin + 2ms, [] { return false; }));
  std::promise<int> promise;
  std::future<int> result = promise.get_future();
  assert(result.wait_for(1ms) == std::future_status::timeout);
  promise.set_value(1);
  assert(result.wait_for(1ms) == std::future_status::ready);
  std::this_thread::sleep_until(begin + 3ms);
  auto passed = std::chrono::steady_clock::now() - begin;
  assert(passed >= 0ms);
  assert(std::chrono::floor<std::chrono::hours>(150min) == 2h);
  std::chrono::system_clock::time_point zero{};
  assert(zero.time_since_epoch() == 0s);
}
