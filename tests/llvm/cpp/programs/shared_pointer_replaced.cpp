// violated: race; -std=c++11 --property race
// Copies of a shared_ptr may be used by several threads, one shared_ptr may not.
// Schedule: one thread replaces the configuration while the other copies it.
#include <cassert>
#include <memory>
#include <thread>

struct Config {
  int timeout;
};
static std::shared_ptr<Config> current = std::make_shared<Config>(Config{5});

static void reload() { current = std::make_shared<Config>(Config{9}); }
static void serve() {
  std::shared_ptr<Config> mine = current;
  assert(mine->timeout == 5 || mine->timeout == 9);
}

int main() {
  std::thread writer(reload);
  std::thread reader(serve);
  writer.join();
  reader.join();
}
