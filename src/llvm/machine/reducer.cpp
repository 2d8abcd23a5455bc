#include "llvm/machine/reducer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "llvm/machine/locks.hpp"

namespace waymark::llvm {

namespace {

constexpr std::uint64_t most_fine_bytes = 1024;  // of an object whose bytes are variables of their own
constexpr std::uint64_t unit = 4;
// The number of a variable is its place and offset; with this bit it stands for its elements. The number of an element
// has the place, the other parts of the object's name, and the offset.
constexpr std::uint64_t of_elements = std::uint64_t{1} << 63;
constexpr unsigned site_at = 32;
constexpr unsigned element_site_at = 30;
constexpr unsigned thread_at = 24;
constexpr unsigned number_at = 16;
constexpr std::uint64_t most_element_bytes = 1u << 12;  // of an object that has elements
constexpr std::size_t most_elements = 1u << 16;         // in all
constexpr std::uint32_t most_owners = 1u << (element_site_at - thread_at);
constexpr std::uint32_t most_numbers = 1u << (thread_at - number_at);

// As messages and scripts have it.
std::string variable_text(std::uint64_t variable) {
  return fmt::format("{}.{}{}", (variable & ~of_elements) >> site_at, variable & 0xffff'ffff,
                     (variable & of_elements) != 0 ? "+" : "");
}

std::uint64_t thread_bit(std::uint32_t thread) { return std::uint64_t{1} << std::min<std::uint32_t>(thread, 63); }

}  // namespace

std::string Refuted::text() const {
  const base::Lock lock(mutex_);
  std::string text;
  for (const auto& [variable, ignored] : variables_) {
    if (!text.empty()) text += ' ';
    text += variable_text(variable);
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
    if (two.ec != std::errc{} || site >> (site_at - 1) != 0) return false;
    const bool elements = two.ptr != end && *two.ptr == '+';
    const char* const rest = two.ptr + (elements ? 1 : 0);
    if (rest != end && *rest != ' ') return false;
    found.push_back(std::uint64_t{site} << site_at | offset | (elements ? of_elements : 0));
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()) + (rest == end ? 0 : 1));
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
  elements_.clear();
  locks_.clear();
  site_locks_.clear();
  for (const std::uint64_t it : refuted) {
    if ((it & of_elements) != 0) {
      variables_[it & ~of_elements].elements_refuted = true;
    } else {
      variables_[it].refuted = true;
    }
  }
}

void Reducer::presume() {
  mode_ = Mode::presuming;
  for (const auto& [number, it] : elements_) {
    if (it.is_presumed()) variables_[it.whole].has_elements = true;
  }
}

std::uint64_t Reducer::variable(const Object& object, std::uint64_t offset) const {
  const std::uint64_t site = memory_.name(object.reference).site;
  return site << site_at | (object.size <= most_fine_bytes ? offset / unit * unit : 0);
}

std::uint64_t Reducer::element(const Object& object, std::uint64_t offset) const {
  const Heap::Name& name = memory_.name(object.reference);
  const std::uint32_t thread = object.kind == ObjectKind::global ? 0 : name.thread;
  if (object.size > most_element_bytes || thread >= most_owners || name.number >= most_numbers) return 0;
  return of_elements | std::uint64_t{name.site} << element_site_at | std::uint64_t{thread} << thread_at |
         std::uint64_t{name.number} << number_at | offset;
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
  if (read(guard.offset, 4) == owner_of(thread)) return true;
  if (!guard.has_readers || writes || thread.number >= rwlock::most_threads) return false;
  return read(guard.offset + rwlock::times_at + thread.number, 1) != 0;
}

std::uint64_t Reducer::beside(const Thread& main) const {
  if ((main.record.flags & Record::outlived) != 0) return ~std::uint64_t{0};
  std::uint64_t all = 0;
  for (const auto& thread : memory_.threads()) {
    if (thread.get() != &main && is_there(thread->record.status)) all |= thread_bit(thread->number);
  }
  return all;
}

