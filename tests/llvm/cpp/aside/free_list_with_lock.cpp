// holds; -std=c++14
// The repair: the list is changed under a lock.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int head = 0;
static int next_of[2] = {1, -1};
static int users[2];

static int take() {
  std::lock_guard<std::mutex> lock(mutex);
  int slot = head;
  if (slot < 0) return slot;
  head = next_of[slot];
  assert(++users[slot] == 1);
  return slot;
}
static void give(int slot) {
  std::lock_guard<std::mutex> lock(mutex);
  --users[slot];
  next_of[slot] = head;
  head = slot;
}

int main() {
  std::thread slow([] {
    take();
    take();
  });
  int a = take();
  take();
  if (a >= 0) give(a);
  slow.join();
}
