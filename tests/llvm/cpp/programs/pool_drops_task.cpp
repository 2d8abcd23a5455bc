// violated: assertion; -std=c++11
// A pool that tests the flag for its end before it tests the queue.
// Schedule: the pool is closed before the worker takes the task, so the worker leaves a full queue.
#include <cassert>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>

class Pool {
 public:
  Pool() : worker_([this] { run(); }) {}
  ~Pool() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      closed_ = true;
    }
    wake_.notify_all();
    worker_.join();
  }
  void submit(std::function<void()> task) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      tasks_.push(std::move(task));
    }
    wake_.notify_one();
  }

 private:
  void run() {
    for (;;) {
      std::unique_lock<std::mutex> lock(mutex_);
      wake_.wait(lock, [this] { return closed_ || !tasks_.empty(); });
      if (closed_) return;
      std::function<void()> task = std::move(tasks_.front());
      tasks_.pop();
      lock.unlock();
      task();
    }
  }
  std::mutex mutex_;
  std::condition_variable wake_;
  std::queue<std::function<void()>> tasks_;
  bool closed_ = false;
  std::thread worker_;
};

int main() {
  int done = 0;
  {
    Pool pool;
    pool.submit([&done] { ++done; });
  }
  assert(done == 1);
}
