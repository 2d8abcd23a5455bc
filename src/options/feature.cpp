#include "options/feature.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"

namespace waymark::options {

namespace {

bool contains(const Features& all, const Feature& one) { return std::find(all.begin(), all.end(), one) != all.end(); }

std::string refusal(const Part& needing, const Part& denying, const Feature& feature) {
  const auto [need, remedy] = feature;
  if (denying.option.empty()) return fmt::format("{} needs {}; {}", needing.option, need, remedy);
  return fmt::format("{} does not go with {}: it needs {}; {}", needing.option, denying.option, need,
                     denying.demand.replaceable ? remedy : "leave out one of them");
}

std::string conflict(const Part& needing, const Part& denying) {
  for (const Feature& feature : needing.demand.needs) {
    if (contains(denying.demand.denies, feature)) return refusal(needing, denying, feature);
  }
  return "";
}

}  // namespace

Features without(Features all, const Features& offered) {
  std::erase_if(all, [&](const Feature& one) { return contains(offered, one); });
  return all;
}

std::string conflict(const std::vector<Part>& parts) {
  for (auto one = parts.begin(); one != parts.end(); ++one) {
    for (auto other = parts.begin(); other != one; ++other) {
      for (const std::string& why : {conflict(*one, *other), conflict(*other, *one)}) {
        if (!why.empty()) return why;
      }
    }
  }
  return "";
}

void refuse_conflict(const std::vector<Part>& parts) {
  if (const std::string why = conflict(parts); !why.empty()) {
    throw base::InputError(fmt::format("waymark: error: {}", why));
  }
}

}  // namespace waymark::options
