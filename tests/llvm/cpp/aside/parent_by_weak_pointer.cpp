// holds; -std=c++14 --property leak
#include <cassert>
#include <memory>
#include <vector>

static int alive;
struct Branch : std::enable_shared_from_this<Branch> {
  std::vector<std::shared_ptr<Branch>> children;
  std::weak_ptr<Branch> parent;
  Branch() { ++alive; }
  ~Branch() { --alive; }
  void grow() {
    children.push_back(std::make_shared<Branch>());
    children.back()->parent = shared_from_this();
  }
};

int main() {
  {
    auto root = std::make_shared<Branch>();
    root->grow();
    root->grow();
    assert(alive == 3 && root.use_count() == 1);
    assert(root->children[1]->parent.lock() == root);
  }
  assert(alive == 0);
}
