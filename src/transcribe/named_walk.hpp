// NamedWalk: goes through the program along the states of a script and knows the successors of each by name: by the
// statements that lead there. Several of one name are told apart by their order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "model/model.hpp"
#include "model/path.hpp"

namespace waymark::transcribe {

struct Successor {
  std::vector<model::Transition> transitions;  // to be fired one after another
  std::string name;
  std::uint32_t ordinal = 1;  // among those of the same name
};

class NamedWalk {
 public:
  // Stands in the initial state. What a script makes it list may be long: it polls `stop`, if any.
  explicit NamedWalk(model::Model& model, const base::Stop* stop = nullptr);

  // Of the state it stands in, in the order in which scripts count them.
  [[nodiscard]] const std::vector<Successor>& successors() const { return states_.back().successors; }
  // Goes to one of them.
  void enter(std::uint32_t successor);
  // Goes back to the state from which this one was entered. REQUIRES: it is not the initial one.
  void leave() { states_.pop_back(); }

 private:
  struct State {
    model::Mark mark = 0;
    std::vector<Successor> successors;
  };

  void list_successors();
  // The one to which the path from the state has led.
  [[nodiscard]] Successor named() const;

  model::Model& model_;
  const base::Stop* stop_;
  model::Path path_;  // from a state to its successors
  std::vector<State> states_;
};

}  // namespace waymark::transcribe
