#include "cluster/search/elimination.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/check.hpp"
#include "cluster/transport/collective.hpp"

namespace waymark::cluster {

Elimination::Elimination(DistributedBfs& levels, ReExpansion& re_expansion, Transport& transport, base::Budget& budget,
                         const Settings& settings)
    : levels_(levels),
      re_expansion_(re_expansion),
      transport_(transport),
      budget_(budget),
      settings_(settings),
      model_(levels.explorer().model()) {
  CHECK(!settings.labels || !settings.by_components);
}

void Elimination::begin() {
  re_expansion_.deliver_to(*this);
  search::Explorer& explorer = levels_.explorer();
  const std::uint64_t states = explorer.store().size();
  // What marks, counts and labels need, before there is anything in them.
  std::uint64_t bytes = 2 * states;
  if (settings_.labels) bytes += states * sizeof(std::uint32_t) * (settings_.movers != nullptr ? 2 : 1);
  if (!budget_.take(bytes)) return explorer.stop(search::Why::memory);
  held_ = bytes;
  marks_.resize(states);
  counts_.resize(states);
  if (settings_.labels) fallen_.resize(states);
  if (settings_.labels && settings_.movers != nullptr) sets_.resize(states);
  explorer.guard([&] {
    for (std::uint64_t id = 0; id < states && !explorer.stopping(); ++id) {
      explorer.tick();
      model_.unpack(explorer.store().words(id));
      const model::Facts facts = model_.facts();
      if (settings_.by_components && facts.weak && !facts.accepting) continue;
      marks_[id] = static_cast<std::uint8_t>(member | (facts.accepting ? accepting : 0) | (facts.weak ? weak : 0));
    }
  });
}

bool Elimination::find_starting(std::uint32_t acceptance) {
  acceptance_ = acceptance;
  for (std::uint8_t& mark : marks_) {
    const bool starts = acceptance == 0 && (mark & accepting) != 0;
    mark = static_cast<std::uint8_t>(starts ? mark | starting : mark & ~starting);
  }
  if (acceptance == 0) return true;
  work_off(Doing::seeding);
  return !re_expansion_.any_stops();
}

void Elimination::reach(std::uint32_t acceptance) {
  if (!find_starting(acceptance)) return;
  counts_.clear();
  for (std::uint8_t& mark : marks_) {
    mark = static_cast<std::uint8_t>((mark & starting) != 0 ? mark | reached : mark & ~reached);
  }
  work_off(Doing::reaching);
  for (std::uint64_t id = 0; id < marks_.size(); ++id) {
    if (!in_set(id) || (marks_[id] & reached) != 0) continue;
    take_away(id);
    if (!settings_.labels) continue;
    note_fall(id, base_);
    if (settings_.movers != nullptr) sets_[id] = acceptance;
  }
  ++base_;
}

void Elimination::eliminate() {
  for (std::uint64_t id = 0; settings_.labels && id < marks_.size(); ++id) {
    if (in_set(id)) note_fall(id, base_);
  }
  work_off(Doing::eliminating);
}

void Elimination::note_fall(std::uint64_t id, std::uint64_t fallen) {
  if (fallen > std::numeric_limits<std::uint32_t>::max()) return levels_.explorer().stop(search::Why::memory);
  fallen_[id] = static_cast<std::uint32_t>(fallen);
}

void Elimination::work_off(Doing doing) {
  doing_ = doing;
  next_ = 0;
  waiting_.clear();
  re_expansion_.work_off([this] { return take(); },
                         [this](std::uint64_t id) -> std::uint64_t {
                           if (!settings_.labels || doing_ != Doing::eliminating) return 0;
                           return std::uint64_t{fallen_[id]} + (accepts(id) ? 1 : 0);
                         });
}

std::optional<std::uint64_t> Elimination::take() {
  charge();
  if (!waiting_.empty()) {
    const std::uint64_t id = waiting_.back();
    waiting_.pop_back();
    return id;
  }
  while (next_ < marks_.size() && !begins_with(next_)) ++next_;
  if (next_ == marks_.size()) return std::nullopt;
  return next_++;
}

bool Elimination::begins_with(std::uint64_t id) {
  if (!in_set(id)) return false;
  if (doing_ == Doing::seeding) return true;
  if (doing_ == Doing::reaching) return (marks_[id] & starting) != 0;
  if (counts_[id] != 0) return false;
  take_away(id);
  return true;
}

void Elimination::leaves(std::uint64_t) {
  if (settings_.by_components) component_ = model_.facts().component;
}

bool Elimination::follows() {
  if (settings_.by_components) return model_.facts().component == component_;
  return doing_ != Doing::seeding || settings_.movers->fair(settings_.movers->last(), acceptance_ - 1);
}

void Elimination::arrives(std::uint64_t id, unsigned, std::uint64_t value) {
  std::uint8_t& mark = marks_[id];
  if ((mark & member) == 0) return;
  switch (doing_) {
    case Doing::seeding:
      mark = static_cast<std::uint8_t>(mark | starting);
      return;
    case Doing::reaching:
      counts_.add(id);
      if ((mark & reached) != 0) return;
      mark = static_cast<std::uint8_t>(mark | reached);
      return waiting_.push_back(id);
    case Doing::eliminating:
      if (settings_.labels && value > fallen_[id]) note_fall(id, value);
      counts_.subtract(id);
      if (counts_[id] != 0) return;
      mark = static_cast<std::uint8_t>(mark & ~member);
      return waiting_.push_back(id);
  }
}

void Elimination::charge() {
  const std::uint64_t bytes = marks_.capacity() + counts_.bytes() + waiting_.capacity() * sizeof(std::uint64_t) +
                              (fallen_.capacity() + sets_.capacity()) * sizeof(std::uint32_t);
  if (bytes <= held_) return;
  if (!budget_.take(bytes - held_)) return levels_.explorer().stop(search::Why::memory);
  held_ = bytes;
}

Elimination::Sizes Elimination::gather_sizes() {
  Sizes mine;
  std::uint64_t fallen = 0;
  for (std::uint64_t id = 0; id < marks_.size(); ++id) {
    if (!in_set(id)) {
      if (settings_.labels) fallen = std::max<std::uint64_t>(fallen, fallen_[id]);
      continue;
    }
    ++mine.set;
    mine.weak += (marks_[id] & weak) != 0 ? 1 : 0;
  }
  base::ByteSink sink;
  sink.varint(mine.set);
  sink.varint(mine.weak);
  sink.varint(fallen);
  Sizes all;
  gather(transport_, sink, [&](MessageReader& reader) {
    all.set += reader.number();
    all.weak += reader.number();
    highest_ = std::max(highest_, reader.number());
  });
  base_ = highest_ + 1;
  return all;
}

void Elimination::note_set() {
  for (std::uint8_t& mark : marks_) {
    mark = static_cast<std::uint8_t>((mark & member) != 0 ? mark | noted : mark & ~noted);
  }
}

std::uint32_t Elimination::gather_acceptances() {
  base::ByteSink sink;
  sink.varint(settings_.movers == nullptr ? 0 : settings_.movers->actors());
  std::uint32_t most = 0;
  gather(transport_, sink, [&](MessageReader& reader) {
    const std::uint64_t bound = std::numeric_limits<std::uint32_t>::max();
    most = std::max(most, static_cast<std::uint32_t>(reader.below(bound)));
  });
  return most + 1;
}

void Elimination::keep_weak() {
  for (std::uint64_t id = 0; id < marks_.size(); ++id) {
    if ((marks_[id] & weak) == 0) take_away(id);
  }
}

bool Elimination::meet(std::uint64_t id) {
  if ((marks_[id] & reached) != 0) return false;
  marks_[id] = static_cast<std::uint8_t>(marks_[id] | reached);
  return true;
}

void Elimination::clear_met() {
  for (std::uint8_t& mark : marks_) mark = static_cast<std::uint8_t>(mark & ~reached);
}

Elimination::Label Elimination::label(std::uint64_t id) const {
  return {highest_ - fallen_[id], sets_.empty() ? 0 : sets_[id]};
}

}  // namespace waymark::cluster
