// holds; -std=c++17
// The repair: shutdown leaves the queue to the worker, which ends when it is empty.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <thread>

class Executor {
 public:
  Executor() : worker_(&Executor::loop, this) {}
  std::future<int> submit(int value) {
    std::packaged_task<int()> job([value] { return value * value; });
    std::future<int> result = job.get_future();
    std::lock_guard<std::mutex> lock(mutex_);
    jobs_.push_back(std::move(job));
    wake_.notify_one();
    return result;
  }
  void shutdown() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stopped_ = true;
    }
    wake_.notify_one();
    worker_.join();
  }

 private:
  void loop() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!stopped_ || !jobs_.empty()) {
      if (jobs_.empty()) {
        wake_.wait(lock);
        continue;
      }
      std::packaged_task<int()> job = std::move(jobs_.front());
      jobs_.pop_front();
      job();
    }
  }
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::packaged_task<int()>> jobs_;
  bool stopped_ = false;
  std::thread worker_;
};

int main() {
  Executor executor;
  std::future<int> result = executor.submit(3);
  executor.shutdown();
  assert(result.get() == 9);
}
