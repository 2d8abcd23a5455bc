#include "cluster/search/level_verdict.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "cluster/transport/collective.hpp"
#include "search/omissions.hpp"
#include "search/retrace.hpp"

namespace waymark::cluster {

LevelVerdict::LevelVerdict(const search::Parts& parts, Transport& transport, search::Explorer& explorer,
                           const model::Path& path, const Frontier& frontier, Tree& tree)
    : transport_(transport),
      explorer_(explorer),
      path_(path),
      frontier_(frontier),
      tree_(tree),
      invariants_(parts.judged.invariants),
      most_errors_(parts.limits.errors),
      most_kept_(parts.limits.kept),
      most_states_(parts.limits.states) {}

void LevelVerdict::choices(std::vector<std::uint32_t>& out) {
  path_.choices(out);
  whens_.push_back({frontier_.edge(), true, whens_.size()});
}

void LevelVerdict::judge(std::uint64_t id) {
  for (std::uint32_t i = 0; i < invariants_.size(); ++i) {
    if (explorer_.model().holds(invariants_[i].watch)) continue;
    ++breaches_;
    if (broken_.size() < most_found) broken_.push_back({id, i, std::string(explorer_.model().undefined())});
  }
}

void LevelVerdict::pass_over_unsupported() {
  unsupported_ = {frontier_.edge(), explorer_.unsupported()};
  explorer_.pass_over_unsupported();
}

bool LevelVerdict::agree() {
  base::ByteSink sink;
  sink.varint(explorer_.stopping() ? static_cast<std::uint64_t>(explorer_.why()) + 1 : 0);
  sink.varint(explorer_.tallies().errors - errors_before_ + breaches_);
  sink.varint(explorer_.has_cut_off() ? 1 : 0);
  sink.varint(unsupported_ ? 1 : 0);
  if (unsupported_) {
    write_edge(sink, unsupported_->after);
    write_violation(sink, unsupported_->what);
  }
  count_ = 0;
  gather(transport_, sink, [&](MessageReader& reader) {
    const std::uint64_t why = reader.below(static_cast<std::uint64_t>(search::Why::unsupported) + 2);
    if (why != 0 && why_ == search::Why::finished) why_ = static_cast<search::Why>(why - 1);
    count_ += reader.number();
    cut_off_ = reader.below(2) == 1 || cut_off_;
    if (reader.below(2) == 0) return;
    const Edge after = read_edge(reader);
    model::Violation what = read_violation(reader);
    if (!unsupported_ || after < unsupported_->after) unsupported_ = {after, std::move(what)};
  });
  found_.clear();
  if (count_ > 0) found_ = gather_violations(transport_, violations());
  if (why_ == search::Why::finished) return true;
  if (conclude()) why_ = search::Why::errors;
  return false;
}

std::vector<Violated> LevelVerdict::violations() const {
  std::vector<Violated> out;
  const std::vector<search::Finding>& findings = explorer_.findings();
  for (std::size_t i = 0; i < findings.size(); ++i) {
    out.push_back({whens_[i], findings[i].violation, findings[i].choices, findings[i].length});
  }
  for (const Broken& broken : broken_) {
    const Edge by = frontier_.edges()[broken.id - frontier_.next_first()];
    const bool begun = frontier_.begun();
    // A state is discovered with the arrival of that transition.
    const Edge after = begun ? Edge(by.source(), by.index() + 1) : by;
    out.push_back({{after, false, broken.invariant},
                   search::Explorer::broken(invariants_[broken.invariant], broken.undefined),
                   {},
                   begun ? tree_.depth() + 1 : 0});
  }
  return out;
}

std::optional<Edge> LevelVerdict::one_too_many(const std::vector<std::uint64_t>& numbers) {
  if (tree_.first() + tree_.size() <= most_states_ || tree_.size() == 0) return std::nullopt;
  // A search that goes on from a checkpoint may have more from the beginning.
  const std::uint64_t number = std::max(most_states_, tree_.first()) - tree_.first();
  const auto at = std::find(numbers.begin(), numbers.end(), number);
  base::ByteSink sink;
  if (at != numbers.end()) write_edge(sink, frontier_.edges()[static_cast<std::size_t>(at - numbers.begin())]);
  std::optional<Edge> behind;
  gather(transport_, sink, [&](MessageReader& reader) {
    if (reader.at_end()) return;
    const Edge edge = read_edge(reader);
    behind = Edge(edge.source(), edge.index() + 1);
  });
  CHECK(behind);
  return behind;
}

// The step by which there are too many states is judged to its end.
void LevelVerdict::forget_later(const std::optional<Edge>& full) {
  std::erase_if(found_, [&](const Violated& one) {
    const Edge after = one.when.after;
    if (unsupported_) return after.source() > unsupported_->after.source();
    return after > *full || (after == *full && one.violation.after != model::Step::moved);
  });
  count_ = found_.size();
}

bool LevelVerdict::settle(const std::optional<std::vector<std::uint64_t>>& numbers, bool whole_levels) {
  if (!numbers) why_ = search::Why::memory;
  std::optional<Edge> full;
  if (frontier_.begun() && numbers && !whole_levels) full = one_too_many(*numbers);
  if (full && unsupported_ && unsupported_->after < *full) full.reset();
  if (full) unsupported_.reset();
  if (full || unsupported_) forget_later(full);
  // What shows in the step by which there are too many states does not end the search, which has ended.
  const std::uint64_t wanted = most_errors_ - errors_;
  const bool before = !full || (wanted - 1 < found_.size() && found_[wanted - 1].when.after != *full);
  if (conclude()) {
    why_ = before ? search::Why::errors : search::Why::memory;
    return false;
  }
  if (why_ != search::Why::finished) return false;
  if (full || unsupported_) {
    cut_at({full ? *full : unsupported_->after, true, 0}, false);
    why_ = full ? search::Why::memory : search::Why::unsupported;
    return false;
  }
  if (whole_levels && tree_.first() + tree_.size() > most_states_) why_ = search::Why::memory;
  return true;
}

bool LevelVerdict::conclude() {
  // When a level is settled, the tree goes on to the next one.
  const bool settled = frontier_.begun() && why_ == search::Why::finished;
  const std::uint64_t depth = tree_.depth() - (settled ? 1 : 0);
  const bool enough = most_errors_ != 0 && errors_ + count_ >= most_errors_;
  if (enough && !found_.empty()) {
    const std::size_t last = std::min<std::size_t>(most_errors_ - errors_, found_.size()) - 1;
    const Violated::When when = found_[last].when;
    const bool dead_end = frontier_.begun() && found_[last].length == depth;
    const bool exact = explorer_.store().promise() == store::Promise::exact;
    if (why_ == search::Why::finished) cut_at(when, dead_end);
    shortest_ = most_errors_ == 1 && exact && why_ == search::Why::finished;
    // A deadlock shows only when its state is expanded, one level after other violations of the same length.
    const auto shorter = std::find_if(found_.begin(), found_.end(), [&](const Violated& one) {
      return one.length < found_[last].length && one.when.after.source() > when.after.source();
    });
    if (shortest_ && shorter != found_.end()) found_[last] = *shorter;
    found_.resize(last + 1);
  }
  for (Violated& one : found_) {
    if (kept_.size() < most_kept_) kept_.push_back({std::move(one), depth});
  }
  errors_ += enough ? most_errors_ - errors_ : count_;
  return enough;
}

void LevelVerdict::cut_at(const Violated::When& when, bool dead_end) {
  search::Tallies& tallies = cut_.emplace();
  tallies.states = 1;
  if (!frontier_.begun()) return;
  const Tree::Taken taken = tree_.before(when.after);
  tallies.states = tree_.first() + taken.discoveries;
  tallies.transitions = taken.transitions;
  const std::uint64_t depth = tree_.depth() - 1;
  tallies.depth = depth + (taken.discoveries > 0 ? 1 : 0);
  // A state without transitions is explored as soon as that is seen, and at the depth limit only such a state is.
  std::uint64_t explored = when.after.source() + (dead_end ? 1 : 0);
  if (depth >= explorer_.limits().depth) {
    const auto earlier = [&](std::uint64_t number) { return number < explored; };
    explored = gather_sum(transport_,
                          static_cast<std::uint64_t>(std::count_if(dead_ends_.begin(), dead_ends_.end(), earlier)));
  }
  tallies.explored = tree_.first_of(depth) + explored;
}

void LevelVerdict::next_level() {
  broken_.clear();
  breaches_ = 0;
  errors_before_ = explorer_.tallies().errors;
  whens_.clear();
  explorer_.findings().clear();
}

search::Outcome LevelVerdict::outcome(const search::Tallies& all, const store::LevelCompact* compact) {
  search::Outcome outcome;
  outcome.tallies = cut_ ? *cut_ : all;
  outcome.tallies.errors = errors_;
  outcome.tallies.seconds = explorer_.elapsed();
  if (why_ == search::Why::finished && cut_off_) why_ = search::Why::depth;
  if (compact != nullptr) outcome.missed = compact->missed_of(outcome.tallies.states);
  if (compact != nullptr && why_ == search::Why::finished) {
    why_ = search::Why::omissions;
    outcome.estimate = search::estimate_omissions(outcome.tallies, outcome.missed);
  }
  outcome.why = why_;
  if (why_ == search::Why::unsupported) outcome.unsupported = unsupported_->what;
  outcome.shortest = shortest_;
  outcome.verdict = search::verdict_of(why_, errors_);
  for (const Kept& kept : kept_) outcome.findings.push_back(complete(kept));
  return outcome;
}

search::Finding LevelVerdict::complete(const Kept& kept) {
  const Violated& violated = kept.violated;
  search::Finding finding;
  finding.violation = violated.violation;
  finding.length = violated.length;
  std::vector<std::uint64_t> way = tree_.way(kept.depth, violated.when.after.source());
  const bool state = !violated.when.step && violated.length > 0;
  if (state) way.push_back(violated.when.after.index() - 1);
  search::Retrace retrace(explorer_.model());
  retrace.start();
  for (const std::uint64_t index : way) retrace.go(index, finding.choices);
  finding.choices.insert(finding.choices.end(), violated.choices.begin(), violated.choices.end());
  return finding;
}

}  // namespace waymark::cluster
