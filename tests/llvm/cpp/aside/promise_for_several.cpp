// holds; -std=c++14
// One shared future for two readers, a future of void, and a promise of a reference.
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::promise<int> price;
  std::shared_future<int> known = price.get_future().share();
  std::thread a([known] { assert(known.get() == 12); });
  price.set_value(12);
  assert(known.get() == 12);
  a.join();
  std::promise<void> opened;
  std::future<void> open = opened.get_future();
  std::thread b([&opened] { opened.set_value(); });
  open.wait();
  b.join();
  int target = 1;
  std::promise<int&> where;
  where.set_value(target);
  where.get_future().get() = 5;
  assert(target == 5);
}
