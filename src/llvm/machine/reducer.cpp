#include "llvm/machine/reducer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "llvm/machine/locks.hpp"

namespace waymark::llvm {

namespace {

constexpr std::uint64_t most_fine_bytes = 1024;  // of an object whose bytes are variables of their own
constexpr std::uint64_t unit = 4;

}  // namespace

std::string Refuted::text() const {
  const base::Lock lock(mutex_);
  std::string text;
  for (const auto& [variable, ignored] : variables_) {
    text += fmt::format("{}{}.{}", text.empty() ? "" : " ", variable >> 32, variable & 0xffff'ffff);
  }
  return text;
}

bool Refuted::read(std::string_view text) {
  std::vector<std::uint64_t> found;
  while (!text.empty()) {
    std::uint32_t site = 0;
    std::uint32_t offset = 0;
    const char* const end = text.data() + text.size();
    const auto one = std::from_chars(text.data(), end, site);
    if (one.ec != std::errc{} || one.ptr == end || *one.ptr != '.') return false;
    const auto two = std::from_chars(one.ptr + 1, end, offset);
    if (two.ec != std::errc{} || (two.ptr != end && *two.ptr != ' ')) return false;
    found.push_back(std::uint64_t{site} << 32 | offset);
    text.remove_prefix(static_cast<std::size_t>(two.ptr - text.data()) + (two.ptr == end ? 0 : 1));
  }
  const base::Lock lock(mutex_);
  for (const std::uint64_t variable : found) variables_[variable] = true;
  return true;
}

std::vector<std::uint64_t> Refuted::all() const {
  const base::Lock lock(mutex_);
  std::vector<std::uint64_t> all;
  for (const auto& [variable, ignored] : variables_) all.push_back(variable);
  return all;
}

void Reducer::learn(const std::vector<std::uint64_t>& refuted) {
  mode_ = Mode::learning;
  variables_.clear();
  locks_.clear();
  site_locks_.clear();
  for (const std::uint64_t it : refuted) variables_[it].refuted = true;
}

void Reducer::presume() { mode_ = Mode::presuming; }

std::uint64_t Reducer::variable(const Object& object, std::uint64_t offset) const {
  const std::uint64_t site = memory_.name(object.reference).site;
  return site << 32 | (object.size <= most_fine_bytes ? offset / unit * unit : 0);
}

void Reducer::note_lock(const Object& object, std::uint64_t offset, bool has_readers) {
  if (mode_ != Mode::learning) return;
  const std::pair within(std::uint64_t{memory_.name(object.reference).site}, Guard{true, 0, offset, has_readers});
  if (std::find(site_locks_.begin(), site_locks_.end(), within) == site_locks_.end()) site_locks_.push_back(within);
  if (object.kind != ObjectKind::global) return;
  const Guard guard{false, object.reference, offset, has_readers};
  if (std::find(locks_.begin(), locks_.end(), guard) == locks_.end()) locks_.push_back(guard);
}

bool Reducer::holds(const Thread& thread, const Object& object, const Guard& guard, bool writes) {
  const Object* const lock = guard.same_object ? &object : memory_.at(guard.object);
  if (lock == nullptr || lock->life != Life::live) return false;
  const auto read = [&](std::uint64_t offset, unsigned bytes) {
    Value value;
    const bool fine = offset + bytes <= lock->size && memory_.read(*lock, offset, bytes, value) == Access::fine;
    return fine && value.undefined == 0 && value.object == 0 ? value.bits : 0;
  };
  if (read(guard.offset, 4) == thread.number + 1) return true;
  if (!guard.has_readers || writes || thread.number >= rwlock::most_threads) return false;
  return read(guard.offset + rwlock::times_at + thread.number, 1) != 0;
}

void Reducer::note(const Thread& thread, const Object& object, std::uint64_t variable, bool writes) {
  Variable& it = variables_[variable];
  if (it.refuted) return;
  if (!it.seen) {
    it.seen = true;
    it.owner = thread.number;
    ++learnt_;
    for (const Guard& guard : locks_) {
      if (holds(thread, object, guard, writes)) it.guards.push_back(guard);
    }
    // Only where somebody has taken a lock: other bytes that look like one do not exclude anybody.
    for (const auto& [site, guard] : site_locks_) {
      if (site == memory_.name(object.reference).site && holds(thread, object, guard, writes))
        it.guards.push_back(guard);
    }
  }
  if (writes && !it.written) {
    it.written = true;
    ++learnt_;
  }
  const bool is_late = (thread.record.flags & Record::late) != 0;  // another may have had its number
  if (it.is_owned && (it.owner != thread.number || is_late)) {
    it.is_owned = false;
    ++learnt_;
  }
  const std::size_t before = it.guards.size();
  std::erase_if(it.guards, [&](const Guard& guard) { return !holds(thread, object, guard, writes); });
  if (it.guards.size() != before) ++learnt_;
}

bool Reducer::is_as_presumed(const Thread& thread, const Object& object, std::uint64_t variable, bool writes) {
  const auto at = variables_.find(variable);
  // What no walk has come to is presumed to be read only.
  if (at == variables_.end()) return !writes;
  const Variable& it = at->second;
  if (!it.written) return !writes;
  if (it.is_owned) return it.owner == thread.number && (thread.record.flags & Record::late) == 0;
  const Guard& guard = *std::min_element(it.guards.begin(), it.guards.end());
  return holds(thread, object, guard, writes);
}

bool Reducer::unlocks_freely(const Object& object, std::uint64_t offset) const {
  return mode_ == Mode::presuming && !variables_.contains(variable(object, offset));
}

bool Reducer::moves_freely(const Thread& thread, const Object& object, std::uint64_t offset, std::uint64_t bytes,
                           bool writes) {
  if (mode_ == Mode::off || bytes == 0) return false;
  bool free = true;
  std::uint64_t last = ~std::uint64_t{0};
  for (std::uint64_t at = offset / unit * unit; at < offset + bytes; at += unit) {
    const std::uint64_t number = variable(object, at);
    if (number == last) break;
    last = number;
    if (mode_ == Mode::learning) {
      note(thread, object, number, writes);
      free = false;
      continue;
    }
    const auto found = variables_.find(number);
    const bool known = found != variables_.end();
    // Nothing is presumed of it.
    const auto is_free = [](const Variable& it) {
      return it.refuted || (it.written && !it.is_owned && it.guards.empty());
    };
    if (known && is_free(found->second)) {
      free = false;
      continue;
    }
    if (!is_as_presumed(thread, object, number, writes)) {
      throw Refutation{fmt::format("{}.{}", number >> 32, number & 0xffff'ffff)};
    }
  }
  return free;
}

}  // namespace waymark::llvm
