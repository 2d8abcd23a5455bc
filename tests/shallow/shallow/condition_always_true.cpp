/* a lock makes it so, in two instances of one template */
#include <cassert>
#include <mutex>
#include <thread>
static std::mutex lock;
static int x;
template <int by>
static void work() {
  std::lock_guard<std::mutex> held(lock);
  if (x >= 0) { /* always */
    x += by;
    assert(x > 0);
  }
}
int main() {
  std::thread one(work<1>), two(work<2>);
  one.join();
  two.join();
}
