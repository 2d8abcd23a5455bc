// Faults: which expressions and statements may fail when they are evaluated: an index out of range, a division by
// zero, a channel variable without a channel. Decided by ranges of values that hold wherever the expression stands;
// where these do not decide, it may fail.
#pragma once

#include <cstdint>

#include "promela/syntax/ast.hpp"

namespace waymark::promela {

class Faults {
 public:
  // `processes`: most that ever live at a time.
  Faults(const Specification& specification, std::uint32_t processes);

  [[nodiscard]] bool in(const ExprPtr& expr) const;  // false for none
  [[nodiscard]] bool in(const Ref& ref) const;       // as a variable
  [[nodiscard]] bool in_channel(const Ref& ref) const;

 private:
  struct Range {
    std::int64_t low = 0, high = 0;
    [[nodiscard]] Range with(const Range& other) const {
      return {low < other.low ? low : other.low, high > other.high ? high : other.high};
    }
  };

  [[nodiscard]] Range range(const Expr& expr) const;
  [[nodiscard]] Range range(const Binary& node) const;
  [[nodiscard]] static Range range(const Symbol& symbol);
  [[nodiscard]] bool here(const Expr& expr) const;
  [[nodiscard]] bool index_in(const Ref& ref) const;

  std::int64_t last_pid_;
  std::vector<bool> rebound_;  // by symbol: a channel variable that is assigned
};

}  // namespace waymark::promela
