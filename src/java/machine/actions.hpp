// Actions: every place in prepared code has a number, by which transitions name it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "java/memory/thread.hpp"

namespace waymark::java {

class Actions {
 public:
  // Makes the method's bytes ready to run and numbers its places. Throws BadClass.
  void prepare(Method& method);

  [[nodiscard]] static std::uint32_t of(const Frame& frame) { return frame.method->first_action + frame.pc; }
  [[nodiscard]] std::uint32_t count() const { return next_; }
  // Where the action stands; without a method if it is none of these.
  [[nodiscard]] Frame place(std::uint32_t action) const;

 private:
  std::uint32_t next_ = 1;
  std::vector<std::pair<std::uint32_t, Method*>> ranges_;  // where each method's actions begin
};

}  // namespace waymark::java
