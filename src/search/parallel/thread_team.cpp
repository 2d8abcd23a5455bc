#include "search/parallel/thread_team.hpp"

#include <utility>

#include "base/spin_wait.hpp"

namespace waymark::search {

void Barrier::pass() {
  const unsigned turn = turn_.load(std::memory_order_relaxed);
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {
    arrived_.store(0, std::memory_order_relaxed);
    turn_.store(turn + 1, std::memory_order_release);
    return turn_.notify_all();
  }
  if (base::spin_wait([&] { return turn_.load(std::memory_order_acquire) != turn; })) return;
  turn_.wait(turn, std::memory_order_acquire);
}

ThreadTeam::~ThreadTeam() {
  if (threads_.empty()) return;
  work_ = nullptr;
  gate_.pass();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadTeam::start() {
  for (unsigned member = 1; member < size_; ++member) {
    threads_.emplace_back([this, member] {
      for (gate_.pass(); work_ != nullptr; gate_.pass()) {
        take_part(member);
        gate_.pass();
      }
    });
  }
}

void ThreadTeam::run(const std::function<void(unsigned)>& work) {
  if (size_ > 1 && threads_.empty()) start();
  work_ = &work;
  if (size_ > 1) gate_.pass();
  take_part(0);
  if (size_ > 1) gate_.pass();
  const base::Lock lock(mutex_);
  if (thrown_ != nullptr) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

void ThreadTeam::take_part(unsigned member) {
  try {
    (*work_)(member);
  } catch (...) {
    const base::Lock lock(mutex_);
    if (thrown_ == nullptr) thrown_ = std::current_exception();
  }
}

}  // namespace waymark::search
