#include "search/cycles/component_search.hpp"

#include <optional>
#include <unordered_map>
#include <utility>

#include "base/check.hpp"
#include "search/descend.hpp"
#include "search/retrace.hpp"

namespace waymark::search {

namespace {

// What the state in which the model stands does not meet: that it is accepting, and the further sets.
std::uint32_t unmet(const model::Facts& facts) { return std::uint32_t{facts.unmet} << 1 | (facts.accepting ? 0 : 1); }

// Goes around a component that has a cycle that counts. Its states are those that are cyan, from the root on.
class WayAround {
 public:
  WayAround(Explorer& explorer, const Colours& colours, std::uint64_t root, bool fair)
      : explorer_(explorer), colours_(colours), path_(explorer.model()), root_(root), at_(root), fair_(fair) {}

  // Appends the choices of the cycle; false if it was time to stop.
  [[nodiscard]] bool go_round(std::vector<std::uint32_t>& out) {
    explorer_.model().unpack(explorer_.store().words(root_));
    std::uint32_t left = unmet(explorer_.model().facts());
    const auto meets_more = [&](std::uint64_t) {
      const std::uint32_t before = left;
      left &= unmet(explorer_.model().facts());
      return left != before;
    };
    while (left != 0) {
      if (!go(meets_more, out)) return false;
    }
    const bool step_is_wanted = fair_ || steps_ == 0;
    if (step_is_wanted && !go([](std::uint64_t) { return true; }, out)) return false;
    ActorSet wronged_by_all = step_;
    const auto better = [&](std::uint64_t) { return !wrongs(wronged_by_all); };
    for (; !empty(wronged_by_all); intersect(wronged_by_all, step_)) {
      if (!go(better, out)) return false;
    }
    return at_ == root_ || go([this](std::uint64_t number) { return number == root_; }, out);
  }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

 private:
  // Whether the step at hand wrongs all of these.
  [[nodiscard]] bool wrongs(const ActorSet& set) const {
    ActorSet both = set;
    intersect(both, step_);
    return both == set;
  }

  // By the nearest step of which the goal, asked about the state where it arrives and in which the model stands, is
  // true. That step is in step_ then, if fairness is asked for. REQUIRES: there is one.
  template <typename Goal>
  [[nodiscard]] bool go(const Goal& goal, std::vector<std::uint32_t>& out) {
    queue_.assign(1, at_);
    met_from_.clear();
    met_from_.emplace(at_, at_);
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      if (explorer_.stopping()) return false;
      const std::optional<std::uint64_t> there = expand(queue_[next], goal);
      if (there) return take(queue_[next], *there, out);
    }
    CHECK(explorer_.stopping());
    return false;
  }

  // Where the first step leads of which the goal is true; it is what path_ has taken last. Notes the others.
  template <typename Goal>
  [[nodiscard]] std::optional<std::uint64_t> expand(std::uint64_t state, const Goal& goal) {
    explorer_.model().unpack(explorer_.store().words(state));
    CHECK(path_.push(state));
    std::optional<std::uint64_t> there;
    (void)path_.each_successor(model::no_chain_limit, [&] {
      explorer_.tick();
      const store::Found found = explorer_.store().insert(explorer_.model().pack());
      const bool inside = found.number >= root_ && colours_.of(found.number) == Colour::cyan;
      if (found.seen != store::Seen::known || !inside) return true;
      if (fair_) wronged(path_, step_);
      if (goal(found.number)) {
        there = found.number;
        return false;
      }
      if (met_from_.emplace(found.number, state).second) queue_.push_back(found.number);
      return true;
    });
    if (!there) path_.clear();
    return there;
  }

  bool take(std::uint64_t from, std::uint64_t there, std::vector<std::uint32_t>& out) {
    std::vector<std::uint32_t> last;
    path_.choices(last);
    path_.clear();
    std::vector<std::uint64_t> way;
    for (; from != at_; from = met_from_.at(from)) way.push_back(from);
    Retrace retrace(explorer_.model());
    retrace.start(explorer_.store().words(at_));
    for (auto state = way.rbegin(); state != way.rend(); ++state) retrace.go(explorer_.store().words(*state), out);
    out.insert(out.end(), last.begin(), last.end());
    steps_ += way.size() + 1;
    at_ = there;
    return true;
  }

