// holds; -std=c++17
// The repair: the element is found and used in one critical section.
#include <cassert>
#include <map>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::map<int, int> ports{{80, 1}};

static int use(int port) {
  std::lock_guard<std::mutex> lock(mutex);
  auto at = ports.find(port);
  return at == ports.end() ? 0 : ++at->second;
}

int main() {
  std::thread closer([] {
    std::lock_guard<std::mutex> lock(mutex);
    ports.erase(80);
  });
  int got = use(80);
  assert(got == 0 || got == 2);
  closer.join();
  assert(ports.empty());
}
