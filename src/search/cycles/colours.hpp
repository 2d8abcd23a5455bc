// Colours: two bits for each stored state, for nested depth-first search. States that were never painted are white.
#pragma once

#include <cstdint>

#include "base/budget.hpp"
#include "containers/budgeted_stack.hpp"

namespace waymark::search {

enum class Colour : std::uint8_t {
  white,  // not met
  cyan,   // on the path of the first search
  blue,   // left by the first search
  red,    // no accepting cycle can be reached from here but through the path
};

class Colours {
 public:
  explicit Colours(base::Budget& budget) : words_(budget) {}

  [[nodiscard]] Colour of(std::uint64_t number) const {
    const std::uint64_t word = number / per_word;
    if (word >= words_.size()) return Colour::white;
    return static_cast<Colour>(words_[word] >> (number % per_word * 2) & 3);
  }
  // False if there is no room.
  [[nodiscard]] bool paint(std::uint64_t number, Colour colour) {
    const std::uint64_t word = number / per_word;
    while (word >= words_.size()) {
      if (!words_.push(0)) return false;
    }
    repaint(number, colour);
    return true;
  }
  // REQUIRES: it was painted before.
  void repaint(std::uint64_t number, Colour colour) {
    const std::uint64_t word = number / per_word;
    const auto shift = number % per_word * 2;
    words_[word] = (words_[word] & ~(std::uint64_t{3} << shift)) | std::uint64_t{static_cast<std::uint8_t>(colour)}
                                                                       << shift;
  }

 private:
  static constexpr std::uint64_t per_word = 32;
  containers::BudgetedStack<std::uint64_t> words_;
};

}  // namespace waymark::search
