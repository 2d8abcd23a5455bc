// holds; -std=c++17
// Closures in containers, of members, recursive, and compared by what they do.
#include <algorithm>
#include <cassert>
#include <functional>
#include <vector>

class Button {
 public:
  explicit Button(int step) : step_(step) {}
  std::function<void()> presser() {
    return [this] { pressed_ += step_; };
  }
  int pressed() const { return pressed_; }

 private:
  int step_;
  int pressed_ = 0;
};

int main() {
  Button a(1), b(10);
  std::vector<std::function<void()>> actions{a.presser(), b.presser(), b.presser()};
  for (auto& action : actions) action();
  assert(a.pressed() == 1 && b.pressed() == 20);
  std::function<int(int)> factorial = [&factorial](int n) { return n < 2 ? 1 : n * factorial(n - 1); };
  assert(factorial(5) == 120);
  std::vector<int> numbers{3, 1, 2};
  std::sort(numbers.begin(), numbers.end(), [](int x, int y) { return x > y; });
  assert(numbers[0] == 3 && numbers[2] == 1);
  int limit = 2;
  assert(std::count_if(numbers.begin(), numbers.end(), [limit](int x) { return x >= limit; }) == 2);
  int (*plain)(int) = [](int x) { return -x; };
  assert(plain(4) == -4);
}