  Explorer& explorer_;
  const Colours& colours_;
  model::Path path_;  // within the step at hand
  std::uint64_t root_;
  std::uint64_t at_;
  bool fair_;
  std::uint64_t steps_ = 0;
  ActorSet step_;
  std::vector<std::uint64_t> queue_;
  std::unordered_map<std::uint64_t, std::uint64_t> met_from_;
};

}  // namespace

ComponentSearch::ComponentSearch(Parts parts, Cycles wanted)
    : path_(parts.model, parts.budget),
      colours_(parts.budget),
      open_(parts.budget),
      components_(parts.budget),
      fair_(wanted == Cycles::fair),
      entries_(parts.budget),
      wronged_(parts.budget),
      explorer_(std::move(parts), *this) {}

Outcome ComponentSearch::run() {
  explorer_.guard([this] {
    descend(
        explorer_, path_, [this](std::uint64_t number) { enter(number); },
        [this](std::uint64_t number) { meet_known(number); }, [this] { leave(); });
  });
  return explorer_.finish();
}

void ComponentSearch::enter(std::uint64_t number) {
  const model::Facts facts = explorer_.model().facts();
  const bool may_count = facts.accepting || !facts.weak;
  step_.clear();
  if (may_count && !path_.empty()) note_wronged();
  const bool room = may_count ? open(number, unmet(facts)) : colours_.paint(number, Colour::blue);
  if (!room || !path_.push(number)) return explorer_.stop(Why::memory);
  if (path_.width() == 0) return explorer_.dead_end(number, path_.depth());
  if (path_.depth() < explorer_.limits().depth) return;
  explorer_.cut_off(number);
  close(number);
  path_.pop();
}

// A component of one state, until it is known to lead back.
bool ComponentSearch::open(std::uint64_t number, std::uint32_t unmet) {
  const std::uint64_t depth = path_.states();
  return colours_.paint(number, Colour::cyan) && open_.push(number) && entries_.push(step_) && wronged_.push({}) &&
         components_.push({number, depth, unmet, false});
}

// A known state is the next one. If its component is open, it leads back to where the path is: all components between
// are one.
void ComponentSearch::meet_known(std::uint64_t number) {
  if (colours_.of(number) != Colour::cyan || colours_.of(path_.number()) != Colour::cyan) return;
  note_wronged();
  std::uint32_t unmet_by_all = ~std::uint32_t{0};
  while (components_.top().root > number) {
    const Component& inner = components_.top();
    unmet_by_all &= inner.unmet;
    if (inner.cyclic) wronged_.intersect_with_top(step_);
    entries_.intersect_with_top(step_);
    components_.pop();
    wronged_.pop();
    entries_.pop();
  }
  Component& whole = components_.top();
  if (whole.cyclic) wronged_.intersect_with_top(step_);
  wronged_.pop();
  if (!wronged_.push(step_)) return explorer_.stop(Why::memory);
  whole.cyclic = true;
  whole.unmet &= unmet_by_all;
  // If the search is to go on, it waits until all of the component is explored: no state may be met but by the search.
  if (explorer_.limits().errors == 1 && counts()) tell_cycle();
}

void ComponentSearch::leave() {
  if (path_.intermediate()) return path_.pop();
  const std::uint64_t number = path_.number();
  explorer_.leave(number, path_.depth());
  close(number);
  path_.pop();
}

// The path leaves this state. If it is a root, no state of its component is met any more but from outside.
void ComponentSearch::close(std::uint64_t root) {
  if (components_.empty() || components_.top().root != root) return;
  if (counts()) tell_cycle();
  while (!open_.empty() && open_.top() >= root) {
    colours_.repaint(open_.top(), Colour::blue);
    open_.pop();
  }
  components_.pop();
  wronged_.pop();
  entries_.pop();
}

bool ComponentSearch::counts() const {
  const Component& top = components_.top();
  return top.unmet == 0 && top.cyclic && wronged_.top_is_empty();
}

void ComponentSearch::note_wronged() {
  if (fair_) wronged(path_, step_);
}

void ComponentSearch::tell_cycle() {
  const Component& top = components_.top();
  path_.choices(whole_);
  whole_.resize(path_.choices_before(top.root));
  const std::uint64_t before = whole_.size();
  WayAround way(explorer_, colours_, top.root, fair_);
  if (way.go_round(whole_)) explorer_.found_cycle(before, top.depth + way.steps());
  whole_.clear();
  if (!explorer_.stopping()) path_.replay();
}

void ComponentSearch::choices(std::vector<std::uint32_t>& out) {
  if (whole_.empty()) return path_.choices(out);
  out = whole_;
}

}  // namespace waymark::search
