#include "model/path.hpp"

#include <limits>

#include "containers/mix.hpp"

namespace waymark::model {

namespace {

base::Budget& no_budget() {
  static base::Budget budget(std::numeric_limits<std::uint64_t>::max());
  return budget;
}

}  // namespace

Path::Path(TransitionSystem& model) : Path(model, no_budget()) {}

bool Path::add(std::uint64_t number, std::uint32_t chain) {
  const std::uint64_t first = transitions_.size();
  const Mark mark = model_.mark();
  model_.enabled(enabled_);
  const std::uint64_t by = rotation_ != 0 && enabled_.size() > 1 ? rotated_by(number, chain, enabled_.size()) : 0;
  if (!push_enabled(by) || !nodes_.push({mark, number, first, 0, chain})) {
    transitions_.shrink(first);
    return false;
  }
  if (chain == 0) ++states_;
  return true;
}

// In their own order, but from this one on.
bool Path::push_enabled(std::uint64_t first) {
  const std::span<const StepId> step_ids = model_.step_ids();
  std::uint64_t from = first;
  for (std::uint64_t i = 0; i < enabled_.size(); ++i) {
    if (!transitions_.push({enabled_[from], step_ids.empty() ? no_step_id : step_ids[from]})) return false;
    if (++from == enabled_.size()) from = 0;
  }
  return true;
}

void Path::replay() {
  model_.reset();
  for (std::uint64_t i = 0; i < nodes_.size(); ++i) {
    nodes_[i].mark = model_.mark();
    if (i + 1 < nodes_.size()) (void)model_.fire(transition_at(i));
  }
}

std::uint64_t Path::rotated_by(std::uint64_t number, std::uint32_t chain, std::uint64_t width) const {
  return containers::spread(containers::mix(containers::mix(number + chain) + rotation_), width);
}

std::uint32_t Path::rotated_choice_at(std::uint64_t node) const {
  const Node& one = nodes_[node];
  const std::uint64_t end = node + 1 < nodes_.size() ? nodes_[node + 1].first : transitions_.size();
  const std::uint64_t width = end - one.first;
  return static_cast<std::uint32_t>((one.next - 1 + rotated_by(one.number, one.chain, width)) % width);
}

std::uint64_t Path::choices_before(std::uint64_t number) const {
  std::uint64_t node = 0;
  while (nodes_[node].number != number) ++node;
  return node;
}

void Path::choices(std::vector<std::uint32_t>& out) const {
  for (std::uint64_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].next != 0) out.push_back(choice_at(i));
  }
}

}  // namespace waymark::model
