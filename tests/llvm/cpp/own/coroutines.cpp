// holds; -std=c++20
// A generator, and a task that one thread begins and another continues.
#include <atomic>
#include <cassert>
#include <coroutine>
#include <exception>
#include <stdexcept>
#include <thread>
#include <utility>

struct Generator {
  struct promise_type {
    int value = 0;
    Generator get_return_object() { return Generator{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int given) {
      value = given;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { throw; }
  };

  explicit Generator(std::coroutine_handle<promise_type> given) : handle(given) {}
  Generator(Generator&& other) noexcept : handle(std::exchange(other.handle, {})) {}
  ~Generator() {
    if (handle) handle.destroy();
  }
  bool next() {
    handle.resume();
    return !handle.done();
  }

  std::coroutine_handle<promise_type> handle;
};

struct Counted {
  static inline int alive = 0;
  Counted() { ++alive; }
  ~Counted() { --alive; }
};

static Generator count_to(int last) {
  Counted counted;
  for (int i = 1; i <= last; ++i) co_yield i;
}

static Generator fails() {
  co_yield 1;
  throw std::runtime_error("no more");
}

struct Detached {
  struct promise_type {
    Detached get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};

static std::atomic<void*> waiting{nullptr};
static std::atomic<int> done{0};

struct Handover {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> handle) { waiting = handle.address(); }
  int await_resume() { return 20; }
};

static Detached work(int given) {
  const int sum = given + co_await Handover{};
  done = sum;
}

int main() {
  int sum = 0;
  {
    Generator numbers = count_to(3);
    while (numbers.next()) sum += numbers.handle.promise().value;
    assert(sum == 6);
    Generator early = count_to(5);
    assert(early.next() && early.handle.promise().value == 1);
    assert(Counted::alive == 1);
  }
  assert(Counted::alive == 0);
  Generator one = fails();
  assert(one.next());
  bool caught = false;
  try {
    one.next();
  } catch (const std::runtime_error&) {
    caught = true;
  }
  assert(caught);
  std::thread other([] {
    void* address = nullptr;
    while ((address = waiting.load()) == nullptr) std::this_thread::yield();
    std::coroutine_handle<>::from_address(address).resume();
  });
  work(1);
  other.join();
  assert(done == 21);
}
