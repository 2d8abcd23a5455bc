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
  sink.varint(reported.size());
  std::uint64_t before = 0;
  for (const Fingerprints::Entry& entry : reported) {
    sink.varint(entry.id - before);
    sink.u8(entry.own ? 1 : 0);
    sink.u64(entry.fingerprint.low);
    sink.u64(entry.fingerprint.high);
    before = entry.id;
  }
}

bool IdsEvidence::decode(base::ByteSource& source) {
  source.copy(own.begin);
  source.copy(own.end);
  for (std::uint64_t left = source.varint(); left > 0 && !source.failed(); --left) {
    source.copy(holes.emplace_back().begin);
    source.copy(holes.back().end);
  }
  std::uint64_t id = 0;
  for (std::uint64_t left = source.varint(); left > 0 && !source.failed(); --left) {
    const std::uint64_t difference = source.varint();
    const std::uint8_t explored = source.u8();
    if (__builtin_add_overflow(id, difference, &id) || id == 0 || explored > 1) return false;
    const std::uint64_t low = source.u64();
    reported.push_back({id, {low, source.u64()}, explored == 1});
  }
  return !source.failed();
}

IdsSlice::IdsSlice(model::Model& model, const Secret& secret, const Request& request,
                   std::shared_ptr<const script::File> file, std::uint64_t memory)
    : SliceWalk(model, request), file_(std::move(file)), memory_(memory) {
  model.key(model::Key::secret(secret.key(fingerprint_key)));
}

std::string IdsSlice::place() const { return "transition " + std::to_string(at()) + " of the script"; }

bool IdsSlice::read(script::IdsStep& step) {
  if (!in_time(++ticks_)) return false;
  if (reader_->next(step)) return true;
  if (!reader_->failed()) return reject("the script ends before the task does");
  const script::Fault fault = reader_->fault();
  return fault.limit ? ended(fault.why) : reject(fault.why);
}

Result IdsSlice::run(const script::IdsTask& task, const std::atomic<std::uint64_t>* halt) {
  begin(halt);
  evidence_ = {};
  task_ = &task;
  known_.clear();
  skipped_.clear();
  path_.clear();
  reported_ = 0;
  const bool well = go_to_begin() && replay() && go_on();
  result_.figures.entries = known_.most();
  const bool alone = task.root == 0 && task.begin == 0 && task.end == script::IdsTask::to_the_end;
  if (!alone) known_.each([&](const Fingerprints::Entry& entry) { evidence_.reported.push_back(entry); });
  std::sort(evidence_.reported.begin(), evidence_.reported.end());
  return finish(well, reader_->path().bytes() + path_.capacity() * sizeof(EnteredState) + known_.bytes());
}

// Reads the script, without the program, up to where the task begins: other tasks check that part.
bool IdsSlice::go_to_begin() {
  const bool region = task_->root > 1;
  const bool behind = reader_ != nullptr && !reader_->failed() &&
                      (region ? reader_->highest() < task_->root
                              : task_->root == 0 && task_->begin != 0 && reader_->transitions() <= task_->begin &&
                                    !reader_->path().empty());
  if (!behind) reader_ = std::make_unique<script::IdsReader>(file_, memory_ / 4);
  script::IdsStep step;
  while (region ? reader_->highest() < task_->root : reader_->transitions() < task_->begin) {
    if (!read(step)) return false;
  }
  evidence_.own.begin = reader_->position();
  const bool from_the_start = task_->root == 1 || task_->begin == 0;
  first_own_ = region ? task_->root : from_the_start ? 1 : reader_->highest() + 1;
  return true;
}

// Goes with the program to where the task begins. The states on the way are others'; their fingerprints are reported,
// so that all tasks agree on whose transitions they take.
bool IdsSlice::replay() {
  const auto& open = reader_->path().states();
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (!in_time(++ticks_) || !enter() || !keep(open[i].id, open[i].id >= first_own_)) return false;
    if (i + 1 < open.size() && !go_to(open[i].next - 1)) return false;
  }
  if (open.back().id < first_own_) return true;
  count_state();
  // A task that goes on from here, or has left this region to us, reports its first state too.
  report_path();
  return true;
}

