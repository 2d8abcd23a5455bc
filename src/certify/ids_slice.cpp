#include "certify/ids_slice.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace waymark::certify {

void IdsEvidence::encode(base::ByteSink& sink) const {
  sink.raw(own.begin);
  sink.raw(own.end);
  sink.varint(holes.size());
  for (const Stretch& hole : holes) {
    sink.raw(hole.begin);
    sink.raw(hole.end);
  }
  sink.varint(claimed.size());
  std::uint64_t before = 0;
  for (const Fingerprints::Entry& claim : claimed) {
    sink.varint(claim.id - before);
    sink.u8(claim.own ? 1 : 0);
    sink.u64(claim.fingerprint.low);
    sink.u64(claim.fingerprint.high);
    before = claim.id;
  }
}

bool IdsEvidence::decode(base::ByteSource& source) {
  const auto digest = [&](script::Digest& out) {
    const auto bytes = source.raw(out.size());
    if (!source.failed()) std::copy(bytes.begin(), bytes.end(), out.begin());
  };
  digest(own.begin);
  digest(own.end);
  for (std::uint64_t left = source.varint(); left > 0 && !source.failed(); --left) {
    digest(holes.emplace_back().begin);
    digest(holes.back().end);
  }
  std::uint64_t id = 0;
  for (std::uint64_t left = source.varint(); left > 0 && !source.failed(); --left) {
    id += source.varint();
    const bool explored = source.u8() != 0;
    const std::uint64_t low = source.u64();
    claimed.push_back({id, {low, source.u64()}, explored});
    if (id == 0) return false;
  }
  return !source.failed();
}

IdsSlice::IdsSlice(model::Model& model, const Secret& secret, const Request& request,
                   std::shared_ptr<const script::File> file, std::uint64_t memory)
    : walk_(model, request), model_(model), request_(request), file_(std::move(file)), memory_(memory) {
  model.key(model::Key::secret(secret.key(fingerprint_key)));
}

bool IdsSlice::reject(std::string why) {
  result_.verdict = Verdict::rejected;
  result_.why = "transition " + std::to_string(reader_->arrivals()) + " of the script: " + std::move(why);
  result_.choices = walk_.choices();
  return false;
}

bool IdsSlice::faulty() {
  return reject(reader_->failed() ? reader_->fault().why : "the script ends before the task does");
}

bool IdsSlice::stopped() {
  result_ = walk_.result();
  return false;
}

bool IdsSlice::ended(std::string why) {
  result_.verdict = Verdict::incomplete;
  result_.why = std::move(why);
  result_.choices = walk_.choices();
  return false;
}

bool IdsSlice::in_time() {
  constexpr std::uint64_t steps_between_looks = 4096;
  if (++ticks_ % steps_between_looks != 0) return true;
  if (halt_ != nullptr && halt_->load(std::memory_order_relaxed)) return ended("stopped");
  if (request_.stop != nullptr && request_.stop->load(std::memory_order_relaxed)) return ended("interrupted");
  if (request_.deadline.has_value() && std::chrono::steady_clock::now() > *request_.deadline)
    return ended("out of time");
  return true;
}

Result IdsSlice::run(const script::IdsTask& task, const std::atomic<bool>* halt) {
  result_ = {};
  evidence_ = {};
  task_ = &task;
  halt_ = halt;
  known_.clear();
  skipped_.clear();
  levels_.clear();
  claimed_levels_ = 0;
  walk_.reset();
  if (go_to_begin() && replay() && go_on()) result_.verdict = Verdict::certified;
  evidence_.figures.entries = known_.most();
  evidence_.figures.path_bytes =
      walk_.path_bytes() + reader_->path().bytes() + levels_.capacity() * sizeof(Level) + known_.bytes();
  const bool alone = task.root == 0 && task.begin == 0 && task.end == script::IdsTask::to_the_end;
  if (!alone) known_.each([&](const Fingerprints::Entry& entry) { evidence_.claimed.push_back(entry); });
  std::sort(evidence_.claimed.begin(), evidence_.claimed.end());
  result_.figures = evidence_.figures;
  return result_;
}

// Reads the script, without the program, up to where the task begins: other tasks check that part.
bool IdsSlice::go_to_begin() {
  const bool region = task_->root > 1;
  const bool behind = reader_ != nullptr && !reader_->failed() &&
                      (region ? reader_->highest() < task_->root
                              : task_->root == 0 && task_->begin != 0 && reader_->arrivals() <= task_->begin &&
                                    !reader_->path().empty());
  if (!behind) reader_ = std::make_unique<script::IdsReader>(file_, memory_ / 4);
  script::IdsStep step;
  while (region ? reader_->highest() < task_->root : reader_->arrivals() < task_->begin) {
    if (!in_time()) return false;
    if (!reader_->next(step)) return faulty();
  }
  evidence_.own.begin = reader_->position();
  const bool from_the_start = task_->root == 1 || task_->begin == 0;
  first_own_ = region ? task_->root : from_the_start ? 1 : reader_->highest() + 1;
  return true;
}

