// holds; -std=c++11
// A value, an exception, a broken promise, and a second use of one promise.
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  std::promise<int> good, bad;
  std::future<int> value = good.get_future(), error = bad.get_future();
  std::thread worker([&] {
    good.set_value(5);
    bad.set_exception(std::make_exception_ptr(std::out_of_range("far")));
  });
  assert(value.get() == 5 && !value.valid());
  bool failed = false;
  try {
    error.get();
  } catch (const std::out_of_range&) {
    failed = true;
  }
  worker.join();
  assert(failed);
  std::future<int> orphan;
  {
    std::promise<int> forgotten;
    orphan = forgotten.get_future();
  }
  try {
    orphan.get();
    assert(false);
  } catch (const std::future_error& broken) {
    assert(broken.code() == std::future_errc::broken_promise);
  }
}
