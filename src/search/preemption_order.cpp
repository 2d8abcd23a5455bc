#include "search/preemption_order.hpp"

#include <algorithm>
#include <utility>

#include "model/preemptions.hpp"

namespace waymark::search {

PreemptionOrder::PreemptionOrder(Parts parts, std::uint64_t most)
    : most_(most),
      path_(parts.model, parts.budget),
      origins_(parts.budget),
      choices_(parts.budget),
      explorer_(std::move(parts), *this) {}

Outcome PreemptionOrder::run() {
  explorer_.guard([this] { explore(); });
  explorer_.conclude();
  for (Finding& finding : explorer_.findings()) finding.begin_with(way(finding.from));
  Outcome outcome = explorer_.finish();
  if (cut_off_ && outcome.why == Why::finished) {
    outcome.why = Why::preemptions;
    outcome.verdict = verdict_of(outcome.why, outcome.tallies.errors);
  }
  return outcome;
}

Statistics PreemptionOrder::statistics() const {
  Statistics statistics;
  Waves& waves = statistics.waves.emplace();
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    waves.states.push_back((i + 1 < starts_.size() ? starts_[i + 1] : explorer_.tallies().states) - starts_[i]);
  }
  waves.violated = violated_;
  waves.cut_off = cut_off_;
  return statistics;
}

void PreemptionOrder::explore() {
  starts_.push_back(0);
  explorer_.start();
  if (explorer_.stopping()) return;
  if (!origins_.push(Origin{})) return explorer_.stop(Why::memory);
  const auto states = [this] { return explorer_.tallies().states; };
  for (;;) {
    const std::uint64_t first = starts_.back();
    std::uint64_t end = first;
    for (; end < states() && !explorer_.stopping(); ++end) expand(end, Steps::free);
    if (explorer_.stopping()) return;
    if (starts_.size() > most_) {
      cut_off_ = goes_on_from(first, end);
      return;
    }
    starts_.push_back(end);
    for (std::uint64_t number = first; number < end && !explorer_.stopping(); ++number) {
      expand(number, Steps::preempting);
    }
    if (explorer_.stopping()) return;
    if (end == states()) return starts_.pop_back();
  }
}

void PreemptionOrder::expand(std::uint64_t number, Steps steps) {
  const std::uint64_t depth = origins_[number].depth;
  explorer_.model().unpack(explorer_.store().words(number));
  if (!path_.push(number)) return explorer_.stop(Why::memory);
  if (path_.width() == 0 && steps == Steps::free) explorer_.dead_end(number, depth);
  const std::uint64_t base = path_.size();
  while (!explorer_.stopping()) {
    if (path_.exhausted()) {
      if (path_.size() == base) break;
      path_.pop();
      continue;
    }
    const bool chosen = model::preempts(path_.next_transition()) == (steps == Steps::preempting);
    if (path_.size() == base && !chosen) {
      path_.pass_over();
    } else if (explorer_.step(path_, depth) == Arrival::fresh) {
      note_child();
    }
  }
  if (!violated_ && explorer_.tallies().errors > 0) violated_ = starts_.size() - 1;
  if (explorer_.stopping()) return;
  path_.pop();
  const bool done = steps == Steps::preempting || starts_.size() > most_;
  if (done) explorer_.leave(number, depth);
}

void PreemptionOrder::note_child() {
  step_.clear();
  path_.choices(step_);
  for (const std::uint32_t choice : step_) {
    if (!choices_.push(choice)) return explorer_.stop(Why::memory);
  }
  const std::uint64_t parent = path_.number();
  if (!origins_.push(Origin{parent, choices_.size(), origins_[parent].depth + 1})) explorer_.stop(Why::memory);
}

bool PreemptionOrder::goes_on_from(std::uint64_t first, std::uint64_t end) {
  for (std::uint64_t number = first; number < end; ++number) {
    explorer_.model().unpack(explorer_.store().words(number));
    if (!path_.push(number)) return true;
    bool preempts = false;
    const auto new_place = [&](model::Step fired, model::Step became) {
      explorer_.tick();
      const bool leads = fired == model::Step::moved || fired == model::Step::intermediate;
      if (explorer_.stopping() || (!leads && fired != model::Step::pruned)) return true;
      if (became != model::Step::moved) return false;
      const model::Packed state = explorer_.model().pack();
      return !state.room || explorer_.store().insert(state).seen != store::Seen::known;
    };
    path_.each_transition(path_.size() - 1, [&](const model::Transition& one) { preempts |= model::preempts(one); });
    while (preempts && !path_.exhausted()) {
      if (!model::preempts(path_.next_transition())) {
        path_.pass_over();
        continue;
      }
      const model::Step fired = path_.fire_next();
      const model::Step became = model::outcome(fired, explorer_.model());
      if (new_place(fired, became)) return true;
      if (became != model::Step::intermediate) continue;
      if (!path_.push_intermediate()) return true;
      const model::Expansion expansion = path_.each_step(
          explorer_.limits().chain, [&](model::Step one, model::Step then) { return !new_place(one, then); });
      if (expansion != model::Expansion::complete) return true;
      path_.pop();
    }
    path_.pop();
  }
  return false;
}

std::vector<std::uint32_t> PreemptionOrder::way(std::uint64_t number) const {
  std::vector<std::uint32_t> reversed;
  for (; number != 0; number = origins_[number].parent) {
    const std::uint64_t begin = origins_[number - 1].choices;
    for (std::uint64_t i = origins_[number].choices; i > begin; --i) reversed.push_back(choices_[i - 1]);
  }
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

}  // namespace waymark::search
