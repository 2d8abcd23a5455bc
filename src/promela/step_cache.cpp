#include "promela/step_cache.hpp"

#include <algorithm>
#include <optional>

#include "base/check.hpp"

namespace waymark::promela {

namespace {

constexpr std::uint64_t most_cached = std::uint64_t{6} << 20;  // about what stays in a processor's own cache
constexpr std::size_t most_key_words = 16;
constexpr std::size_t most_layouts = 64;
constexpr std::uint32_t patience = 64;          // misses before a site is judged
constexpr std::uint32_t last_patience = 2'048;  // the same where splitting is no use: what follows is giving up
constexpr std::uint32_t worth = 4;              // a site stays open while it has so many tries for a miss
constexpr std::uint8_t most_splits = 2;

}  // namespace

void StepCache::clear() {
  const std::uint64_t next = generation_ + 1;
  *this = {};
  generation_ = next;
}

// Entries name bytes by their offsets, which mean the same only as long as the same parts lie in the same order.
void StepCache::settle(const model::FlatState& state, std::span<const std::uint32_t> widths) {
  const std::span<const std::uint64_t> names = state.names();
  if (layout_ != nullptr && std::equal(names.begin(), names.end(), names_.begin(), names_.end())) return;
  names_.assign(names.begin(), names.end());
  auto found = layouts_.find(names_);
  if (found == layouts_.end()) {
    if (layouts_.size() == most_layouts) clear();
    names_.assign(names.begin(), names.end());
    found = layouts_.try_emplace(names_).first;
    std::uint32_t sites = 0;
    for (const std::uint32_t width : widths) {
      found->second.first.push_back(sites);
      sites += width;
    }
    found->second.sites.resize(sites);
    table_bytes_ += sites * sizeof(Site) + names_.size() * sizeof(std::uint64_t);
    count_bytes();
  }
  layout_ = &found->second;
}

std::uint32_t StepCache::hash(const Site& site, const model::FlatState& state) {
  std::uint64_t hash = 0;
  for (const Look& look : site.key_bytes) {
    hash = containers::stir(hash, state.word(look.word) & look.mask);
  }
  return static_cast<std::uint32_t>(hash);
}

const StepCache::Entry* StepCache::remember(Site& site, const Entry& entry) const {
  const model::Word* value = values_.data() + entry.key;
  for (Look& look : site.key_bytes) look.last = *value++;
  site.last = entry;
  site.has_last = true;
  return &site.last;
}

const StepCache::Entry* StepCache::find_other(Site& site, const model::FlatState& state) {
  const std::uint32_t number =
      site.table.find(hash(site, state), [&](std::uint32_t at) { return matches(entries_[at], site, state); });
  if (number == containers::NumberTable::none) return nullptr;
  return remember(site, entries_[number]);
}

// A site is judged by how often it was asked in vain. Splitting is tried first, since a key that is too wide is the
// usual reason.
bool StepCache::missed(Site& site) {
  ++site.misses;
  const bool too_wide = site.key_bytes.size() > most_key_words && site.table.size() > 1;
  const bool too_rare = site.misses > (site.uniform ? last_patience : patience) && site.misses > site.tries / worth;
  if (!too_wide && !too_rare) return bytes_ < most_cached;
  split_or_close(site);
  return false;
}

// What is touched after a byte was read follows from its value: so where all entries agree on the bytes that are read
// before it, and differ in this one, entries with one value of it may get along with a smaller key. Its value is then
// the first thing looked at, and each gets a site of its own. The entries there are not moved: they come again.
void StepCache::split_or_close(Site& site) {
  const auto first = std::find_if(site.touched.begin(), site.touched.end(),
                                  [&](std::uint32_t offset) { return differs(site, offset); });
  site.closed = site.uniform || site.splits == most_splits || first == site.touched.end() || bytes_ >= most_cached;
  if (!site.closed) {
    site.is_split = true;
    site.split_byte = *first;
    site.children.assign(256, 0);
    table_bytes_ += site.children.size() * sizeof(std::uint32_t);
  }
  table_bytes_ -= site.table.bytes();
  site.table = {};
  site.key_bytes = {};
  count_bytes();
}

// Whether a byte does not have the same value in all entries of a site.
bool StepCache::differs(const Site& site, std::uint32_t offset) const {
  const auto look = std::find_if(site.key_bytes.begin(), site.key_bytes.end(),
                                 [&](const Look& known) { return known.word == offset / 4; });
  if (look == site.key_bytes.end()) return false;
  const auto index = static_cast<std::size_t>(look - site.key_bytes.begin());
  const model::Word mask = model::byte_of_word(offset % 4);
  std::optional<model::Word> seen;
  return site.table.any([&](std::uint32_t number) {
    const model::Word value = values_[entries_[number].key + index] & mask;
    if (!seen) seen = value;
    return *seen != value;
  });
}

// Follows the splits by the bytes that the state has there.
StepCache::Site& StepCache::descend(Site& whole, const model::FlatState& state) {
  Site* site = &whole;
  while (site->is_split) {
    std::uint32_t& number = site->children[state.bytes()[site->split_byte]];
    if (number == 0) {
      if (bytes_ >= most_cached) return given_up_;
      number = static_cast<std::uint32_t>(layout_->sites.size());
      const auto splits = static_cast<std::uint8_t>(site->splits + 1);
      site = &layout_->sites.emplace_back();
      site->splits = splits;
      table_bytes_ += sizeof(Site);
      count_bytes();
    } else {
      site = &layout_->sites[number];
    }
  }
  return *site;
}

void StepCache::begin() {
  Entry& entry = entries_.emplace_back();
  entry.steps = static_cast<std::uint32_t>(steps_.size());
}

void StepCache::add(const model::Transition& transition, bool known) {
  Step& step = steps_.emplace_back();
  step.transition = transition;
  step.known = known;
  step.writes = static_cast<std::uint32_t>(writes_.size());
  step.actions = static_cast<std::uint32_t>(actions_.size());
}

const StepCache::Entry* StepCache::end(Site& site, const model::FlatState& state, const model::Touched& touched) {
  Entry& entry = entries_.back();
  entry.steps_end = static_cast<std::uint32_t>(steps_.size());
  for (std::uint32_t i = entry.steps; i < entry.steps_end; ++i) {
    const bool last = i + 1 == entry.steps_end;
    steps_[i].writes_end = last ? static_cast<std::uint32_t>(writes_.size()) : steps_[i + 1].writes;
    steps_[i].actions_end = last ? static_cast<std::uint32_t>(actions_.size()) : steps_[i + 1].actions;
  }
  widen_key(site, state, touched);
  keep_changes(entry, site, state);
  entry.key = static_cast<std::uint32_t>(values_.size());
  for (const Look& look : site.key_bytes) values_.push_back(state.word(look.word) & look.mask);
  const auto number = static_cast<std::uint32_t>(entries_.size() - 1);
  table_bytes_ -= site.table.bytes();
  site.table.insert(hash(site, state), number);
  table_bytes_ += site.table.bytes();
  count_bytes();
  return remember(site, entry);
}

void StepCache::widen_key(Site& site, const model::FlatState& state, const model::Touched& touched) {
  const bool is_first = site.touched.empty();
  bool wider = false;
  for (const std::uint32_t offset : touched.offsets()) {
    if (offset >= state.size()) continue;  // of a part that a step added and that is gone again
    const model::Word mask = model::byte_of_word(offset % 4);
    const auto known = std::find_if(site.key_bytes.begin(), site.key_bytes.end(),
                                    [&](const Look& look) { return look.word == offset / 4; });
    if (known == site.key_bytes.end()) {
      site.key_bytes.push_back({offset / 4, mask, 0});
      wider = true;
    } else if ((known->mask & mask) == 0) {
      known->mask |= mask;
      wider = true;
    }
  }
  const std::size_t before = site.touched.size();
  site.touched.assign(touched.offsets().begin(), touched.offsets().end());
  site.uniform = is_first || (site.uniform && !wider && site.touched.size() == before);
  if (wider) {  // entries made before have too short a key
    site.table.clear();
    site.has_last = false;
  }
}

// Of each word written, the bytes that belong to the key; all others are as they were.
void StepCache::keep_changes(const Entry& entry, const Site& site, const model::FlatState& state) {
  for (Step& step : steps(entry)) {
    std::uint32_t kept = step.writes;
    for (std::uint32_t i = step.writes; i < step.writes_end; ++i) {
      Write write = writes_[i];
      const auto look = std::find_if(site.key_bytes.begin(), site.key_bytes.end(),
                                     [&](const Look& known) { return known.word == write.word; });
      CHECK(look != site.key_bytes.end());
      if (state.word(write.word) == write.value) continue;
      write.mask = look->mask;
      write.value &= write.mask;
      writes_[kept++] = write;
    }
    step.writes_end = kept;
  }
}

void StepCache::count_bytes() {
  bytes_ = table_bytes_ + entries_.size() * sizeof(Entry) + values_.size() * sizeof(model::Word) +
           steps_.size() * sizeof(Step) + writes_.size() * sizeof(Write) + actions_.size() * sizeof(model::ActionId);
}

}  // namespace waymark::promela
