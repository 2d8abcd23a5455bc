/* waymark: check -std=c++17 --property race
   expect:  violated: race
   level:   1 */
/* Threads may write different elements of a container, except of vector<bool> ([container.requirements.dataraces], 2):
   its elements are bits of one word. */
#include <thread>
#include <vector>

int main() {
  std::vector<bool> seen(2);
  std::thread other([&] { seen[0] = true; });
  seen[1] = true;
  other.join();
}
