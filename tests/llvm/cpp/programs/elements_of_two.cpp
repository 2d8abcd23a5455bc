// holds; -std=c++11 --property race
// Different elements of one vector are different objects.
#include <cassert>
#include <numeric>
#include <thread>
#include <vector>

int main() {
  std::vector<int> results(2);
  std::thread a([&] { results[0] = 1; });
  std::thread b([&] { results[1] = 2; });
  a.join();
  b.join();
  assert(std::accumulate(results.begin(), results.end(), 0) == 3);
}
