// holds; -std=c++20
// At most one of the threads is inside.
#include <atomic>
#include <cassert>
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> places(1);
static std::atomic<int> inside{0};

static void visit() {
  places.acquire();
  assert(++inside == 1);
  --inside;
  places.release();
}

int main() {
  std::thread a(visit), b(visit);
  a.join();
  b.join();
  assert(places.try_acquire() && !places.try_acquire());
}
