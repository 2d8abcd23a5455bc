#include "model/contacts.hpp"

#include <algorithm>

namespace waymark::model {

namespace {

// Of those that come to one place, in one run or another.
constexpr std::size_t most_threads = 64;

// Whether these conflict, two threads did them, and no lock kept them apart.
bool can_meet(const Conflict& conflict, const Contacts::Seen& one, const Contacts::Seen& other) {
  if (!conflict.first.writes && !conflict.second.writes) return false;
  if (one.threads.size() == 1 && one.threads == other.threads) return false;
  return std::none_of(one.locks.begin(), one.locks.end(),
                      [&](std::uint64_t lock) { return other.locks.contains(lock); });
}

}  // namespace

void ContactLog::add(Contacts::Made made, Access access, std::string thread, const std::set<std::uint64_t>& locks) {
  const base::Lock lock(mutex_);
  const auto [at, fresh] = contacts_.accesses.try_emplace({made, std::move(access)});
  Contacts::Seen& seen = at->second;
  if (seen.threads.size() < most_threads) seen.threads.insert(std::move(thread));
  if (fresh) {
    seen.locks = locks;
  } else {
    std::erase_if(seen.locks, [&](std::uint64_t one) { return !locks.contains(one); });
  }
}

void ContactLog::add(Access one, Access other) {
  if (other < one) std::swap(one, other);
  const base::Lock lock(mutex_);
  contacts_.met.emplace(std::move(one), std::move(other));
}

void ContactLog::add(Nesting nesting, std::string location) {
  const base::Lock lock(mutex_);
  const auto [at, fresh] = contacts_.nestings.try_emplace(std::move(nesting), location);
  if (!fresh && location < at->second) at->second = std::move(location);
}

void ContactLog::overflow() {
  const base::Lock lock(mutex_);
  contacts_.full = true;
}

Contacts ContactLog::all() const {
  const base::Lock lock(mutex_);
  return contacts_;
}

ContactsTold::Answer ContactsTold::tell_again(std::uint64_t what) {
  if (all_.contains(what)) return Answer::known;
  if (all_.size() >= most) return Answer::full;
  all_.insert(what);
  return Answer::fresh;
}

Unmet unmet(const Contacts& contacts) {
  constexpr std::size_t most = 1000;  // pairs; more tell nobody anything
  Unmet found;
  found.full = contacts.full;
  std::set<Conflict> conflicts;
  for (auto one = contacts.accesses.begin(); one != contacts.accesses.end(); ++one) {
    const auto& [made, access] = one->first;
    // Those of one variable stand together.
    for (auto other = one; other != contacts.accesses.end() && other->first.first == made; ++other) {
      if (other->first.second.variable != access.variable) break;
      Conflict conflict{access, other->first.second};
      if (!can_meet(conflict, one->second, other->second) || contacts.met.contains(conflict)) continue;
      if (conflicts.size() < most) {
        conflicts.insert(std::move(conflict));
      } else {
        found.full = true;
      }
    }
  }
  found.conflicts.assign(conflicts.begin(), conflicts.end());
  for (const auto& [nesting, location] : contacts.nestings) {
    if (!contacts.nestings.contains({nesting.inner, nesting.outer})) found.nestings.emplace_back(nesting, location);
  }
  return found;
}

}  // namespace waymark::model
