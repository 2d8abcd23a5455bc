// Comparison: follows the tree of an earlier script while a breadth-first search goes through a changed program, and
// finds out how much of it still describes the program. It only listens: whatever the old script says, the search is
// the same.
//
// The root of the old tree *leads to* the initial state. A state of the old tree that leads to a state of the program
// *fits* if its row has as many symbols as the state has successors; then the ends of its tree edges lead to the
// successors at their places. A state to which a fitting one leads is *reused*. None of this depends on the order;
// where several old states lead to the same one, the first is taken for the right one.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "base/stop.hpp"
#include "containers/budgeted_stack.hpp"
#include "model/path.hpp"
#include "observe/prior_tree.hpp"
#include "search/observer.hpp"
#include "store/store.hpp"

namespace waymark::observe {

// A place where the old tree and the program part.
struct Parting {
  enum class Kind : std::uint8_t {
    successors,  // a state of the old tree does not fit
    appeared,    // a successor of a reused state, to which nothing leads
    merged,      // a reused state with a successor to which another state of the old tree leads, too
  };
  Kind kind = Kind::successors;
  std::uint64_t state = 0;
  std::uint64_t before = 0;  // successors
  std::uint64_t now = 0;
};

class Comparison final : public search::Observer {
 public:
  // What it keeps is taken from the budget; when that is spent it gives up and why() says so, the search goes on. The
  // tree outlives it.
  Comparison(PriorTree& old, base::Budget& budget);
  ~Comparison() override { budget_.give_back(held_); }

  void started(std::uint64_t root) override;
  void stepped(const search::Stepped& step) override;
  void left(std::uint64_t number, std::uint64_t depth) override;

  // After the search. If it was complete, the old tree may still lead to states that were explored before: these are
  // looked at again, with the search's own model and store, which afterwards knows no more than before; `stop`, if any,
  // is asked now and then. After any other search only what was followed on the way counts.
  void finish(model::Model& model, store::Store& store, const base::Stop* stop);
  void finish();

  [[nodiscard]] std::uint64_t reused() const { return reused_; }
  [[nodiscard]] std::uint64_t explored() const { return explored_; }
  [[nodiscard]] std::uint64_t places() const { return places_; }
  // The one nearest to the initial state, as the search numbers them.
  [[nodiscard]] const std::optional<Parting>& first() const { return first_; }
  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  static constexpr std::uint64_t nobody = ~std::uint64_t{0};
  enum Mark : std::uint8_t { is_led = 1, is_reused = 2, is_beside = 4 };

  struct Lead {
    std::uint64_t state = 0;
    std::uint64_t old = 0;
  };

  // The state of this number is the one being explored.
  void open(std::uint64_t number);
  // The old state leads to this one, whose successors are arrivals_.
  void compare(std::uint64_t state, std::uint64_t old);
  // This old state, the end of a tree edge, leads to that successor of the state `from`.
  void lead(std::uint64_t from, std::uint64_t state, std::uint64_t old);
  void part(const Parting& place);
  void mark(std::uint64_t state, Mark as) { marks_[state] = static_cast<std::uint8_t>(marks_[state] | as); }
  [[nodiscard]] bool room();
  void give_up(std::string why);
  // Fills arrivals_.
  [[nodiscard]] bool look_up(model::Model& model, store::Store& store, model::Path& path, std::uint64_t state);

  PriorTree& old_;
  base::Budget& budget_;
  std::uint64_t held_ = 0;
  std::deque<std::uint64_t> leaders_;  // of the state being explored and all after it: which old state leads there
  containers::BudgetedStack<std::uint8_t> marks_;  // of each state met
  // What is still to be followed: old states that lead to where the search had been before, and those that lead to
  // where another one does. Of what comes after the latter it is told no more that the two part.
  containers::BudgetedStack<Lead> late_;
  containers::BudgetedStack<Lead> repeated_;
  bool again_ = false;  // what is followed is one of the latter
  std::uint64_t open_ = 0;
  std::vector<std::uint64_t> arrivals_;  // where the transitions of the state being explored lead
  std::vector<std::uint8_t> row_;
  std::uint64_t reused_ = 0;
  std::uint64_t explored_ = 0;
  std::uint64_t places_ = 0;
  std::optional<Parting> first_;
  std::string why_;
};

}  // namespace waymark::observe
