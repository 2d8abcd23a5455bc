// SymmetricStates: what exchanges of processes (symmetry/symmetry.hpp) make of the states that steps lead to.
#pragma once

#include <memory>
#include <string_view>

#include "model/flat_state.hpp"
#include "promela/symmetry/canonical.hpp"

namespace waymark::promela {

class SymmetricStates {
 public:
  explicit SymmetricStates(std::shared_ptr<const Symmetry> symmetry)
      : symmetry_(symmetry), canonical_(std::move(symmetry)) {}

  // Replaces the state by the one that stands for it; whether that is another.
  bool settle(model::FlatState& state);
  // The exchange of the last settle(); nullptr: the state was not changed.
  [[nodiscard]] const Permutation* last() const { return last_; }
  // Throws base::InputError unless the propositions have the same value after any exchange. `program` has their code,
  // and `text` is the last of them.
  void demand_same(const Program& program, const std::vector<Code>& propositions, std::string_view text) const;

 private:
  std::shared_ptr<const Symmetry> symmetry_;
  Canonical canonical_;
  const Permutation* last_ = nullptr;
};

}  // namespace waymark::promela
