/* sound */
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<int> x;
static void work() {
  const int before = x.fetch_add(1);
  assert(before == 0 || before == 1);
}
int main() {
  std::thread one(work), two(work);
  one.join();
  two.join();
}
