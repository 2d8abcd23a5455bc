// holds; -std=c++11
// Arguments are copied, moved or passed by std::ref; member functions run as threads.
#include <cassert>
#include <functional>
#include <memory>
#include <thread>

struct Adder {
  int sum = 0;
  void add(int a, int b) { sum = a + b; }
};
static void twice(int& value) { value *= 2; }

int main() {
  Adder adder;
  std::thread a(&Adder::add, &adder, 3, 4);
  int value = 5;
  std::thread b(twice, std::ref(value));
  std::unique_ptr<int> owned(new int(6));
  int got = 0;
  std::thread c([&got](std::unique_ptr<int> p) { got = *p; }, std::move(owned));
  a.join();
  b.join();
  std::thread moved = std::move(c);
  assert(!c.joinable() && moved.joinable());
  moved.join();
  assert(adder.sum == 7 && value == 10 && got == 6);
}
