// holds; -std=c++14 --property race
// The repair: std::atomic_load and std::atomic_store of shared pointers.
#include <cassert>
#include <memory>
#include <thread>

struct Node {
  int value;
  std::shared_ptr<Node> next;
};

int main() {
  auto head = std::make_shared<Node>();
  head->next = std::make_shared<Node>();
  std::thread reader([head] {
    std::shared_ptr<Node> second = std::atomic_load(&head->next);
    if (second) assert(second->value == 0);
  });
  std::atomic_store(&head->next, std::shared_ptr<Node>());
  reader.join();
  assert(!head->next);
}
