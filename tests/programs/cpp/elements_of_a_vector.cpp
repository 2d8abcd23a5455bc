/* waymark: check -std=c++17 --property race
   expect:  holds */
/* The repair of bits_of_a_vector.cpp: each char is a memory location of its own ([intro.memory], 3). */
#include <cassert>
#include <thread>
#include <vector>

int main() {
  std::vector<char> seen(2);
  std::thread other([&] { seen[0] = 1; });
  seen[1] = 1;
  other.join();
  assert(seen[0] + seen[1] == 2);
}
