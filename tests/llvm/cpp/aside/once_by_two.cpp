// holds; -std=c++17
// Two threads, one flag: the function runs once, and nobody passes before it has ended.
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int begun, ended;

static void initialise(int value) {
  ++begun;
  std::this_thread::yield();
  ended = value;
}
static void work(int value) {
  std::call_once(flag, initialise, value);
  assert(begun == 1 && (ended == 4 || ended == 5));
}

int main() {
  std::thread other(work, 4);
  work(5);
  int seen = ended;
  other.join();
  assert(begun == 1 && ended == seen);
}
