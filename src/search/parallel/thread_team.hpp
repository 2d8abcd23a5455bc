// ThreadTeam: some threads that do the parts of a piece of work at the same time, and then wait for the next piece.
// The calling thread is the first of them. The others are started when there is something for all of them to do.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "base/mutex.hpp"

namespace waymark::search {

// Where so many threads wait for each other, again and again. Pieces of work are short, so who comes early looks out
// for the others before it sleeps.
class Barrier {
 public:
  explicit Barrier(unsigned size) : size_(size) {}

  void pass();

 private:
  unsigned size_;
  std::atomic<unsigned> arrived_{0};
  std::atomic<unsigned> turn_{0};
};

class ThreadTeam {
 public:
  explicit ThreadTeam(unsigned size) : size_(size), gate_(size) {}
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;
  ~ThreadTeam();

  [[nodiscard]] unsigned size() const { return size_; }
  // Calls work(0) to work(size() - 1), each by a thread of its own. What one of them throws is thrown when all are
  // done.
  void run(const std::function<void(unsigned)>& work);

 private:
  void start();
  void take_part(unsigned member);

  unsigned size_;
  Barrier gate_;                                         // at which all begin, and all end
  const std::function<void(unsigned)>* work_ = nullptr;  // nothing: that was all
  base::Mutex mutex_;
  std::exception_ptr thrown_ GUARDED_BY(mutex_);
  std::vector<std::thread> threads_;
};

}  // namespace waymark::search
