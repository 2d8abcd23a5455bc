// violated: bounds; -std=c++11
// data() has as many elements as the vector has room for.
#include <cassert>
#include <vector>

static int sum(const int* from, int count) {
  int total = 0;
  for (int i = 0; i <= count; i++) total += from[i];
  return total;
}

int main() {
  std::vector<int> numbers{1, 2, 3};
  numbers.shrink_to_fit();
  return sum(numbers.data(), static_cast<int>(numbers.size()));
}
