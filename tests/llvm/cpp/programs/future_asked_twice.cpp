// violated: exception; -std=c++17
// get() takes the value away. The second get() throws a future_error.
#include <cassert>
#include <future>
#include <thread>

static int price(std::future<int>& answer) { return answer.get(); }

int main() {
  std::promise<int> promise;
  std::future<int> answer = promise.get_future();
  std::thread worker([&promise] { promise.set_value(12); });
  worker.join();
  int first = price(answer);
  assert(first == 12);
  int second = price(answer);
  return first - second;
}
