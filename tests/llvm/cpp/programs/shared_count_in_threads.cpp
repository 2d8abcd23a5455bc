// holds; -std=c++14 --property race,leak
// The count is atomic: the last owner deletes the object, once.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<int> destroyed{0};
struct Resource {
  int value = 3;
  ~Resource() { ++destroyed; }
};

int main() {
  auto shared = std::make_shared<Resource>();
  std::weak_ptr<Resource> weak = shared;
  std::thread other([copy = shared]() mutable {
    assert(copy->value == 3);
    copy.reset();
  });
  shared.reset();
  other.join();
  assert(destroyed == 1 && weak.expired() && !weak.lock());
}
