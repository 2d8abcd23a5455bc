// violated: use-after-free|race; -std=c++14 --property race
// A node of a list is detached by reset() while another thread copies the same shared_ptr.
// Schedule: the copy reads the pointer, the reset deletes the node, the copy increments a freed count.
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
    std::shared_ptr<Node> second = head->next;
    if (second) assert(second->value == 0);
  });
  head->next.reset();
  reader.join();
}
