// violated: assertion; -std=c++14
// A free list of slots by compare-and-exchange: a slot that came back hides that the list has changed (ABA).
// Schedule: one thread reads head 0 and its next 1, and stops; the other takes 0 and 1, and gives 0 back.
// The first one's exchange succeeds and makes 1 the head, though 1 is in use.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> head{0};
static std::atomic<int> next_of[2];
static std::atomic<int> users[2];

static int take() {
  int slot = head.load();
  while (slot >= 0 && !head.compare_exchange_strong(slot, next_of[slot])) {
  }
  if (slot >= 0) assert(++users[slot] == 1);
  return slot;
}
static void give(int slot) {
  --users[slot];
  int old = head.load();
  do next_of[slot] = old;
  while (!head.compare_exchange_strong(old, slot));
}

int main() {
  next_of[0] = 1;
  next_of[1] = -1;
  std::thread slow([] {
    take();
    take();
  });
  int a = take();
  take();
  if (a >= 0) give(a);
  slow.join();
}