void Reducer::note_owner(const Thread& thread, Variable& it) {
  if (!it.is_owned) return;
  const std::uint32_t owner = it.owner;
  const std::uint64_t before = it.beside;
  if (thread.number == 0) it.beside |= beside(thread);
  if (it.owner == 0) it.owner = thread.number;
  const bool is_late = (thread.record.flags & Record::late) != 0;  // another may have had its number
  const bool is_other = thread.number != 0 && thread.number != it.owner;
  if (is_late || is_other || (it.owner != 0 && (it.beside & thread_bit(it.owner)) != 0)) it.is_owned = false;
  if (!it.is_owned || it.owner != owner || it.beside != before) ++learnt_;
}

bool Reducer::is_owner(const Thread& thread, const Variable& it) const {
  if ((thread.record.flags & Record::late) != 0) return false;
  if (thread.number == it.owner) return true;
  return thread.number == 0 && (beside(thread) & thread_bit(it.owner)) == 0;
}

void Reducer::note(const Thread& thread, const Object& object, Variable& it, bool writes) {
  if (it.refuted) return;
  if (!it.seen) {
    it.seen = true;
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
  note_owner(thread, it);
  const std::size_t before = it.guards.size();
  std::erase_if(it.guards, [&](const Guard& guard) { return !holds(thread, object, guard, writes); });
  if (it.guards.size() != before) ++learnt_;
}

void Reducer::note_elements(const Thread& thread, const Object& object, std::uint64_t offset, std::uint64_t bytes,
                            bool writes) {
  for (std::uint64_t at = offset; at < offset + bytes; ++at) {
    const std::uint64_t number = element(object, at);
    if (number == 0 || (elements_.size() >= most_elements && !elements_.contains(number))) return;
    Variable& it = elements_[number];
    it.whole = variable(object, at);
    note(thread, object, it, writes);
  }
}

bool Reducer::is_as_presumed(const Thread& thread, const Object& object, const Variable& it, bool writes) {
  if (!it.written) return !writes;
  if (it.is_owned) return is_owner(thread, it);
  const Guard& guard = *std::min_element(it.guards.begin(), it.guards.end());
  return holds(thread, object, guard, writes);
}

bool Reducer::unlocks_freely(const Object& object, std::uint64_t offset) const {
  return mode_ == Mode::presuming && !variables_.contains(variable(object, offset));
}

bool Reducer::elements_move_freely(const Thread& thread, const Object& object, std::uint64_t offset,
                                   std::uint64_t bytes, bool writes) {
  bool free = true;
  for (std::uint64_t at = offset; at < offset + bytes; ++at) {
    const auto found = elements_.find(element(object, at));
    if (found == elements_.end() || !found->second.is_presumed()) {
      free = false;
    } else if (!is_as_presumed(thread, object, found->second, writes)) {
      throw Refutation{variable_text(found->second.whole | of_elements)};
    }
  }
  return free;
}

bool Reducer::moves_freely(const Thread& thread, const Object& object, std::uint64_t offset, std::uint64_t bytes,
                           bool writes) {
  if (mode_ == Mode::off || bytes == 0) return false;
  if (mode_ == Mode::learning) note_elements(thread, object, offset, bytes, writes);
  const std::uint64_t end = offset + bytes;
  const std::uint64_t step = object.size <= most_fine_bytes ? unit : object.size;  // of a variable
  bool free = true;
  for (std::uint64_t at = offset / step * step; at < end; at += step) {
    const std::uint64_t number = variable(object, at);
    if (mode_ == Mode::learning) {
      note(thread, object, variables_[number], writes);
      free = false;
      continue;
    }
    const auto found = variables_.find(number);
    if (found != variables_.end() && !found->second.is_presumed()) {
      const std::uint64_t first = std::max(at, offset);
      const bool finer = found->second.has_elements && !found->second.elements_refuted;
      free = finer && elements_move_freely(thread, object, first, std::min(end, at + step) - first, writes) && free;
      continue;
    }
    // What no walk has come to is presumed to be read only.
    const bool kept = found == variables_.end() ? !writes : is_as_presumed(thread, object, found->second, writes);
    if (!kept) throw Refutation{variable_text(number)};
  }
  return free;
}

}  // namespace waymark::llvm
