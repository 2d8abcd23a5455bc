#include "llvm/races.hpp"

#include <fmt/format.h>

#include "llvm/spelling.hpp"

namespace waymark::llvm {

template <typename Visit>
void Races::each(const Visit& visit) {
  using What = Pending::What;
  if (machine_.memory().living() < 2) return;
  accesses_.clear();
  for (const auto& thread : machine_.memory().threads()) {
    pending_.clear();
    pending_.push_back(machine_.pending(*thread));
    machine_.add_passed(*thread, pending_);
    for (const Pending& it : pending_) {
      const bool access = it.what == What::read || it.what == What::write || it.what == What::update;
      if (access) accesses_.emplace_back(thread.get(), it);
    }
  }
  for (std::size_t i = 0; i < accesses_.size(); ++i) {
    for (std::size_t k = i + 1; k < accesses_.size(); ++k) {
      const Pending& one = accesses_[i].second;
      const Pending& two = accesses_[k].second;
      if (accesses_[i].first == accesses_[k].first) continue;
      if (one.object != two.object || (one.is_atomic && two.is_atomic)) continue;
      if (one.what == What::read && two.what == What::read) continue;
      if (one.offset + one.bytes <= two.offset || two.offset + two.bytes <= one.offset) continue;
      if (!visit(accesses_[i], accesses_[k])) return;
    }
  }
}

model::RacingAccess Races::access_of(const PendingAccess& access) {
  const auto& [thread, pending] = access;
  return {Accesses::name_of(*thread), pending.what != Pending::What::read,
          Spelling(machine_).variable(pending.object, pending.offset, pending.bytes), machine_.place_of(*thread)};
}

bool Races::find(model::Violation& violation) {
  bool found = false;
  each([&](const PendingAccess& one, const PendingAccess& two) {
    violation.kind = "race";
    Spelling spelling(machine_);
    violation.detail =
        fmt::format("{} {} at {}, and {} {} at {}", Accesses::name_of(*one.first), spelling.next(*one.first),
                    machine_.place_of(*one.first), Accesses::name_of(*two.first), spelling.next(*two.first),
                    machine_.place_of(*two.first));
    violation.location = machine_.place_of(*one.first);
    violation.accesses = {access_of(one), access_of(two)};
    found = true;
    return false;
  });
  return found;
}

void Races::enter() {
  // A pair of numbers for each place: that of the function and that of the operation in it.
  const auto key = [](const Thread& thread) {
    const Frame& top = thread.frames.back();
    return std::uint64_t{thread.number} << 48 | std::uint64_t{top.code->index} << 24 | top.pc;
  };
  each([&](const PendingAccess& one, const PendingAccess& two) {
    if (entered_.enter(key(*one.first), key(*two.first))) {
      log_.add(access_of(one), access_of(two));
    }
    return true;
  });
}

}  // namespace waymark::llvm
