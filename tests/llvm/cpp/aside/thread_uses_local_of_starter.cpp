// violated: use-after-scope; -std=c++11
// The lambda captures a local of a function that returns; the thread runs on.
// Schedule: start() returns before the thread reads its input.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> result{0};
static std::thread worker;

static void start(int seed) {
  int input = seed + 1;
  worker = std::thread([&input] { result = input * 2; });
}

int main() {
  start(3);
  worker.join();
  assert(result == 8);
}
