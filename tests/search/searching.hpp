// What the tests of searches share: run a search by name over a fresh store, collect what listeners hear.
#pragma once

#include <atomic>
#include <limits>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "base/check.hpp"
#include "heard.hpp"
#include "model/walker.hpp"
#include "search/breadth_first.hpp"
#include "search/depth_first.hpp"
#include "store/exact.hpp"

namespace waymark::search {

enum class Order { depth_first, breadth_first };
inline std::ostream& operator<<(std::ostream& out, Order order) {
  return out << (order == Order::depth_first ? "depth_first" : "breadth_first");
}

struct Options {
  Limits limits;
  Judged judged;
  std::vector<StepListener*> listeners;
  std::uint64_t memory = std::uint64_t{4} << 30;
};

inline Outcome search_over(Order order, model::Model& model, store::Store& store, base::Budget& budget,
                           const Options& options) {
  Parts parts{model, &store, budget, options.limits, options.judged, options.listeners};
  if (order == Order::depth_first) return DepthFirst(parts).run();
  return BreadthFirst(parts).run();
}

inline Outcome search(Order order, model::Model& model, const Options& options = {}) {
  base::Budget budget(options.memory);
  Outcome outcome;
  {
    store::Exact store(budget);
    outcome = search_over(order, model, store, budget, options);
  }
  CHECK(budget.used() == 0);  // everything asked for was given back
  return outcome;
}

// Goes on past every violation.
inline Options everything() {
  Options options;
  options.limits.errors = 0;
  return options;
}

// Fires the choices from the initial state and returns what became of the last one.
inline model::Step replay(model::Model& model, const std::vector<std::uint32_t>& choices) {
  model::Walker walker(model);
  model::Step step = model::Step::moved;
  for (const std::uint32_t choice : choices) step = walker.take(choice);
  return step;
}

// What a search of the model says over an exact store, to who listens and in the end. prepare(search) comes before it.
struct Said {
  Outcome outcome;
  std::string heard;
};
template <typename Search, typename Prepare>
Said said_by(model::Model& model, Options options, const Prepare& prepare) {
  Said said;
  Heard heard;
  options.listeners = {&heard};
  base::Budget budget(options.memory);
  {
    store::Exact store(budget);
    Search search({model, &store, budget, options.limits, options.judged, options.listeners});
    prepare(search);
    said.outcome = search.run();
  }
  EXPECT_EQ(budget.used(), 0u);
  said.heard = heard.text;
  return said;
}

}  // namespace waymark::search
