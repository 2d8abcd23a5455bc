#include "search/estimate/probes.hpp"

#include <optional>
#include <utility>

#include "search/expand.hpp"

namespace waymark::search {

namespace {

constexpr int steps_in_turn = 100;

}  // namespace

Probes::Probes(const Parts& parts, store::CountOnly& store, const ProbesSettings& settings)
    : store_(store),
      settings_(settings),
      coin_(settings.seed),
      path_(parts.model, parts.budget),
      origins_(parts.budget),
      choices_(parts.budget),
      left_(parts.budget),
      untaken_(parts.budget),
      explorer_(parts, *this) {
  for (std::uint32_t i = 0; i < settings.together; ++i) probes_.emplace_back(parts.budget);
}

Outcome Probes::run() {
  std::uint64_t first = 0;
  explorer_.guard([&] {
    begin();
    first = store_.size();
    if (!explorer_.stopping()) list_untaken();
    if (!explorer_.stopping()) probe();
  });
  const bool unfinished = full() && !explorer_.stopping();
  std::optional<Estimate> estimated;
  if (unfinished && productive_ != 0) explorer_.guard([&] { estimated = estimate(); });
  if (estimated) {
    const auto found = static_cast<double>(store_.size() - first);
    const auto visited = static_cast<double>(store_.size());
    const double unvisited = found / static_cast<double>(productive_) * static_cast<double>(store_.beyond());
    estimated->coverage = estimated->low = estimated->high = visited / (visited + unvisited);
  }
  if (unfinished) explorer_.stop(Why::memory);
  Outcome outcome = explorer_.finish();
  outcome.estimate = estimated;
  return outcome;
}

void Probes::begin() {
  explorer_.start();
  if (!explorer_.stopping()) note_origin(0);
  if (!settings_.depth_first) return breadth_first();
  if (!explorer_.stopping()) push(left_, {0, 0});
  while (!left_.empty() && store_.size() < settings_.first && !explorer_.stopping()) advance(left_);
}

void Probes::breadth_first() {
  const auto fresh = [this] { note_origin(from_); };
  std::uint64_t number = 0;
  for (; number < store_.size() && store_.size() < settings_.first && !explorer_.stopping(); ++number) {
    from_ = number;
    (void)expand_state(explorer_, path_, number, origins_[number].depth, fresh);
  }
  for (; number < store_.size(); ++number) push(left_, {number, 0});
}

std::uint64_t Probes::take(const Open& open, bool& last) {
  explorer_.model().unpack(store_.words(open.number));
  last = true;
  if (!path_.push(open.number)) {
    explorer_.stop(Why::memory);
    return 0;
  }
  from_ = open.number;
  const std::uint64_t depth = origins_[open.number].depth;
  if (path_.width() == 0) explorer_.dead_end(open.number, depth);
  std::uint64_t fresh = 0;
  if (open.next < path_.width()) {
    path_.skip(open.next);
    do {
      if (path_.exhausted()) {
        path_.pop();
        continue;
      }
      if (explorer_.step(path_, depth) == Arrival::fresh) {
        note_origin(open.number);
        ++fresh;
      }
    } while (path_.intermediate() && !explorer_.stopping());
    if (explorer_.stopping()) return fresh;
    last = path_.exhausted();
  }
  path_.pop();
  return fresh;
}

void Probes::advance(Stack& stack) {
  const Open open = stack.top();
  const std::uint64_t before = store_.size();
  bool last = false;
  const std::uint64_t fresh = take(open, last);
  if (explorer_.stopping()) return;
  if (last) {
    explorer_.leave(open.number, origins_[open.number].depth);
    stack.pop();
  } else {
    ++stack.top().next;
  }
  for (std::uint64_t i = 0; i < fresh; ++i) push(stack, {before + i, 0});
}

void Probes::list_untaken() {
  std::vector<model::Transition> enabled;
  for (std::uint64_t i = 0; i < left_.size() && !explorer_.stopping(); ++i) {
    const Open open = left_[i];
    from_ = open.number;
    explorer_.model().unpack(store_.words(open.number));
    explorer_.model().enabled(enabled);
    if (enabled.empty()) explorer_.dead_end(open.number, origins_[open.number].depth);
    for (std::uint32_t choice = open.next; choice < enabled.size(); ++choice) {
      push(untaken_, {open.number, choice});
    }
  }
  left_.shrink(0);
}

bool Probes::draw(Stack& stack) {
  while (!untaken_.empty() && !full() && !explorer_.stopping()) {
    std::swap(untaken_[coin_() % untaken_.size()], untaken_.top());
    const Open open = untaken_.top();
    untaken_.pop();
    const std::uint64_t before = store_.size();
    bool last = false;
    const std::uint64_t fresh = take(open, last);
    for (std::uint64_t i = 0; i < fresh; ++i) push(stack, {before + i, 0});
    if (fresh != 0) {
      ++productive_;
      return true;
    }
  }
  return false;
}

void Probes::probe() {
  for (bool busy = true; busy;) {
    busy = false;
    for (Stack& stack : probes_) {
      if (stack.empty() && !draw(stack)) continue;
      busy = true;
      const bool alone = probes_.size() == 1;
      for (int i = 0; (alone || i < steps_in_turn) && !stack.empty(); ++i) {
        if (full() || explorer_.stopping()) return;
        advance(stack);
      }
    }
  }
}

Estimate Probes::estimate() {
  store_.only_count();
  Estimate estimate;
  estimate.covered = store_.size();
  for (std::uint64_t i = 0; i < untaken_.size() && !explorer_.stopping(); ++i) {
    bool last = false;
    (void)take(untaken_[i], last);
  }
  return estimate;
}

void Probes::note_origin(std::uint64_t from) {
  step_.clear();
  if (!path_.empty()) path_.choices(step_);
  const std::uint64_t depth = origins_.empty() ? 0 : origins_[from].depth + 1;
  if (!origins_.push({from, choices_.size(), depth}) || !choices_.push(step_)) explorer_.stop(Why::memory);
}

void Probes::choices(std::vector<std::uint32_t>& out) {
  std::vector<std::uint64_t> line;
  for (std::uint64_t at = from_; at != 0; at = origins_[at].before) line.push_back(at);
  for (auto state = line.rbegin(); state != line.rend(); ++state) {
    const std::uint64_t end = *state + 1 == origins_.size() ? choices_.size() : origins_[*state + 1].first;
    for (std::uint64_t i = origins_[*state].first; i < end; ++i) out.push_back(choices_[i]);
  }
  if (!path_.empty()) path_.choices(out);
}

}  // namespace waymark::search
