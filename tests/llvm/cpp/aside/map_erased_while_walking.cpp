// violated: use-after-free; -std=c++11
// The range-based loop goes on from the element that was erased.
// Argument: the increment reads the links of a freed node, within libstdc++, which no sanitizer instruments.
#include <cassert>
#include <map>

static void forget_old(std::map<int, int>& sessions, int limit) {
  for (auto& entry : sessions)
    if (entry.second < limit) sessions.erase(entry.first);
}

int main() {
  std::map<int, int> sessions{{1, 10}, {2, 20}, {3, 30}};
  forget_old(sessions, 5);
  assert(sessions.size() == 3);
  forget_old(sessions, 15);
  assert(sessions.size() == 2);
}