bool IdsSlice::keep(std::uint64_t id, bool own) {
  known_.insert({id, model_.fingerprint(), own}, request_.stop);
  return known_.bytes() <= memory_ / 2 || ended("the fingerprints need more memory than allowed");
}

bool IdsSlice::enter() {
  if (!walk_.enter()) return false;
  base::poll_growth(request_.stop, path_);
  path_.push_back({model_.fingerprint(), 0});
  return true;
}

// The states on the path that this task explores: others begin their way with them, so they must find them reported
// even if the script does not meet them again.
void IdsSlice::report_path() {
  for (; reported_ < path_.size(); ++reported_) {
    const std::uint64_t id = reader_->path().states()[reported_].id;
    if (is_own(id)) evidence_.reported.push_back({id, path_[reported_].fingerprint, true});
  }
}

bool IdsSlice::is_own(std::uint64_t id) const {
  if (id < first_own_) return false;
  const auto after = std::upper_bound(skipped_.begin(), skipped_.end(), id,
                                      [](std::uint64_t value, const auto& range) { return value < range.first; });
  return after == skipped_.begin() || id >= (after - 1)->second;
}

bool IdsSlice::go_to(std::uint32_t successor) {
  std::uint32_t& produced = path_.back().produced;
  if (successor < produced) {
    walk_.again();
    produced = 0;
  }
  while (produced <= successor) {
    const Walk::Event event = walk_.next();
    if (event == Walk::Event::stopped) return false;
    if (event == Walk::Event::exhausted) return reject("it takes a transition that does not exist");
    ++produced;
  }
  return true;
}

bool IdsSlice::go_on() {
  const std::size_t floor = task_->root > 1 ? reader_->path().states().size() : 1;
  script::IdsStep step;
  for (;;) {
    if (task_->root == 0 && reader_->transitions() == task_->end) {
      report_path();
      evidence_.own.end = reader_->position();
      return true;
    }
    if (!read(step) || !(step.back ? leave(step) : arrive(step))) return false;
    if (!step.back || reader_->path().states().size() >= floor) continue;
    if (task_->root > 1) {
      evidence_.own.end = reader_->position();
      return true;
    }
    if (task_->end != script::IdsTask::to_the_end) return reject("the script ends before the task does");
    return reader_->finished() || reject("the script goes on after the search has ended");
  }
}

bool IdsSlice::arrive(const script::IdsStep& step) {
  if (!go_to(step.successor)) return false;
  ++result_.figures.transitions;
  if (!step.fresh) return meet(step);
  if (std::binary_search(task_->holes.begin(), task_->holes.end(), step.id)) {
    return keep(step.id, false) && skip_hole(step.id);
  }
  if (!enter()) return false;
  count_state();
  return step.last || keep(step.id, true);
}

// The script says that this state was met before.
bool IdsSlice::meet(const script::IdsStep& step) {
  Fingerprints::Entry* const entry = known_.find(step.id);
  if (entry == nullptr) {
    if (is_own(step.id)) return reject("it meets a state again that was marked as met for the last time");
    return keep(step.id, false);  // the task that explored it will confirm or deny
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
  if (path_.back().produced < step.successor && !go_to(step.successor - 1)) return false;
  const Walk::Event event = walk_.next();
  if (event == Walk::Event::stopped) return false;
  if (event == Walk::Event::arrived) {
    return reject("it leaves state " + std::to_string(step.id) + ", which has more transitions than were taken");
  }
  walk_.leave();
  path_.pop_back();
  reported_ = std::min(reported_, path_.size());
  return true;
}

bool IdsSlice::skip_hole(std::uint64_t root) {
  IdsEvidence::Stretch& hole = evidence_.holes.emplace_back();
  report_path();
  hole.begin = reader_->position();
  const std::size_t depth = reader_->path().states().size();
  script::IdsStep step;
  do {
    if (!read(step)) return false;
  } while (reader_->path().states().size() >= depth);
  hole.end = reader_->position();
  skipped_.emplace_back(root, reader_->highest() + 1);
  return true;
}

}  // namespace waymark::certify
