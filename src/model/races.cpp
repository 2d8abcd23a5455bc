#include "model/races.hpp"

#include <tuple>

namespace waymark::model {

void RaceLog::add(RacingAccess one, RacingAccess other) {
  if (std::tie(other.location, other.who) < std::tie(one.location, one.who)) std::swap(one, other);
  std::pair places{one.location, other.location};
  Race race{std::move(one), std::move(other)};
  const base::Lock lock(mutex_);
  const auto [at, is_new] = races_.try_emplace(std::move(places), race);
  if (!is_new && race < at->second) at->second = std::move(race);
}

std::vector<Race> RaceLog::all() const {
  const base::Lock lock(mutex_);
  std::vector<Race> out;
  out.reserve(races_.size());
  for (const auto& [places, race] : races_) out.push_back(race);
  return out;
}

}  // namespace waymark::model
