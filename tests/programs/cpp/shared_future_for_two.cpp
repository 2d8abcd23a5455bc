/* waymark: check -std=c++17
   expect:  holds
   output:  42
   level:   1 */
/* A shared_future may be waited for by several threads, each with a copy of its own; all read the same value. */
#include <cassert>
#include <cstdio>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::shared_future<int> answer = promise.get_future().share();
  int read = 0;
  std::thread other([answer, &read] { read = answer.get(); });
  promise.set_value(42);
  assert(answer.get() == 42);
  other.join();
  std::printf("%d\n", read);
}
