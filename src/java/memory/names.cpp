#include "java/memory/names.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "base/check.hpp"

namespace waymark::java {

bool comes_before(const AllocationSite& one, const AllocationSite& other) {
  if (one.method == other.method) return one.place < other.place;
  if (one.method == nullptr || other.method == nullptr) return one.method == nullptr;
  return std::tie(one.method->owner->name, one.method->name, one.method->descriptor) <
         std::tie(other.method->owner->name, other.method->name, other.method->descriptor);
}

Immortal Immortal::of(Kind kind, std::string_view text) {
  const auto seed = static_cast<std::uint8_t>(kind);
  Immortal name{std::string(1, static_cast<char>(seed)), text_label(text, seed)};
  name.text += text;
  return name;
}

std::uint32_t Names::group_of(const AllocationSite& site) {
  const auto [known, fresh] = group_of_.try_emplace(site, static_cast<std::uint32_t>(groups_.size()));
  if (fresh) {
    Group& added = groups_.emplace_back();
    added.era = base_ != 0 ? Era::program : Era::boot;
    added.site_label = site.label();
    // As it has always been, with a 0: programs see identity hash codes, and may have other states with others.
    added.label = mix_labels(mix_labels(added.site_label, 0), base_ != 0 ? 1 : 2);
    added.site = site;
  }
  return known->second;
}

Ref Names::take(const AllocationSite& site) {
  const std::uint32_t index = group_of(site);
  Group& group = groups_[index];
  // A row that is added may have no free number either: other processes have named them.
  while (group.low == group.taken.size() || group.taken[group.low] == ~std::uint64_t{0}) {
    if (group.low == group.taken.size()) {
      add_row(group);
    } else {
      ++group.low;
    }
  }
  const std::uint32_t number = group.low * 64 + static_cast<std::uint32_t>(std::countr_one(group.taken[group.low]));
  extend(index, number);
  const Ref ref = group.places[number];
  mark(ref, true);
  return ref;
}

Ref Names::add(std::uint32_t group, std::uint32_t number) {
  names_.push_back({mix_labels(groups_[group].label, number), group, number, 0, false});
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
    const auto known = group.far.find(next);
    if (known == group.far.end()) {
      group.places.push_back(add(index, next));
    } else {
      group.places.push_back(known->second);
      group.far.erase(known);
    }
  }
  while (group.taken.size() * 64 <= number) add_row(group);
}

Ref Names::sibling(Ref ref, std::uint32_t number) {
  const std::uint32_t group = names_[ref].group;
  extend(group, number);
  return groups_[group].places[number];
}

Ref Names::find(const Spelled& name) {
  const std::uint32_t index = group_of(name.site);
  Group& group = groups_[index];
  if (name.number == group.places.size()) extend(index, name.number);
  if (name.number < group.places.size()) return group.places[name.number];
  const auto [known, fresh] = group.far.try_emplace(name.number, 0);
  if (fresh) known->second = add(index, name.number);
  return known->second;
}

Ref Names::add_immortal(Immortal name) {
  const auto [known, fresh] = immortal_of_.try_emplace(std::move(name.text), static_cast<Ref>(names_.size()));
  CHECK(fresh);
  names_.push_back({mix_labels(name.label, 3), 0, static_cast<std::uint32_t>(texts_.size()), 0, true});
  texts_.push_back(&known->first);
  return known->second;
}

bool Names::comes_before(Ref one, Ref other) const {
  const Name& a = names_[one];
  const Name& b = names_[other];
  if (a.label != b.label) return a.label < b.label;
  // An attacker that made two labels meet does not learn which of them comes first from the order in which they came.
  if ((a.group == 0) != (b.group == 0)) return a.group == 0;
  if (a.group == 0) return *texts_[a.number] < *texts_[b.number];
  const Group& ours = groups_[a.group];
  const Group& theirs = groups_[b.group];
  if (ours.site != theirs.site) return java::comes_before(ours.site, theirs.site);
  return std::tie(ours.era, a.number) < std::tie(theirs.era, b.number);
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
  base_ = static_cast<Ref>(names_.size());
}

}  // namespace waymark::java
