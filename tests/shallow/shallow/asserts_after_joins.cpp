/* it judges final values alone */
#include <cassert>
#include <mutex>
#include <thread>
static std::mutex lock;
static int x;
static void work() {
  std::lock_guard<std::mutex> held(lock);
  x++;
}
int main() {
  std::thread one(work), two(work);
  one.join();
  two.join();
  assert(x == 2); /* alone */
}
