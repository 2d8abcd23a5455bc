/* sound */
#include <cassert>
#include <mutex>
#include <thread>
static std::mutex lock;
static int x;
static void work() {
  std::lock_guard<std::mutex> held(lock);
  x++;
  assert(x == 1);
  x--;
}
int main() {
  std::thread one(work), two(work);
  one.join();
  two.join();
}
