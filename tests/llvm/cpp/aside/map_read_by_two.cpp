// holds; -std=c++17 --property race
// Functions that are const only read: two threads may call them.
#include <cassert>
#include <map>
#include <string>
#include <thread>

int main() {
  const std::map<std::string, int> ages{{"ann", 31}, {"bob", 22}};
  std::thread a([&] { assert(ages.at("ann") == 31); });
  std::thread b([&] { assert(ages.find("carl") == ages.end()); });
  assert(ages.count("bob") == 1);
  a.join();
  b.join();
}
