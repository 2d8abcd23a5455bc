// violated: race; -std=c++17 --property race
// operator[] of a hash table writes, even if the keys of the threads differ.
#include <cassert>
#include <thread>
#include <unordered_map>

int main() {
  std::unordered_map<int, int> squares;
  std::thread a([&] { squares[2] = 4; });
  std::thread b([&] { squares[3] = 9; });
  a.join();
  b.join();
  return 0;
}
