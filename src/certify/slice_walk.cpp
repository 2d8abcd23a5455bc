#include "certify/slice_walk.hpp"

#include <algorithm>

namespace waymark::certify {

void SliceWalk::begin(const std::atomic<std::uint64_t>* halt) {
  result_ = {};
  halt_ = halt;
  told_ = 0;
  walk_.reset();
}

Result SliceWalk::finish(bool well, std::uint64_t held) {
  if (well) result_.verdict = Verdict::certified;
  result_.figures.path_bytes = walk_.path_bytes() + held;
  result_.at = at();
  tell_progress();
  return result_;
}

void SliceWalk::tell_progress() {
  if (request_.progress == nullptr) return;
  request_.progress->walk(result_.figures.states - told_);
  told_ = result_.figures.states;
}

void SliceWalk::count_state() {
  ++result_.figures.states;
  result_.figures.depth = std::max(result_.figures.depth, walk_.depth() - 1);
}

bool SliceWalk::in_time(std::uint64_t count) {
  constexpr std::uint64_t between_looks = 1024;
  if (count % between_looks != 0) return true;
  tell_progress();
  if (halt_ != nullptr && at() > halt_->load(std::memory_order_relaxed)) return ended("stopped");
  if (request_.stop == nullptr || !request_.stop->reached()) return true;
  const base::Stopped early(request_.stop->why());
  result_.limit = early.why();
  return ended(early.what());
}

}  // namespace waymark::certify
