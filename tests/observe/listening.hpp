// What the tests of listeners share: searches with listeners, and one that notes all it hears.
#pragma once

#include <vector>

#include "graph/graph.hpp"
#include "search/breadth_first.hpp"
#include "search/depth_first.hpp"
#include "store/exact.hpp"

namespace waymark::observe {

// All events of a search, in their order: a step, or a state that was left.
class Noting final : public search::StepListener {
 public:
  struct Event {
    bool left = false;
    std::uint64_t number = 0;  // where the step led, or the state that was left
    bool fresh = false;
  };
  void stepped(const search::Stepped& step) override {
    events.push_back({false, step.found.number, step.found.seen == store::Seen::fresh});
  }
  void left(std::uint64_t number, std::uint64_t) override { events.push_back({true, number, false}); }

  std::vector<Event> events;
};

template <typename Order>
search::Outcome search_heard_by(std::vector<search::StepListener*> listeners, model::Model& model,
                                const search::Limits& limits = {}, search::StateListener* states = nullptr) {
  base::Budget budget(std::uint64_t{1} << 30);
  store::Exact store(budget);
  search::Judged judged;
  judged.deadlock = false;
  return Order({model, &store, budget, limits, judged, std::move(listeners)}, states).run();
}

}  // namespace waymark::observe
