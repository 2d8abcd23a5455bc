// violated: use-after-free; -std=c++11
// The store is made after the log, so it is destroyed before it: the log's destructor writes into freed memory.
#include <cassert>
#include <vector>

static std::vector<int>& entries();
struct Log {
  int lines = 0;
  ~Log() {
    for (int& entry : entries()) entry = 0;
  }
};
static Log log;
static std::vector<int>* known;
static struct Store {
  std::vector<int> values{1, 2};
  Store() { known = &values; }
} store;
static std::vector<int>& entries() { return *known; }

int main() {
  assert(entries().size() == 2);
  log.lines = 1;
}
