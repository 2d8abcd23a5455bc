#include "store/cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/check.hpp"
#include "base/quantities.hpp"
#include "containers/mix.hpp"

namespace waymark::store {

namespace {

constexpr std::uint64_t shortest_record = 4;
constexpr std::uint64_t longest_record = 64;  // in words; what states need beyond goes into cells
constexpr std::uint64_t left_for_cells = 4;   // bytes, for each state

}  // namespace

Cache::Cache(base::Budget& budget, const Settings& settings) : Store(true), budget_(&budget), settings_(settings) {
  CHECK(settings.spacing != 0);
}

bool Cache::prepare(std::uint64_t words) {
  const std::uint64_t kept = std::clamp((words + 1) / 2 * 2, shortest_record, longest_record);
  record_words_ = static_cast<std::uint32_t>(kept);
  record_bytes_ = sizeof(Header) + kept * sizeof(Word);
  const std::uint64_t each = record_bytes_ + sizeof(Bucket) * 3 / 2 + Rungs::slot_bytes + left_for_cells;
  const std::uint64_t room =
      settings_.bytes - std::min<std::uint64_t>(settings_.bytes, sizeof(Bucket));  // one bucket must be empty
  const std::uint64_t states = std::min({settings_.states, room / each, std::uint64_t{nobody - 1}});
  if (states == 0) return false;
  table_size_ = states + states / 2 + 1;
  auto records = containers::Block::make(*budget_, states * record_bytes_);
  auto table = containers::Block::make(*budget_, table_size_ * sizeof(Bucket));
  if (!records || !table || !rungs_.prepare(*budget_, static_cast<std::uint32_t>(states))) return false;
  records_ = std::move(*records);
  table_ = std::move(*table);
  capacity_ = static_cast<std::uint32_t>(states);
  return true;
}

std::uint64_t Cache::bytes() const {
  std::uint64_t sum = records_.bytes() + table_.bytes() + rungs_.bytes();
  for (const containers::Block& chunk : chunks_) sum += chunk.bytes();
  return sum;
}

Found Cache::insert(const containers::Packed& state) {
  if (capacity_ == 0 && !prepare(state.words.size())) return {Seen::no_room, 0};
  const std::uint64_t hash = containers::mix_words(state.words);
  const auto tag = static_cast<std::uint32_t>(hash >> 32);
  const auto* buckets = table_.as<Bucket>();
  if (upcoming_ != nobody) {
    __builtin_prefetch(buckets + home(header(upcoming_).tag), 1);
    upcoming_ = nobody;
  }
  for (std::uint64_t i = home(tag); buckets[i].slot_plus_one != 0; i = i + 1 == table_size_ ? 0 : i + 1) {
    if (buckets[i].tag != tag) continue;
    const std::uint32_t slot = buckets[i].slot_plus_one - 1;
    if (same(slot, state.words)) return {Seen::known, slot};
  }
  if (is_too_often(hash)) return {Seen::no_room, 0};
  const std::uint64_t length = state.words.size();
  const std::uint64_t beyond = length > record_words_ ? length - record_words_ : 0;
  const std::uint32_t slot = free_slot();
  if (slot == nobody || !free_cells((beyond + cell_words - 2) / (cell_words - 1))) {
    if (slot != nobody) idle_.push_back(slot);
    crowded_ = true;
    return {Seen::no_room, 0};
  }
  header(slot) = {nobody, 0, 0, static_cast<std::uint32_t>(length), nobody, tag, true};
  write(slot, state.words);
  // Replacing may have moved buckets, so the first empty one is sought only now.
  std::uint64_t at = home(tag);
  while (buckets[at].slot_plus_one != 0) at = at + 1 == table_size_ ? 0 : at + 1;
  table_.as<Bucket>()[at] = {tag, slot + 1};
  ++size_;
  return {Seen::fresh, slot};
}

bool Cache::is_too_often(std::uint64_t hash) {
  distinct_.add(hash);
  if (++visits_ <= next_look_) return false;
  // Before that many visits it cannot be too often, even if no further state is new.
  next_look_ = most_visits * std::max<std::uint64_t>(distinct_.count(), capacity_);
  gave_up_ = visits_ > next_look_;
  return gave_up_;
}

void Cache::stepped(std::uint64_t from, const Found& found) {
  if (found.seen != Seen::fresh) return;
  Header& to = header(found.number);
  const Header& source = header(from);
  to.parent = source.depth % settings_.spacing == 0 ? static_cast<std::uint32_t>(from) : source.parent;
  to.depth = source.depth + 1;
  ++header(to.parent).staying;
}

// Offers what need not stay any longer: this state and, if it was the last that kept them, its ancestors.
void Cache::left(std::uint64_t number) {
  header(number).open = false;
  for (auto slot = static_cast<std::uint32_t>(number); slot != nobody;) {
    const Header& state = header(slot);
    if (state.open || state.staying != 0) return;
    rungs_.offer(slot, state.depth);
    slot = state.parent;
    if (slot != nobody) --header(slot).staying;
  }
}

std::uint64_t Cache::parent(std::uint64_t number) const {
  const std::uint32_t slot = header(number).parent;
  return slot == nobody ? none : slot;
}

bool Cache::same(std::uint32_t slot, std::span<const Word> words) const {
  const Header& state = header(slot);
  if (state.length != words.size()) return false;
  const std::size_t kept = std::min<std::size_t>(words.size(), record_words_);
  if (!std::equal(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(kept), first_words(slot))) return false;
  std::uint32_t next = state.more;
  for (std::size_t done = kept; done < words.size();) {
    const Word* const here = cell(next);
    const std::size_t count = std::min<std::size_t>(cell_words - 1, words.size() - done);
    if (std::memcmp(here + 1, words.data() + done, count * sizeof(Word)) != 0) return false;
    done += count;
    next = here[0];
  }
  return true;
}

std::span<const containers::Word> Cache::words(std::uint64_t number) {
  const Header& state = header(number);
  if (state.length <= record_words_) return {first_words(number), state.length};
  joined_.assign(first_words(number), first_words(number) + record_words_);
  for (std::uint32_t next = state.more; joined_.size() < state.length; next = cell(next)[0]) {
    const std::size_t count = std::min<std::size_t>(cell_words - 1, state.length - joined_.size());
    joined_.insert(joined_.end(), cell(next) + 1, cell(next) + 1 + count);
  }
  return joined_;
}

// REQUIRES: enough free cells.
void Cache::write(std::uint32_t slot, std::span<const Word> words) {
  const std::size_t kept = std::min<std::size_t>(words.size(), record_words_);
  if (kept != 0) std::memcpy(first_words(slot), words.data(), kept * sizeof(Word));
  std::uint32_t* link = &header(slot).more;
  for (std::size_t done = kept; done < words.size();) {
    const std::uint32_t taken = free_cells_;
    Word* const here = cell(taken);
    free_cells_ = here[0];
    --free_count_;
    const std::size_t count = std::min<std::size_t>(cell_words - 1, words.size() - done);
    std::memcpy(here + 1, words.data() + done, count * sizeof(Word));
    done += count;
    *link = taken;
    link = here;
  }
  *link = nobody;
}

std::uint32_t Cache::free_slot() {
  if (idle_.empty() && unused_ < capacity_) return unused_++;
  if (idle_.empty() && !replace()) return nobody;
  const std::uint32_t slot = idle_.back();
  idle_.pop_back();
  return slot;
}

bool Cache::free_cells(std::uint64_t count) {
  while (free_count_ < count) {
    if (!grow_cells() && !replace()) return false;
  }
  return true;
}

bool Cache::grow_cells() {
  constexpr std::uint64_t bytes = std::uint64_t{cells_per_chunk} * cell_words * sizeof(Word);
  if (chunks_.size() >= nobody / cells_per_chunk || this->bytes() + bytes > settings_.bytes) return false;
  auto chunk = containers::Block::make(*budget_, bytes);
  if (!chunk) return false;
  chunks_.push_back(std::move(*chunk));
  const auto first = static_cast<std::uint32_t>((chunks_.size() - 1) * cells_per_chunk);
  for (std::uint32_t i = cells_per_chunk; i-- != 0;) {
    cell(first + i)[0] = free_cells_;
    free_cells_ = first + i;
  }
  free_count_ += cells_per_chunk;
  return true;
}

// Gives up one state; its slot becomes idle.
bool Cache::replace() {
  const std::uint32_t slot = rungs_.choose();
  if (slot == nobody) return false;
  CHECK(!header(slot).open && header(slot).staying == 0);
  forget(slot);
  idle_.push_back(slot);
  ++replaced_;
  upcoming_ = rungs_.upcoming();
  if (upcoming_ != nobody) fetch(upcoming_);
  return true;
}

void Cache::forget(std::uint32_t slot) {
  auto* const buckets = table_.as<Bucket>();
  const auto after = [&](std::uint64_t i) { return i + 1 == table_size_ ? 0 : i + 1; };
  std::uint64_t hole = home(header(slot).tag);
  while (buckets[hole].slot_plus_one != slot + 1) hole = after(hole);
  // Those that follow move up unless that would put them before their home, so that probes still find them.
  for (std::uint64_t i = after(hole); buckets[i].slot_plus_one != 0; i = after(i)) {
    const std::uint64_t wanted = home(buckets[i].tag);
    const bool stays = hole <= i ? hole < wanted && wanted <= i : hole < wanted || wanted <= i;
    if (stays) continue;
    buckets[hole] = buckets[i];
    hole = i;
  }
  buckets[hole] = {};
  --size_;
  Header& state = header(slot);
  for (std::uint32_t next = state.more; next != nobody;) {
    const std::uint32_t then = cell(next)[0];
    cell(next)[0] = free_cells_;
    free_cells_ = next;
    ++free_count_;
    next = then;
  }
}

std::string Cache::remark() const {
  if (replaced_ == 0) return {};
  if (gave_up_) {
    return fmt::format("The cache of {} forgot {}: about {} were explored {} times each, and no end was in sight.",
                       base::counted(capacity_, "state"), base::grouped(replaced_),
                       base::counted(distinct_.count(), "state"), most_visits);
  }
  return fmt::format("The cache of {} forgot {}; states met again after that are counted again.",
                     base::counted(capacity_, "state"), base::grouped(replaced_));
}

}  // namespace waymark::store
