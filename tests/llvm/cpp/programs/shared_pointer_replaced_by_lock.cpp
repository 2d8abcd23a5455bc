// holds; -std=c++11 --property race
// The repair: the pointer is copied and replaced under a lock, and used without it.
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

struct Config {
  int timeout;
};
static std::mutex mutex;
static std::shared_ptr<Config> current = std::make_shared<Config>(Config{5});

static void reload() {
  auto fresh = std::make_shared<Config>(Config{9});
  std::lock_guard<std::mutex> lock(mutex);
  current.swap(fresh);
}
static void serve() {
  std::shared_ptr<Config> mine;
  {
    std::lock_guard<std::mutex> lock(mutex);
    mine = current;
  }
  assert(mine->timeout == 5 || mine->timeout == 9);
}

int main() {
  std::thread writer(reload);
  std::thread reader(serve);
  writer.join();
  reader.join();
  assert(current->timeout == 9);
}
