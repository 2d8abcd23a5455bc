#include "java/memory/names.hpp"

#include <algorithm>
#include <bit>

#include "base/check.hpp"

namespace waymark::java {

Ref Names::take(std::uint32_t thread, std::uint32_t site, std::uint64_t site_hash, bool started) {
  const std::uint64_t key = std::uint64_t{thread} << 40 | site;
  const auto [known, fresh] = group_of_.try_emplace(key, static_cast<std::uint32_t>(groups_.size()));
  if (fresh) {
    Group& added = groups_.emplace_back();
    added.hash = mix_name(mix_name(site_hash, thread), started ? 1 : 2);
    added.site = site_hash;
  }
  const std::uint32_t index = known->second;
  Group& group = groups_[index];
  while (group.low < group.taken.size() && group.taken[group.low] == ~std::uint64_t{0}) ++group.low;
  if (group.low == group.taken.size()) group.taken.push_back(0);
  const std::uint32_t number = group.low * 64 + static_cast<std::uint32_t>(std::countr_one(group.taken[group.low]));
  extend(index, number);
  const Ref ref = group.places[number];
  mark(ref, true);
  return ref;
}

void Names::extend(std::uint32_t index, std::uint32_t number) {
  Group& group = groups_[index];
  while (group.places.size() <= number) {
    const auto next = static_cast<std::uint32_t>(group.places.size());
    group.places.push_back(static_cast<Ref>(names_.size()));
    names_.push_back({mix_name(group.hash, next), index, next, 0});
  }
  while (group.taken.size() * 64 <= number) group.taken.push_back(0);
}

Ref Names::numbered(std::uint32_t number) {
  if (numbered_ == 0) {
    numbered_ = static_cast<std::uint32_t>(groups_.size());
    groups_.emplace_back().hash = mix_name(0, 4);
  }
  extend(numbered_, number);
  return groups_[numbered_].places[number];
}

Ref Names::add_immortal(std::uint64_t name) {
  const auto [known, fresh] = immortal_of_.try_emplace(name, static_cast<Ref>(names_.size()));
  CHECK(fresh);
  names_.push_back({mix_name(name, 3), 0, 0, 0});
  return known->second;
}

void Names::mark(Ref ref, bool taken) {
  const Name& name = names_[ref];
  Group& group = groups_[name.group];
  const std::uint64_t bit = std::uint64_t{1} << name.number % 64;
  const std::uint32_t row = name.number / 64;
  if (taken) {
    group.taken[row] |= bit;
  } else {
    group.taken[row] &= ~bit;
    group.low = std::min(group.low, row);
  }
}

void Names::forget_groups() {
  group_of_.clear();
  numbered_ = 0;
  groups_.assign(1, {});
}

}  // namespace waymark::java