// Goes with the program to where the task begins. The states on the way are others'; their fingerprints are claimed, so
// that all tasks agree on whose transitions they take.
bool IdsSlice::replay() {
  const auto& levels = reader_->path().levels();
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (!in_time()) return false;
    if (!enter()) return false;
    if (!keep(levels[i].id, levels[i].id >= first_own_)) return false;
    if (i + 1 == levels.size()) break;
    if (!go_to(levels[i].next - 1)) return false;
  }
  const bool root_is_own = levels.back().id >= first_own_;
  evidence_.figures.states = root_is_own ? 1 : 0;
  evidence_.figures.depth = root_is_own ? levels.size() - 1 : 0;
  // Whoever goes on from here, or has left this region to us, claims to know its first state too.
  if (root_is_own) claim_path();
  return true;
}

bool IdsSlice::keep(std::uint64_t id, bool own) {
  known_.insert({id, model_.fingerprint(), own});
  return known_.bytes() <= memory_ / 2 || ended("the fingerprints need more memory than allowed");
}

bool IdsSlice::enter() {
  if (!walk_.enter()) return stopped();
  levels_.push_back({model_.fingerprint(), 0});
  return true;
}

// The states on the path that this task explores: others begin their way with them, so they must find them claimed even
// if the script does not meet them again.
void IdsSlice::claim_path() {
  const auto& levels = reader_->path().levels();
  for (; claimed_levels_ < levels_.size(); ++claimed_levels_) {
    const std::uint64_t id = levels[claimed_levels_].id;
    if (is_own(id)) evidence_.claimed.push_back({id, levels_[claimed_levels_].fingerprint, true});
  }
}

bool IdsSlice::is_own(std::uint64_t id) const {
  if (id < first_own_) return false;
  const auto after = std::upper_bound(skipped_.begin(), skipped_.end(), id,
                                      [](std::uint64_t value, const auto& range) { return value < range.first; });
  return after == skipped_.begin() || id >= (after - 1)->second;
}

bool IdsSlice::go_to(std::uint32_t arrival) {
  std::uint32_t& produced = levels_.back().produced;
  if (arrival < produced) {
    walk_.again();
    produced = 0;
  }
  while (produced <= arrival) {
    const Walk::Event event = walk_.next();
    if (event == Walk::Event::stopped) return stopped();
    if (event == Walk::Event::exhausted) return reject("it takes a transition that does not exist");
    ++produced;
  }
  return true;
}

bool IdsSlice::go_on() {
  const std::size_t floor = task_->root > 1 ? reader_->path().levels().size() : 1;
  script::IdsStep step;
  for (;;) {
    if (task_->root == 0 && reader_->arrivals() == task_->end) {
      claim_path();
      evidence_.own.end = reader_->position();
      return true;
    }
    if (!in_time()) return false;
    if (!reader_->next(step)) return faulty();
    if (!step.back) {
      if (!arrive(step)) return false;
      continue;
    }
    if (!leave(step)) return false;
    if (reader_->path().levels().size() >= floor) continue;
    if (task_->root > 1) {
      evidence_.own.end = reader_->position();
      return true;
    }
    if (task_->end != script::IdsTask::to_the_end) return reject("the script ends before the task does");
    return reader_->finished() || reject("the script goes on after the search has ended");
  }
}

bool IdsSlice::arrive(const script::IdsStep& step) {
  if (!go_to(step.arrival)) return false;
  ++evidence_.figures.transitions;
  if (!step.fresh) return meet(step);
  if (std::binary_search(task_->holes.begin(), task_->holes.end(), step.id)) {
    return keep(step.id, false) && skip_hole(step.id);
  }
  if (!enter()) return false;
  ++evidence_.figures.states;
  evidence_.figures.depth = std::max(evidence_.figures.depth, walk_.depth() - 1);
  return step.last || keep(step.id, true);
}

// The script says that this state was met before.
bool IdsSlice::meet(const script::IdsStep& step) {
  Fingerprints::Entry* const entry = known_.find(step.id);
  if (entry == nullptr) {
    if (is_own(step.id)) return reject("it meets a state again that was marked as met for the last time");
    return keep(step.id, false);  // whoever explored it will confirm or deny
  }
  if (entry->fingerprint != model_.fingerprint()) {
    return reject("it does not lead to state " + std::to_string(step.id));
  }
  // What others may know stays until it is compared with what they know: states of theirs, and own ones that were there
  // when the script last went through a hole.
  const bool nobody_else = entry->own && (skipped_.empty() || step.id >= skipped_.back().second);
  if (step.last && nobody_else) known_.erase(entry);
  return true;
}

bool IdsSlice::leave(const script::IdsStep& step) {
  if (levels_.back().produced < step.arrival && !go_to(step.arrival - 1)) return false;
  const Walk::Event event = walk_.next();
  if (event == Walk::Event::stopped) return stopped();
  if (event == Walk::Event::arrived) {
    return reject("it leaves state " + std::to_string(step.id) + ", which has more transitions than were taken");
  }
  walk_.leave();
  levels_.pop_back();
  claimed_levels_ = std::min(claimed_levels_, levels_.size());
  return true;
}

bool IdsSlice::skip_hole(std::uint64_t root) {
  IdsEvidence::Stretch& hole = evidence_.holes.emplace_back();
  claim_path();
  hole.begin = reader_->position();
  const std::size_t depth = reader_->path().levels().size();
  script::IdsStep step;
  do {
    if (!in_time()) return false;
    if (!reader_->next(step)) return faulty();
  } while (reader_->path().levels().size() >= depth);
  hole.end = reader_->position();
  skipped_.emplace_back(root, reader_->highest() + 1);
  return true;
}

}  // namespace waymark::certify
