// holds; -std=c++14
#include <cassert>
#include <functional>
#include <memory>

struct Scale {
  int factor;
  int apply(int x) const { return factor * x; }
};
static int add(int a, int b) { return a + b; }

int main() {
  std::function<int(int, int)> plain = add;
  assert(plain && plain(2, 3) == 5);
  std::function<int(const Scale&, int)> member = &Scale::apply;
  assert(member(Scale{3}, 4) == 12);
  auto bound = std::bind(add, std::placeholders::_1, 10);
  assert(bound(5) == 15);
  auto shared = std::make_shared<int>(1);
  {
    std::function<int()> holder = [shared] { return *shared; };
    std::function<int()> second = holder;
    assert(shared.use_count() == 3 && second() == 1);
    holder = nullptr;
    assert(!holder && shared.use_count() == 2);
  }
  assert(shared.use_count() == 1);
  auto scale = std::mem_fn(&Scale::factor);
  assert(scale(Scale{8}) == 8);
}
