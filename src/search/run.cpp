#include "search/run.hpp"

#include <utility>

#include "base/check.hpp"

namespace waymark::search {

namespace {

constexpr std::uint32_t steps_between_looks = 1024;

}  // namespace

Run::Run(model::Model& model, base::Budget& budget, const Limits& limits, std::vector<ProgressListener*> progress)
    : model_(model), limits_(limits), progress_(std::move(progress)), model_bytes_(budget) {}

void Run::begin() {
  began_ = Clock::now();
  if (limits_.stop != nullptr) model_.set_stop(limits_.stop);
  model_.reset();
}

void Run::go_on_from(const Tallies& tallies) {
  tallies_ = tallies;
  began_ -= std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(tallies.seconds));
}

void Run::stop(Why why) {
  if (stopping_) return;
  stopping_ = true;
  why_ = why;
}

void Run::stop_unsupported(const model::Violation& violation) {
  unsupported_ = violation;
  stop(Why::unsupported);
}

void Run::pass_over_unsupported() {
  CHECK(stopping_ && why_ == Why::unsupported);
  stopping_ = false;
  why_ = Why::finished;
}

void Run::conclude() {
  // What is not supported may be what a reduction assumed: then the search begins anew, within the same limits.
  const bool over = stopping_ ? why_ != Why::unsupported : tallies_.errors != 0;
  if (over && limits_.stop != nullptr) limits_.stop->conclude();
}

void Run::look() {
  until_look_ = steps_between_looks;
  tallies_.seconds = elapsed();
  late_ = late_ || (limits_.stop != nullptr && limits_.stop->reached());
  if (late_ && !stopping_) stop(why_of(limits_.stop->why()));
  if (!model_bytes_.resize(model_.bytes())) stop(Why::memory);
  for (ProgressListener* const listener : progress_) listener->pulse(tallies_);
}

double Run::elapsed() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

}  // namespace waymark::search
