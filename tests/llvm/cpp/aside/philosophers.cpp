// violated: deadlock; -std=c++17
// Schedule: each of the three has taken the fork at the left.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

static std::array<std::mutex, 3> forks;
static std::array<int, 3> meals;

static void dine(int me) {
  std::lock_guard<std::mutex> left(forks[me]);
  std::lock_guard<std::mutex> right(forks[(me + 1) % 3]);
  ++meals[me];
}

int main() {
  std::vector<std::thread> table;
  for (int i = 1; i < 3; i++) table.emplace_back(dine, i);
  dine(0);
  for (auto& one : table) one.join();
  assert(meals[0] + meals[1] + meals[2] == 3);
}
