// holds; -std=c++11 --property leak
#include <cassert>
#include <cstdlib>
#include <memory>

static int closed;
struct Handle {
  int number;
};
struct Close {
  void operator()(Handle* handle) const {
    closed += handle->number;
    delete handle;
  }
};
struct Base {
  virtual ~Base() {}
};
struct Derived : Base {
  std::unique_ptr<int> part{new int(3)};
};

int main() {
  {
    std::unique_ptr<Handle, Close> one(new Handle{1});
    std::unique_ptr<Handle, Close> two(new Handle{10});
    one = std::move(two);
    assert(closed == 1);
    std::unique_ptr<int[]> numbers(new int[3]());
    numbers[2] = 4;
    assert(numbers[0] == 0);
    std::unique_ptr<void, void (*)(void*)> block(std::malloc(8), std::free);
    std::unique_ptr<Base> base(new Derived);
    std::shared_ptr<Handle> shared(new Handle{100}, Close());
  }
  assert(closed == 111);
}
