// holds; -std=c++11
// The repair: the future is kept, and waited for after the value is there.
#include <cassert>
#include <future>

int main() {
  std::promise<int> number;
  std::shared_future<int> arrives = number.get_future().share();
  int got = 0;
  std::future<void> running = std::async(std::launch::async, [&got, arrives] { got = arrives.get(); });
  number.set_value(4);
  running.get();
  assert(got == 4);
  return 0;
}
