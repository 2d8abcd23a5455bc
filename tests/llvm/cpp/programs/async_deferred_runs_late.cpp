// holds; -std=c++11
// A deferred task runs in the thread that asks for its value, and only then.
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

int main() {
  std::thread::id who;
  bool ran = false;
  std::future<int> late = std::async(std::launch::deferred, [&] {
    ran = true;
    who = std::this_thread::get_id();
    return 3;
  });
  assert(late.wait_for(std::chrono::seconds(0)) == std::future_status::deferred);
  assert(!ran);
  assert(late.get() == 3);
  assert(ran && who == std::this_thread::get_id());
}
