// violated: race; -std=c++11 --property race
// Two threads push into one vector. There is room for both, but its end is shared.
#include <cassert>
#include <thread>
#include <vector>

int main() {
  std::vector<int> results;
  results.reserve(2);
  std::thread a([&] { results.push_back(1); });
  std::thread b([&] { results.push_back(2); });
  a.join();
  b.join();
  return results.size() == 2 ? 0 : 1;
}
