// holds; -std=c++20
// Callbacks run in the thread that asks for the stop; one that is gone does not run.
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  std::stop_token token = source.get_token();
  int calls = 0;
  std::stop_callback count(token, [&] { ++calls; });
  {
    std::stop_callback gone(token, [&] { calls += 100; });
  }
  std::atomic<bool> seen{false};
  {
    std::jthread worker([&seen](std::stop_token mine) {
      while (!mine.stop_requested()) std::this_thread::yield();
      seen = true;
    });
    assert(worker.request_stop());
  }
  assert(seen);
  assert(source.request_stop() && !source.request_stop());
  assert(calls == 1 && token.stop_requested());
  std::stop_callback late(token, [&] { ++calls; });
  assert(calls == 2);
}
