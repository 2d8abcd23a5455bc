// How a level is settled: all ranks agree on whether the search goes on, on what of the level one process would have
// come to, and on the numbers of the states of the next one.
#include <algorithm>
#include <numeric>

#include "base/check.hpp"
#include "cluster/search/distributed_bfs.hpp"
#include "cluster/transport/message_reader.hpp"

namespace waymark::cluster {

std::vector<DistributedBfs::Status> DistributedBfs::gather_statuses() {
  base::ByteSink sink;
  sink.varint(explorer_.stopping() ? static_cast<std::uint64_t>(explorer_.why()) + 1 : 0);
  sink.varint(explorer_.tallies().errors - errors_before_ + breaches_);
  sink.varint(explorer_.has_cut_off() ? 1 : 0);
  sink.varint(unsupported_ ? 1 : 0);
  if (unsupported_) {
    sink.varint(unsupported_->after.source());
    sink.varint(unsupported_->after.index());
    write_violation(sink, unsupported_->what);
  }
  std::vector<Status> statuses;
  const std::vector<Bytes> said = transport_.gather(sink.bytes());
  for (unsigned rank = 0; rank < said.size(); ++rank) {
    MessageReader heard(rank, said[rank]);
    Status& status = statuses.emplace_back();
    const std::uint64_t why = heard.below(static_cast<std::uint64_t>(search::Why::unsupported) + 2);
    if (why != 0) status.why = static_cast<search::Why>(why - 1);
    status.violations = heard.number();
    status.cut_off = heard.below(2) == 1;
    if (heard.below(2) == 0) continue;
    const std::uint64_t source = heard.number();
    status.unsupported.emplace().after = Edge(source, heard.below(Edge::most_indices));
    status.unsupported->what = read_violation(heard);
  }
  return statuses;
}

std::vector<Violated> DistributedBfs::violations() const {
  std::vector<Violated> out;
  const std::vector<search::Finding>& findings = explorer_.findings();
  for (std::size_t i = 0; i < findings.size(); ++i) {
    out.push_back({places_[i], findings[i].violation, findings[i].choices, findings[i].length});
  }
  for (const Broken& broken : broken_) {
    const Edge by = met_by_[broken.id - next_first_];
    const std::uint64_t length = begun_ ? tree_.depth() + 1 : 0;
    // A state is discovered with the arrival of that transition.
    const Edge after = begun_ ? Edge(by.source(), by.index() + 1) : by;
    out.push_back({{after, false, broken.invariant},
                   search::Explorer::broken(invariants_[broken.invariant], broken.undefined),
                   {},
                   length});
  }
  return out;
}

// Where all expand all states, each meets those of the next level in the order of their numbers.
std::optional<std::vector<std::uint64_t>> DistributedBfs::settle_numbers() {
  if (!owners_.shared()) return tree_.settle(met_by_);
  std::vector<Edge> of_mine;
  std::vector<std::uint64_t> expected;
  for (std::uint64_t i = 0; i < met_by_.size(); ++i) {
    if (!mine(next_first_ + i)) continue;
    of_mine.push_back(met_by_[i]);
    expected.push_back(i);
  }
  std::optional<std::vector<std::uint64_t>> numbers = tree_.settle(of_mine);
  if (!numbers) return std::nullopt;
  CHECK(*numbers == expected);
  numbers->resize(met_by_.size());
  std::iota(numbers->begin(), numbers->end(), std::uint64_t{0});
  return numbers;
}

std::optional<Edge> DistributedBfs::one_too_many(const std::vector<std::uint64_t>& numbers) {
  // What a checkpoint keeps are whole levels, and so is then what was searched.
  const bool too_many = tree_.first() + tree_.size() > most_states_ && tree_.size() != 0;
  if (!too_many || keeps_) return std::nullopt;
  // Who goes on from a checkpoint may have more from the beginning.
  const std::uint64_t number = std::max(most_states_, tree_.first()) - tree_.first();
  const auto at = std::find(numbers.begin(), numbers.end(), number);
  base::ByteSink sink;
  if (at != numbers.end()) {
    const Edge by = met_by_[static_cast<std::size_t>(at - numbers.begin())];
    sink.varint(by.source());
    sink.varint(by.index());
  }
  std::optional<Edge> behind;
  const std::vector<Bytes> said = transport_.gather(sink.bytes());
  for (unsigned rank = 0; rank < said.size(); ++rank) {
    MessageReader heard(rank, said[rank]);
    if (heard.at_end()) continue;
    const std::uint64_t source = heard.number();
    behind = Edge(source, heard.below(Edge::most_indices) + 1);
  }
  CHECK(behind);
  return behind;
}

// The step by which there are too many states is judged to its end.
void DistributedBfs::forget_later(std::vector<Violated>& found, const std::optional<Edge>& full) const {
  const auto later = [&](const Violated& one) {
    const Edge after = one.place.after;
    if (unsupported_) return after.source() > unsupported_->after.source();
    return full && (after > *full || (after == *full && one.violation.after != model::Step::moved));
  };
  found.erase(std::remove_if(found.begin(), found.end(), later), found.end());
}

bool DistributedBfs::settle() {
  std::uint64_t violations_of_level = 0;
  for (Status& status : gather_statuses()) {
    violations_of_level += status.violations;
    cut_off_ = cut_off_ || status.cut_off;
    if (status.why && why_ == search::Why::finished) why_ = *status.why;
    if (!status.unsupported || (unsupported_ && unsupported_->after <= status.unsupported->after)) continue;
    unsupported_ = std::move(status.unsupported);
  }
  std::vector<Violated> found;
  if (violations_of_level > 0) found = gather_violations(transport_, violations());
  if (why_ != search::Why::finished) {
    if (conclude(std::move(found), violations_of_level)) why_ = search::Why::errors;
    return false;
  }
  std::optional<std::vector<std::uint64_t>> numbers;
  if (begun_) {
    numbers = settle_numbers();
    if (!numbers) why_ = search::Why::memory;
  } else {
    numbers.emplace(met_by_.size(), 0);
  }
  std::optional<Edge> full = begun_ && numbers ? one_too_many(*numbers) : std::nullopt;
  if (full && unsupported_ && unsupported_->after < *full) full.reset();
  if (full) unsupported_.reset();
  if (full || unsupported_) {
    forget_later(found, full);
    violations_of_level = found.size();
  }
  // What shows in the step by which there are too many states does not end the search, which has ended.
  const std::uint64_t wanted = most_errors_ - errors_;
  const bool before = !full || (wanted - 1 < found.size() && found[wanted - 1].place.after != *full);
  if (conclude(std::move(found), violations_of_level)) {
    why_ = before ? search::Why::errors : search::Why::memory;
    return false;
  }
  if (why_ != search::Why::finished) return false;
  if (full || unsupported_) {
    cut_at({full ? *full : unsupported_->after, true, 0}, false);
    why_ = full ? search::Why::memory : search::Why::unsupported;
  }
  if (unsupported_) return false;
  next_level(std::move(*numbers));
  if (keeps_ && tree_.first() + tree_.size() > most_states_) why_ = search::Why::memory;
  return why_ == search::Why::finished && tree_.size() != 0;
}

bool DistributedBfs::conclude(std::vector<Violated> found, std::uint64_t count) {
  // When a level is settled, the tree goes on to the next one.
  const bool settled = begun_ && why_ == search::Why::finished;
  const std::uint64_t depth = tree_.depth() - (settled ? 1 : 0);
  const bool enough = most_errors_ != 0 && errors_ + count >= most_errors_;
  if (enough && !found.empty()) {
    const std::size_t last = std::min<std::size_t>(most_errors_ - errors_, found.size()) - 1;
    const Place place = found[last].place;
    const bool dead_end = begun_ && found[last].length == depth;
    const bool exact = explorer_.store().promise() == store::Promise::exact;
    if (why_ == search::Why::finished) cut_at(place, dead_end);
    shortest_ = most_errors_ == 1 && exact && why_ == search::Why::finished;
    // A deadlock shows only when its state's turn comes, one level after other violations of the same length.
    const auto shorter = std::find_if(found.begin(), found.end(), [&](const Violated& one) {
      return one.length < found[last].length && one.place.after.source() > place.after.source();
    });
    if (shortest_ && shorter != found.end()) found[last] = *shorter;
    found.resize(last + 1);
  }
  if (enough) count = most_errors_ - errors_;
  for (Violated& one : found) {
    if (kept_.size() < most_kept_) kept_.push_back({std::move(one), depth});
  }
  errors_ += count;
  return enough;
}

void DistributedBfs::cut_at(const Place& place, bool dead_end) {
  search::Tallies& tallies = cut_.emplace();
  tallies.states = 1;
  if (!begun_) return;
  const Tree::Taken taken = tree_.before(place.after);
  tallies.states = tree_.first() + taken.discoveries;
  const std::uint64_t depth = tree_.depth() - 1;
  // A state without transitions is done with as soon as that is seen, and at the depth limit only such a state is.
  const std::uint64_t end = place.after.source() + (dead_end ? 1 : 0);
  tallies.explored = tree_.first_of(depth) + (depth < explorer_.limits().depth ? end : dead_ends_before(end));
  tallies.transitions = taken.transitions;
  tallies.depth = depth + (taken.discoveries > 0 ? 1 : 0);
}

std::uint64_t DistributedBfs::dead_ends_before(std::uint64_t source) {
  base::ByteSink sink;
  sink.varint(static_cast<std::uint64_t>(
      std::count_if(dead_ends_.begin(), dead_ends_.end(), [&](std::uint64_t one) { return one < source; })));
  std::uint64_t all = 0;
  const std::vector<Bytes> said = transport_.gather(sink.bytes());
  for (unsigned rank = 0; rank < said.size(); ++rank) all += MessageReader(rank, said[rank]).number();
  return all;
}

void DistributedBfs::next_level(std::vector<std::uint64_t> numbers) {
  numbers_ = std::move(numbers);
  first_ = next_first_;
  level_begins_.push_back(first_);
  next_first_ += numbers_.size();
  if (settings_.counts || settings_.numbers) {
    for (const std::uint64_t number : numbers_) all_numbers_.push_back(tree_.first() + number);
  }
  if (settings_.counts) counts_.resize(next_first_);
  met_by_.clear();
  arrived_.clear();
  broken_.clear();
  breaches_ = 0;
  errors_before_ = explorer_.tallies().errors;
  places_.clear();
  explorer_.findings().clear();
  if (ahead_) ahead_->next_level();
  if (settings_.compact != nullptr) settings_.compact->next_level();
  begun_ = true;
}

}  // namespace waymark::cluster
