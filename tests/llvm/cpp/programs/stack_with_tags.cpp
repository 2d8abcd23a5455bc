// holds; -std=c++11
// The repair: indices with a tag that each change increments, and nodes that are never freed.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

struct Node {
  std::atomic<std::uint32_t> next;
};
static Node nodes[3];  // 0 is none
static std::atomic<std::uint64_t> top{0};

static std::uint64_t tagged(std::uint64_t old, std::uint32_t index) { return ((old >> 32) + 1) << 32 | index; }
static void push(std::uint32_t index) {
  std::uint64_t old = top.load();
  do nodes[index].next = static_cast<std::uint32_t>(old);
  while (!top.compare_exchange_strong(old, tagged(old, index)));
}
static std::uint32_t pop() {
  std::uint64_t old = top.load();
  for (;;) {
    std::uint32_t index = static_cast<std::uint32_t>(old);
    if (index == 0) return 0;
    if (top.compare_exchange_strong(old, tagged(old, nodes[index].next))) return index;
  }
}

int main() {
  push(1);
  push(2);
  std::uint32_t slow = 0;
  std::thread other([&] { slow = pop(); });
  std::uint32_t first = pop();
  std::uint32_t second = pop();
  if (first) push(first);
  other.join();
  assert(slow == 0 || slow != second);
}
