// A pool of N threads: jobs wait in a deque under a lock and a condition, and each tells its result by a virtual call.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#ifndef N
#define N 2
#endif
#ifndef JOBS
#define JOBS 3
#endif

struct Listener {
  virtual ~Listener() = default;
  virtual void done(int result) = 0;
};

struct Sum : Listener {
  std::atomic<int> total{0};
  void done(int result) override { total += result; }
};

class Pool {
 public:
  Pool() {
    for (int i = 0; i < N; i++) threads_.emplace_back([this] { work(); });
  }

  ~Pool() {
    {
      std::lock_guard<std::mutex> guard(lock_);
      closed_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void add(std::function<void()> job) {
    {
      std::lock_guard<std::mutex> guard(lock_);
      jobs_.push_back(std::move(job));
    }
    changed_.notify_one();
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> job;
      {
        std::unique_lock<std::mutex> guard(lock_);
        changed_.wait(guard, [this] { return closed_ || !jobs_.empty(); });
        if (jobs_.empty()) return;
        job = std::move(jobs_.front());
        jobs_.pop_front();
      }
      job();
    }
  }

  std::mutex lock_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  bool closed_ = false;
  std::vector<std::thread> threads_;
};

int main() {
  auto sum = std::make_unique<Sum>();
  {
    Pool pool;
    Listener& listener = *sum;
    for (int i = 1; i <= JOBS; i++) pool.add([&listener, i] { listener.done(i); });
  }
  assert(sum->total == JOBS * (JOBS + 1) / 2);
}
