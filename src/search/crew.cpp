#include "search/crew.hpp"

#include <utility>

namespace waymark::search {

Crew::~Crew() {
  if (threads_.empty()) return;
  work_ = nullptr;
  gate_->arrive_and_wait();
  for (std::thread& thread : threads_) thread.join();
}

void Crew::start() {
  gate_ = std::make_unique<std::barrier<>>(static_cast<std::ptrdiff_t>(size_));
  for (unsigned member = 1; member < size_; ++member) {
    threads_.emplace_back([this, member] {
      for (gate_->arrive_and_wait(); work_ != nullptr; gate_->arrive_and_wait()) {
        take_part(member);
        gate_->arrive_and_wait();
      }
    });
  }
}

void Crew::run(const std::function<void(unsigned)>& work) {
  if (size_ > 1 && threads_.empty()) start();
  work_ = &work;
  if (size_ > 1) gate_->arrive_and_wait();
  take_part(0);
  if (size_ > 1) gate_->arrive_and_wait();
  if (thrown_ != nullptr) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

void Crew::take_part(unsigned member) {
  try {
    (*work_)(member);
  } catch (...) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (thrown_ == nullptr) thrown_ = std::current_exception();
  }
}

}  // namespace waymark::search
