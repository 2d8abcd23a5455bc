// violated: use-after-scope; -std=c++14
// The lambda captures a parameter by reference, and the function returns the lambda.
#include <cassert>
#include <functional>

static std::function<int(int)> adder(int base) {
  return [&base](int x) { return base + x; };
}

static int fill(int depth) {
  volatile int numbers[8];
  for (int i = 0; i < 8; i++) numbers[i] = depth + i;
  return numbers[3];
}

int main() {
  auto add = adder(10);
  fill(1);
  assert(add(5) == 15);
  return 0;
}
