/* waymark: check -std=c++17
   expect:  violated: deadlock|lock
   level:   1 */
/* Listeners are called under the lock of the list, and one of them registers another: the thread waits for itself,
   which for a std::mutex is undefined and in practice a deadlock ([thread.mutex.requirements.mutex], 7). */
#include <functional>
#include <mutex>
#include <vector>

static std::mutex guard;
static std::vector<std::function<void()>> listeners;

static void add(std::function<void()> listener) {
  std::lock_guard lock(guard);
  listeners.push_back(std::move(listener));
}

static void tell_all() {
  std::lock_guard lock(guard);
  for (auto& listener : listeners) listener();
}

int main() {
  add([] { add([] {}); });
  tell_all();
}
