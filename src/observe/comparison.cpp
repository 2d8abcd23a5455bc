#include "observe/comparison.hpp"

#include <utility>

#include "base/check.hpp"
#include "script/row.hpp"

namespace waymark::observe {

namespace {

constexpr std::uint64_t leads_between_looks = 256;
constexpr std::uint64_t bytes_at_a_time = 1 << 16;
constexpr const char* no_room = "there is not enough memory to follow it";

}  // namespace

Comparison::Comparison(PriorTree& old, base::Budget& budget)
    : old_(old), budget_(budget), marks_(budget), late_(budget), repeated_(budget) {}

void Comparison::started(std::uint64_t root) {
  CHECK(root == 0);
  leaders_.push_back(0);
  if (!marks_.push(is_led)) give_up(no_room);
}

void Comparison::stepped(const search::Stepped& step) {
  if (!why_.empty()) return;
  if (step.from != open_) open(step.from);
  if (step.found.seen == store::Seen::fresh) {
    leaders_.push_back(nobody);
    if (!marks_.push(0) || !room()) return give_up(no_room);
  }
  if (leaders_.front() != nobody) arrivals_.push_back(step.found.number);
}

void Comparison::left(std::uint64_t number, std::uint64_t) {
  if (!why_.empty()) return;
  if (number != open_) open(number);
  ++explored_;
  if (const std::uint64_t old = std::exchange(leaders_.front(), nobody); old != nobody) compare(number, old);
  open(number + 1);
}

// Those that are skipped were cut off at the depth limit.
void Comparison::open(std::uint64_t number) {
  if (!why_.empty()) return;
  for (; open_ < number; ++open_) leaders_.pop_front();
  arrivals_.clear();
}

void Comparison::compare(std::uint64_t state, std::uint64_t old) {
  const std::uint64_t first_child = old_.open(old, row_);
  const std::uint64_t symbols = script::symbols_in(row_);
  if (symbols != arrivals_.size()) return part({Parting::Kind::successors, state, symbols, arrivals_.size()});
  if ((marks_[state] & is_reused) == 0) ++reused_;
  mark(state, is_reused);
  std::uint64_t child = first_child;
  script::RowCursor cursor;
  for (const std::uint64_t successor : arrivals_) {
    mark(successor, is_beside);
    if (cursor.next(row_.data()) == script::Symbol::tree) lead(state, successor, child++);
  }
}

void Comparison::lead(std::uint64_t from, std::uint64_t state, std::uint64_t old) {
  if (!why_.empty()) return;
  const bool again = again_ || (marks_[state] & is_led) != 0;
  if (again) part({Parting::Kind::merged, from});
  mark(state, is_led);
  if (!again && state > open_) {
    leaders_[state - open_] = old;
  } else if (!(again ? repeated_ : late_).push({state, old})) {
    give_up(no_room);
  }
}

void Comparison::part(const Parting& place) {
  if (again_) return;
  ++places_;
  if (!first_ || std::pair(place.state, place.kind) < std::pair(first_->state, first_->kind)) first_ = place;
}

void Comparison::finish(model::Model& model, store::Store& store, const base::Stop* stop) {
  model::Path path(model, budget_);
  for (std::uint64_t turn = 0; why_.empty() && !(late_.empty() && repeated_.empty()); ++turn) {
    if (turn % leads_between_looks == 0 && stop != nullptr && stop->reached())
      return give_up("there was no time left to follow it to its end");
    again_ = late_.empty();
    containers::BudgetedStack<Lead>& from = again_ ? repeated_ : late_;
    const Lead next = from.top();
    from.pop();
    if (!look_up(model, store, path, next.state)) return give_up(no_room);
    compare(next.state, next.old);
  }
  again_ = false;
  finish();
}

void Comparison::finish() {
  if (!why_.empty()) return;
  for (std::uint64_t state = 0; state < marks_.size(); ++state) {
    if ((marks_[state] & (is_led | is_beside)) == is_beside) part({Parting::Kind::appeared, state});
  }
}

bool Comparison::look_up(model::Model& model, store::Store& store, model::Path& path, std::uint64_t state) {
  arrivals_.clear();
  model.unpack(store.words(state));
  if (!path.push(state)) return false;
  while (!path.empty()) {
    if (path.exhausted()) {
      path.pop();
      continue;
    }
    const model::Step step = path.step();
    if (step == model::Step::intermediate && !path.push_intermediate()) return false;
    if (step != model::Step::moved) continue;
    const model::Packed packed = model.pack();
    if (!packed.room) return false;
    const store::Found found = store.insert(packed);
    if (found.seen == store::Seen::no_room) return false;
    CHECK(found.seen == store::Seen::known);  // all successors of an explored state are stored
    arrivals_.push_back(found.number);
  }
  return true;
}

bool Comparison::room() {
  const std::uint64_t bytes = leaders_.size() * sizeof(std::uint64_t);
  if (bytes <= held_) return true;
  if (!budget_.take(bytes_at_a_time)) return false;
  held_ += bytes_at_a_time;
  return true;
}

void Comparison::give_up(std::string why) {
  why_ = std::move(why);
  leaders_ = {};
  arrivals_ = {};
  budget_.give_back(held_);
  held_ = 0;
}

}  // namespace waymark::observe
