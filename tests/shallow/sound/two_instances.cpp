/* hard: the condition is true in one instance of the template and false in the other */
#include <cassert>
#include <mutex>
#include <thread>
static std::mutex lock;
static int x;
template <int by>
static void work() {
  std::lock_guard<std::mutex> held(lock);
  int mine = by;
  if (mine == 1) x = 1;
  assert(x <= 1);
}
int main() {
  std::thread one(work<1>), two(work<2>);
  one.join();
  two.join();
}
