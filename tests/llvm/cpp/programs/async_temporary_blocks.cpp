// violated: deadlock; -std=c++11
// The future of std::async is a temporary: its destructor waits for the task before the next line runs.
#include <cassert>
#include <future>

int main() {
  std::promise<int> number;
  std::shared_future<int> arrives = number.get_future().share();
  int got = 0;
  std::async(std::launch::async, [&got, arrives] { got = arrives.get(); });
  number.set_value(4);
  assert(got == 4);
  return 0;
}
