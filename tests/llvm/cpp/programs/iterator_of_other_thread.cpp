// violated: use-after-free; -std=c++11
// One thread walks the vector by iterators while another one lets it grow.
// Schedule: begin() is taken, then push_back moves the elements, then the iterator is used.
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
  std::vector<int>::iterator at;
  {
    std::lock_guard<std::mutex> lock(mutex);
    at = values.begin();
  }
  std::lock_guard<std::mutex> lock(mutex);
  assert(*at == 1);
}

int main() {
  std::thread writer(grow), reader(walk);
  writer.join();
  reader.join();
}
