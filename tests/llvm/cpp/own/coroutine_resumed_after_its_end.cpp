// violated: use-after-free; -std=c++20
// The coroutine has ended and its frame is gone when it is resumed.
#include <coroutine>
#include <exception>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

static Task nothing() { co_return; }

int main() {
  Task task = nothing();
  task.handle.resume();
  task.handle.resume();
}
