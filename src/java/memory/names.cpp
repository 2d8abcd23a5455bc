#include "java/memory/names.hpp"

#include <algorithm>
#include <bit>

#include "base/check.hpp"

namespace waymark::java {

std::uint32_t Names::group_of(std::uint32_t thread, std::uint64_t site) {
  const std::uint64_t key = mix_name(site, thread);
  const auto [known, fresh] = group_of_.try_emplace(key, static_cast<std::uint32_t>(groups_.size()));
  if (fresh) {
    Group& added = groups_.emplace_back();
    added.hash = mix_name(key, base_ != 0 ? 1 : 2);
    added.thread = thread;
    added.site = site;
  }
  return known->second;
}

Ref Names::take(std::uint32_t thread, std::uint64_t site) {
  const std::uint32_t index = group_of(thread, site);
  Group& group = groups_[index];
  while (group.low < group.taken.size() && group.taken[group.low] == ~std::uint64_t{0}) ++group.low;
  if (group.low == group.taken.size()) add_row(group);
  const std::uint32_t number = group.low * 64 + static_cast<std::uint32_t>(std::countr_one(group.taken[group.low]));
  extend(index, number);
  const Ref ref = group.places[number];
  mark(ref, true);
  return ref;
}

Ref Names::add(std::uint32_t group, std::uint32_t number) {
  names_.push_back({mix_name(groups_[group].hash, number), group, number, 0, false});
  return static_cast<Ref>(names_.size() - 1);
}

void Names::add_row(Group& group) {
  const auto begin = static_cast<std::uint32_t>(group.taken.size() * 64);
  std::uint64_t row = 0;
  for (auto it = group.far.lower_bound(begin); it != group.far.end() && it->first - begin < 64; ++it) {
    if (names_[it->second].taken) row |= std::uint64_t{1} << (it->first - begin);
  }
  group.taken.push_back(row);
}

void Names::extend(std::uint32_t index, std::uint32_t number) {
  Group& group = groups_[index];
  while (group.places.size() <= number) {
    const auto next = static_cast<std::uint32_t>(group.places.size());
    const auto told = group.far.find(next);
    if (told == group.far.end()) {
      group.places.push_back(add(index, next));
    } else {
      group.places.push_back(told->second);
      group.far.erase(told);
    }
  }
  while (group.taken.size() * 64 <= number) add_row(group);
}

Ref Names::numbered(std::uint32_t number) {
  if (numbered_ == 0) {
    numbered_ = static_cast<std::uint32_t>(groups_.size());
    groups_.emplace_back().hash = mix_name(0, 4);
  }
  extend(numbered_, number);
  return groups_[numbered_].places[number];
}

Ref Names::find(const Spelled& name) {
  const std::uint32_t index = group_of(name.thread, name.site);
  Group& group = groups_[index];
  if (name.number == group.places.size()) extend(index, name.number);
  if (name.number < group.places.size()) return group.places[name.number];
  const auto [told, fresh] = group.far.try_emplace(name.number, 0);
  if (fresh) told->second = add(index, name.number);
  return told->second;
}

Ref Names::add_immortal(std::uint64_t name) {
  const auto [known, fresh] = immortal_of_.try_emplace(name, static_cast<Ref>(names_.size()));
  CHECK(fresh);
  names_.push_back({mix_name(name, 3), 0, 0, 0, true});
  return known->second;
}

void Names::mark(Ref ref, bool taken) {
  Name& name = names_[ref];
  name.taken = taken;
  Group& group = groups_[name.group];
  const std::uint64_t bit = std::uint64_t{1} << name.number % 64;
  const std::uint32_t row = name.number / 64;
  if (row >= group.taken.size()) return;  // add_row() will see it
  if (taken) {
    group.taken[row] |= bit;
  } else {
    group.taken[row] &= ~bit;
    group.low = std::min(group.low, row);
  }
}

void Names::start() {
  group_of_.clear();
  numbered_ = 0;
  base_ = static_cast<Ref>(names_.size());
}

Ref Names::find_base(std::uint64_t hash) {
  if (base_of_.empty()) {
    for (Ref ref = 1; ref < base_; ++ref) base_of_.try_emplace(names_[ref].hash, ref);
  }
  const auto known = base_of_.find(hash);
  return known == base_of_.end() ? 0 : known->second;
}

}  // namespace waymark::java
