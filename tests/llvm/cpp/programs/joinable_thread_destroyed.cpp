// violated: terminate|abort; -std=c++11
// An early return leaves the function while the thread is joinable.
#include <cassert>
#include <thread>

static int result;

static bool compute(int input) {
  std::thread worker([input] { result = input * 2; });
  if (input > 10) return false;
  worker.join();
  return true;
}

int main() {
  assert(compute(4));
  assert(result == 8);
  return compute(11) ? 0 : 1;
}
