#include "promela/recall.hpp"

#include <algorithm>
#include <optional>

#include "base/check.hpp"

namespace waymark::promela {

namespace {

constexpr std::uint64_t most_recalled = std::uint64_t{6} << 20;  // about what stays in a processor's own cache
constexpr std::size_t most_looks = 16;
constexpr std::size_t most_layouts = 64;
constexpr std::uint32_t patience = 64;  // lessons before a spot is judged
constexpr std::uint32_t worth = 4;      // a spot stays open while it has so many tries for a miss
constexpr std::uint8_t most_splits = 2;

}  // namespace

void Recall::clear() { *this = {}; }

void Recall::settle(const model::FlatState& state, std::span<const std::uint32_t> widths) {
  const std::span<const std::uint64_t> names = state.names();
  if (layout_ != nullptr && std::equal(names.begin(), names.end(), names_.begin(), names_.end())) return;
  names_.assign(names.begin(), names.end());
  auto found = layouts_.find(names_);
  if (found == layouts_.end()) {
    if (layouts_.size() == most_layouts) clear();
    names_.assign(names.begin(), names.end());
    found = layouts_.try_emplace(names_).first;
    std::uint32_t spots = 0;
    for (const std::uint32_t width : widths) {
      found->second.first.push_back(spots);
      spots += width;
    }
    found->second.spots.resize(spots);
    table_bytes_ += spots * sizeof(Spot) + names_.size() * sizeof(std::uint64_t);
    count_bytes();
  }
  layout_ = &found->second;
}

std::uint32_t Recall::hash(const Spot& spot, const model::FlatState& state) {
  std::uint64_t hash = 0;
  for (const model::ByteMask& look : spot.looks) {
    hash = (hash ^ (state.word(look.word) & look.mask)) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  }
  return static_cast<std::uint32_t>(hash);
}

bool Recall::matches(const Lesson& lesson, const Spot& spot, const model::FlatState& state) const {
  const model::Word* value = values_.data() + lesson.key;
  for (const model::ByteMask& look : spot.looks) {
    if ((state.word(look.word) & look.mask) != *value++) return false;
  }
  return true;
}

Recall::Lesson* Recall::find(Spot& spot, const model::FlatState& state) {
  if (spot.last != 0 && matches(lessons_[spot.last], spot, state)) return &lessons_[spot.last];
  if (spot.table.empty()) return nullptr;
  const std::size_t mask = spot.table.size() - 1;
  const std::uint32_t wanted = hash(spot, state);
  for (std::size_t at = wanted & mask; spot.table[at] != 0; at = (at + 1) & mask) {
    const std::uint32_t number = spot.table[at];
    if (hashes_[number] != wanted || !matches(lessons_[number], spot, state)) continue;
    spot.last = number;
    return &lessons_[number];
  }
  return nullptr;
}

bool Recall::missed(Spot& spot) {
  ++spot.misses;
  const bool too_wide = spot.looks.size() > most_looks && spot.lessons > 1;
  const bool too_rare = spot.misses > patience && spot.misses > spot.tries / worth;
  if (!too_wide && !too_rare) return bytes_ < most_recalled;
  split_or_close(spot);
  return false;
}

void Recall::split_or_close(Spot& spot) {
  const auto first = std::find_if(spot.touched.begin(), spot.touched.end(),
                                  [&](std::uint32_t offset) { return differs(spot, offset); });
  spot.closed = spot.splits == most_splits || first == spot.touched.end() || bytes_ >= most_recalled;
  if (!spot.closed) {
    spot.parted = true;
    spot.split = *first;
    spot.parts.assign(256, 0);
    table_bytes_ += spot.parts.size() * sizeof(std::uint32_t);
  }
  table_bytes_ -= spot.table.size() * sizeof(std::uint32_t);
  spot.table = {};
  spot.looks = {};
  count_bytes();
}

// Whether a byte does not have the same value in all lessons of a spot.
bool Recall::differs(const Spot& spot, std::uint32_t offset) const {
  const auto look = std::find_if(spot.looks.begin(), spot.looks.end(),
                                 [&](const model::ByteMask& known) { return known.word == offset / 4; });
  if (look == spot.looks.end()) return false;
  const auto index = static_cast<std::size_t>(look - spot.looks.begin());
  const model::Word mask = model::byte_of_word(offset % 4);
  std::optional<model::Word> seen;
  for (const std::uint32_t number : spot.table) {
    if (number == 0) continue;
    const model::Word value = values_[lessons_[number].key + index] & mask;
    if (seen && *seen != value) return true;
    seen = value;
  }
  return false;
}

Recall::Spot& Recall::part(Spot& whole, const model::FlatState& state) {
  Spot* spot = &whole;
  while (spot->parted) {
    std::uint32_t& number = spot->parts[state.bytes()[spot->split]];
    if (number == 0) {
      if (bytes_ >= most_recalled) return given_up_;
      number = static_cast<std::uint32_t>(layout_->spots.size());
      const auto splits = static_cast<std::uint8_t>(spot->splits + 1);
      spot = &layout_->spots.emplace_back();
      spot->splits = splits;
      table_bytes_ += sizeof(Spot);
      count_bytes();
    } else {
      spot = &layout_->spots[number];
    }
  }
  return *spot;
}

void Recall::begin() {
  Lesson& lesson = lessons_.emplace_back();
  lesson.ways = static_cast<std::uint32_t>(ways_.size());
}

void Recall::add(const model::Transition& transition, bool known) {
  Way& way = ways_.emplace_back();
  way.transition = transition;
  way.known = known;
  way.writes = static_cast<std::uint32_t>(writes_.size());
  way.actions = static_cast<std::uint32_t>(actions_.size());
}

Recall::Lesson* Recall::end(Spot& spot, const model::FlatState& state, const model::Touched& touched) {
  Lesson& lesson = lessons_.back();
  lesson.ways_end = static_cast<std::uint32_t>(ways_.size());
  for (std::uint32_t i = lesson.ways; i < lesson.ways_end; ++i) {
    const bool last = i + 1 == lesson.ways_end;
    ways_[i].writes_end = last ? static_cast<std::uint32_t>(writes_.size()) : ways_[i + 1].writes;
    ways_[i].actions_end = last ? static_cast<std::uint32_t>(actions_.size()) : ways_[i + 1].actions;
  }
  bool wider = false;
  for (const std::uint32_t offset : touched.offsets()) {
    if (offset >= state.size()) continue;  // of a part that a step added and that is gone again
    const model::Word mask = model::byte_of_word(offset % 4);
    const auto known = std::find_if(spot.looks.begin(), spot.looks.end(),
                                    [&](const model::ByteMask& look) { return look.word == offset / 4; });
    if (known == spot.looks.end()) {
      spot.looks.push_back({offset / 4, mask});
      wider = true;
    } else if ((known->mask & mask) == 0) {
      known->mask |= mask;
      wider = true;
    }
  }
  spot.touched.assign(touched.offsets().begin(), touched.offsets().end());
  if (wider) {  // what was learned before was learned from too little
    std::fill(spot.table.begin(), spot.table.end(), 0);
    spot.lessons = 0;
    spot.last = 0;
  }
  keep_changes(lesson, spot, state);
  lesson.key = static_cast<std::uint32_t>(values_.size());
  for (const model::ByteMask& look : spot.looks) values_.push_back(state.word(look.word) & look.mask);
  hashes_.push_back(hash(spot, state));
  const auto number = static_cast<std::uint32_t>(lessons_.size() - 1);
  if ((spot.lessons + 1) * 2 > spot.table.size()) grow(spot);
  put(spot, hashes_[number], number);
  ++spot.lessons;
  spot.last = number;
  count_bytes();
  return &lessons_[number];
}

// Of each word written, the bytes that the spot looks at; all others are as they were.
void Recall::keep_changes(const Lesson& lesson, const Spot& spot, const model::FlatState& state) {
  for (Way& way : ways(lesson)) {
    std::uint32_t kept = way.writes;
    for (std::uint32_t i = way.writes; i < way.writes_end; ++i) {
      Write write = writes_[i];
      const auto look = std::find_if(spot.looks.begin(), spot.looks.end(),
                                     [&](const model::ByteMask& known) { return known.word == write.word; });
      CHECK(look != spot.looks.end());
      if (state.word(write.word) == write.value) continue;
      write.mask = look->mask;
      write.value &= write.mask;
      writes_[kept++] = write;
    }
    way.writes_end = kept;
  }
}

void Recall::put(Spot& spot, std::uint32_t hash, std::uint32_t lesson) {
  const std::size_t mask = spot.table.size() - 1;
  std::size_t at = hash & mask;
  while (spot.table[at] != 0) at = (at + 1) & mask;
  spot.table[at] = lesson;
}

void Recall::grow(Spot& spot) {
  const std::vector<std::uint32_t> old = std::move(spot.table);
  spot.table.assign(old.empty() ? 8 : old.size() * 2, 0);
  table_bytes_ += (spot.table.size() - old.size()) * sizeof(std::uint32_t);
  for (const std::uint32_t number : old) {
    if (number != 0) put(spot, hashes_[number], number);
  }
}

void Recall::count_bytes() {
  bytes_ = table_bytes_ + lessons_.size() * (sizeof(Lesson) + sizeof(std::uint32_t)) +
           values_.size() * sizeof(model::Word) + ways_.size() * sizeof(Way) + writes_.size() * sizeof(Write) +
           actions_.size() * sizeof(model::ActionId);
}

}  // namespace waymark::promela
