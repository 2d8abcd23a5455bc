#include "java/races.hpp"

#include <fmt/format.h>

#include "java/telling.hpp"

namespace waymark::java {

namespace {

bool is_plain(const Pending& pending) { return !pending.synchronizes && pending.what != Pending::What::update; }

}  // namespace

void Races::look() {
  using What = Pending::What;
  accesses_.clear();
  for (const auto& thread : vm_.memory().threads()) {
    if (thread->status != Status::running) continue;
    const Pending& pending = vm_.pending(*thread);
    const bool accesses = pending.what == What::read || pending.what == What::write || pending.what == What::update;
    // The library's own races are its own affair.
    if (accesses && !thread->frames.back().method->owner->library) accesses_.emplace_back(thread.get(), pending);
  }
}

template <typename Visit>
void Races::each(const Visit& visit) {
  using What = Pending::What;
  for (std::size_t i = 0; i < accesses_.size(); ++i) {
    for (std::size_t k = i + 1; k < accesses_.size(); ++k) {
      const Pending& one = accesses_[i].second;
      const Pending& two = accesses_[k].second;
      if (one.what == What::read && two.what == What::read) continue;
      if (one.object != two.object || one.klass != two.klass || one.offset != two.offset) continue;
      if (!visit(*accesses_[i].first, one, *accesses_[k].first, two)) return;
    }
  }
}

model::RacingAccess Races::access_of(Thread& thread) {
  return {vm_.objects().name_of(thread), vm_.pending(thread).what == Pending::What::write, accessed_text(vm_, thread),
          place_of(thread.frames.back())};
}

bool Races::find(model::Violation& violation) {
  bool found = false;
  look();
  // Numbers of threads are used again, so they order nothing that people read.
  const auto comes_first = [&](const Thread& one, const Thread& two) {
    const std::string here = place_of(one.frames.back());
    const std::string there = place_of(two.frames.back());
    return here != there ? here < there : vm_.objects().name_of(one) < vm_.objects().name_of(two);
  };
  each([&](Thread& a, const Pending& its, Thread& b, const Pending& others) {
    if (!is_plain(its) || !is_plain(others)) return true;
    const bool swapped = comes_first(b, a);
    Thread& one = swapped ? b : a;
    Thread& two = swapped ? a : b;
    violation.kind = "race";
    violation.detail = fmt::format("{} {} at {}, and {} {} at {}", vm_.objects().name_of(one), next_text(vm_, one, 0),
                                   place_of(one.frames.back()), vm_.objects().name_of(two), next_text(vm_, two, 0),
                                   place_of(two.frames.back()));
    violation.location = place_of(one.frames.back());
    violation.accesses = {access_of(one), access_of(two)};
    found = true;
    return false;
  });
  return found;
}

void Races::enter(Contacts& contacts) {
  const auto key = [](const Thread& thread) {
    return std::uint64_t{thread.number} << 32 | Actions::of(thread.frames.back());
  };
  look();
  for (const auto& [thread, pending] : accesses_) contacts.stands(*thread, pending);
  each([&](Thread& one, const Pending& its, Thread& two, const Pending& others) {
    contacts.meet(one, its, two, others);
    const bool race = !vm_.settings().races && is_plain(its) && is_plain(others);
    if (race && entered_.enter(key(one), key(two))) vm_.journal().races.add(access_of(one), access_of(two));
    return true;
  });
}

}  // namespace waymark::java
