// violated: exception; -std=c++17
// The second join throws a system_error: there is nothing to join.
#include <cassert>
#include <system_error>
#include <thread>

static int runs;
static void finish(std::thread& thread) { thread.join(); }

int main() {
  std::thread worker([] { ++runs; });
  finish(worker);
  assert(runs == 1 && !worker.joinable());
  try {
    finish(worker);
  } catch (const std::logic_error&) {
    return 0;
  }
  return 1;
}
