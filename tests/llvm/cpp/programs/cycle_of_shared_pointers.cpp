// violated: leak; -std=c++11 --property leak
#include <cassert>
#include <memory>

static int alive;
struct Node {
  Node() { ++alive; }
  ~Node() { --alive; }
  std::shared_ptr<Node> next;
  std::shared_ptr<Node> previous;
};

int main() {
  {
    auto first = std::make_shared<Node>();
    auto second = std::make_shared<Node>();
    first->next = second;
    second->previous = first;
    assert(first.use_count() == 2);
  }
  return alive;
}
