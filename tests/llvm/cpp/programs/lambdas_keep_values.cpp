// holds; -std=c++20
// Captures by value, by move and by reference, mutable state, generic and immediately called lambdas.
#include <cassert>
#include <functional>
#include <memory>

static std::function<int()> counter(int from) {
  return [from]() mutable { return from++; };
}

int main() {
  auto count = counter(5);
  auto copy = count;
  assert(count() == 5 && count() == 6 && copy() == 5);
  auto owner = std::make_unique<int>(8);
  auto take = [owned = std::move(owner)] { return *owned; };
  assert(take() == 8 && !owner);
  auto twice = [](auto f, auto x) { return f(f(x)); };
  assert(twice([](int x) { return 3 * x; }, 2) == 18);
  int sum = 0;
  [&] {
    for (int i = 0; i < 4; i++) sum += i;
  }();
  assert(sum == 6);
  auto typed = []<typename T>(T x) { return sizeof(x); };
  assert(typed('c') == 1);
}
