// violated: free; -std=c++11
// The loop moves the only pointer to the array.
#include <cassert>

static int sum_of(int count) {
  int* numbers = new int[count];
  for (int i = 0; i < count; i++) numbers[i] = i;
  int sum = 0;
  for (int left = count; left > 0; left--) sum += *numbers++;
  delete[](numbers - 1);
  return sum;
}

int main() {
  assert(sum_of(1) == 0);
  assert(sum_of(3) == 3);
}
