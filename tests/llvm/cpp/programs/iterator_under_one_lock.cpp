// holds; -std=c++11
// The repair: the iterator lives within one critical section.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex mutex;
static std::vector<int> values{1};

static void grow() {
  std::lock_guard<std::mutex> lock(mutex);
  values.push_back(2);
}
static void walk() {
  std::lock_guard<std::mutex> lock(mutex);
  int sum = 0;
  for (auto at = values.begin(); at != values.end(); ++at) sum += *at;
  assert(sum == 1 || sum == 3);
}

int main() {
  std::thread writer(grow), reader(walk);
  writer.join();
  reader.join();
}
