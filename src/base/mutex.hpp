// Mutex and Lock: std::mutex and std::unique_lock with the annotations of clang's thread-safety analysis, which
// libstdc++'s lack. What a mutex guards says so, GUARDED_BY(mutex_), and a function that
// expects it to be held, NEEDS_LOCK(mutex_); clang's build refuses code that does not keep to it (-Wthread-safety).
#pragma once

#include <mutex>

#ifdef __clang__
#define WAYMARK_THREAD_SAFETY(x) __attribute__((x))
#else
#define WAYMARK_THREAD_SAFETY(x)
#endif
#define GUARDED_BY(mutex) WAYMARK_THREAD_SAFETY(guarded_by(mutex))
#define NEEDS_LOCK(...) WAYMARK_THREAD_SAFETY(requires_capability(__VA_ARGS__))
// For a function that gives up and takes back a lock that it is handed, which the analysis cannot follow.
#define NO_LOCK_ANALYSIS WAYMARK_THREAD_SAFETY(no_thread_safety_analysis)

namespace waymark::base {

class WAYMARK_THREAD_SAFETY(capability("mutex")) Mutex {
 private:
  friend class Lock;
  std::mutex mutex_;
};

// Holds a mutex for as long as it lives, but for the time between unlock() and lock().
class WAYMARK_THREAD_SAFETY(scoped_lockable) Lock {
 public:
  explicit Lock(Mutex& mutex) WAYMARK_THREAD_SAFETY(acquire_capability(mutex)) : lock_(mutex.mutex_) {}
  ~Lock() WAYMARK_THREAD_SAFETY(release_capability()) {}  // NOLINT(modernize-use-equals-default): for the attribute
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  void lock() WAYMARK_THREAD_SAFETY(acquire_capability()) { lock_.lock(); }
  void unlock() WAYMARK_THREAD_SAFETY(release_capability()) { lock_.unlock(); }

 private:
  friend class Condition;
  std::unique_lock<std::mutex> lock_;
};

}  // namespace waymark::base
