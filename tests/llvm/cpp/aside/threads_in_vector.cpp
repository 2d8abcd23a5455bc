// holds; -std=c++14
// Threads in a container, their numbers, and a detached one that the main thread waits for.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex mutex;
static std::condition_variable ended;
static int sum, left = 1;

static void add(int n) {
  std::lock_guard<std::mutex> lock(mutex);
  sum += n;
}

int main() {
  std::vector<std::thread> threads;
  threads.emplace_back(add, 1);
  threads.emplace_back(add, 2);
  assert(threads[0].get_id() != threads[1].get_id());
  for (std::thread& thread : threads) thread.join();
  assert(threads[0].get_id() == std::thread::id());
  assert(sum == 3);
  std::thread([] {
    std::lock_guard<std::mutex> lock(mutex);
    left = 0;
    ended.notify_one();
  }).detach();
  std::unique_lock<std::mutex> lock(mutex);
  ended.wait(lock, [] { return left == 0; });
}
