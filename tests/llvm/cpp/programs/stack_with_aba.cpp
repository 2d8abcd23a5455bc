// violated: use-after-free; -std=c++11
// Treiber's stack that deletes what it pops. A pop reads next of a node that another thread has deleted.
// Schedule: one thread loads the top and stops before it reads next; the other pops and deletes the node.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node* next;
};
static std::atomic<Node*> top{nullptr};

static void push(int value) {
  Node* node = new Node{value, top.load()};
  while (!top.compare_exchange_strong(node->next, node)) {
  }
}
static int pop() {
  Node* old = top.load();
  while (old && !top.compare_exchange_strong(old, old->next)) {
  }
  if (!old) return 0;
  int value = old->value;
  delete old;
  return value;
}

int main() {
  push(1);
  push(2);
  int a = 0, b = 0;
  std::thread one([&] { a = pop(); });
  std::thread two([&] { b = pop(); });
  one.join();
  two.join();
  assert(a + b == 3);
}
