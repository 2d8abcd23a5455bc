// LassoWord: an infinite word, which after its last letter goes on with an earlier one, and what formulas say at each
// letter.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ltl/formula.hpp"

namespace waymark::ltl {

// Letter i says which of the propositions hold: bit j for names[j].
class LassoWord {
 public:
  // REQUIRES: loop < letters.size(), and all outlive it.
  LassoWord(const std::vector<std::uint64_t>& letters, std::size_t loop, const std::vector<std::string>& names)
      : letters_(letters), loop_(loop), names_(names) {}

  using Values = std::vector<bool>;

  // Whether the formula holds from each letter on, from the values of its parts.
  [[nodiscard]] Values values(const Formula& formula) const;
  [[nodiscard]] std::size_t size() const { return letters_.size(); }
  // The letter behind that one.
  [[nodiscard]] std::size_t after(std::size_t i) const { return i + 1 < letters_.size() ? i + 1 : loop_; }

 private:
  template <typename Value>
  [[nodiscard]] Values each(Value value) const {
    Values out(letters_.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = value(i);
    return out;
  }
  // The fixed point from below or above: values travel backwards, around the loop at most once.
  template <typename Value>
  [[nodiscard]] Values settle(bool start, Value value) const {
    Values out(letters_.size(), start);
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = out.size(); i-- > 0;) out[i] = value(i, out[after(i)]);
    }
    return out;
  }
  [[nodiscard]] Values of_proposition(const std::string& name) const;

  const std::vector<std::uint64_t>& letters_;
  std::size_t loop_;
  const std::vector<std::string>& names_;
};

}  // namespace waymark::ltl
