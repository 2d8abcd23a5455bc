// holds; -std=c++17
// Each thread has an object of its own, which is destroyed when the thread ends.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> destroyed{0};
struct Scratch {
  int uses = 0;
  ~Scratch() { destroyed += uses; }
};
static thread_local Scratch scratch;

static void work(int times) {
  for (int i = 0; i < times; i++) scratch.uses++;
  assert(scratch.uses == times);
}

int main() {
  std::thread a(work, 1), b(work, 2);
  a.join();
  b.join();
  assert(destroyed == 3);
  assert(scratch.uses == 0);
}
