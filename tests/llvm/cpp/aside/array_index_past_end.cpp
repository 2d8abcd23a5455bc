// violated: bounds; -std=c++20
// A span over a buffer is made one element too long.
#include <cassert>
#include <memory>
#include <numeric>
#include <span>

static int sum(std::span<const int> numbers) {
  int total = 0;
  for (int number : numbers) total += number;
  return total;
}

int main() {
  auto numbers = std::make_unique<int[]>(4);
  std::iota(numbers.get(), numbers.get() + 4, 1);
  assert(sum({numbers.get(), 4}) == 10);
  return sum({numbers.get(), 5});
}
