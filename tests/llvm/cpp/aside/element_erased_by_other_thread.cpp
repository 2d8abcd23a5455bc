// violated: use-after-free; -std=c++17
// A pointer to a map's element is used after another thread erased the element.
// Schedule: the reader finds the element, the writer erases it, the reader uses it.
#include <cassert>
#include <map>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::map<int, int> ports{{80, 1}};

static int* find(int port) {
  std::lock_guard<std::mutex> lock(mutex);
  auto at = ports.find(port);
  return at == ports.end() ? nullptr : &at->second;
}

int main() {
  std::thread closer([] {
    std::lock_guard<std::mutex> lock(mutex);
    ports.erase(80);
  });
  int* found = find(80);
  if (found) {
    std::lock_guard<std::mutex> lock(mutex);
    ++*found;
  }
  closer.join();
}
