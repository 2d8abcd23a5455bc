#include "java/machine/actions.hpp"

#include <algorithm>

#include "java/link/prepare.hpp"

namespace waymark::java {

void Actions::prepare(Method& method) {
  java::prepare(method);
  method.first_action = next_;
  next_ += static_cast<std::uint32_t>(method.code.size());
  ranges_.emplace_back(method.first_action, &method);
}

Frame Actions::place(std::uint32_t action) const {
  Frame frame;
  auto after = std::upper_bound(ranges_.begin(), ranges_.end(), action,
                                [](std::uint32_t value, const auto& range) { return value < range.first; });
  if (after == ranges_.begin()) return frame;
  --after;
  frame.method = after->second;
  frame.pc = action - after->first;
  return frame;
}

}  // namespace waymark::java
