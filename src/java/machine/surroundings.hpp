// Surroundings: what runs have asked of the world around a program. The machine has one answer to each such question
// where another machine may have others, so what was explored is restricted, and the result says so. And what else a
// result mentions: where a thread spins, and where most of the work was. Shared by all models of a program, on several
// threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/mutex.hpp"

namespace waymark::java {

class Surroundings {
 public:
  enum class Asked : std::uint8_t {
    random,           // numbers without a seed, of which one sequence was taken
    clock,            // which only time-outs advance
    input,            // of System.in
    environment,      // all variables
    weak_references,  // which are never cleared
    shutdown_hooks,   // which never run
    lonely_waits,     // outside of a loop, which do not end for no reason
  };

  void note(Asked what) { asked_.fetch_or(bit(what), std::memory_order_relaxed); }
  [[nodiscard]] bool asked(Asked what) const { return (asked_.load(std::memory_order_relaxed) & bit(what)) != 0; }

  // A random number of so many; 0: of too many to explore them.
  void note_random(std::uint64_t count) {
    note(Asked::random);
    const base::Lock lock(mutex_);
    numbers_ = count == 0 || numbers_ == too_many ? too_many : std::max(numbers_, count);
  }
  // The most of one of them; nothing if these were too many.
  static constexpr std::uint64_t too_many = ~std::uint64_t{0};
  [[nodiscard]] std::uint64_t random_numbers() const {
    const base::Lock lock(mutex_);
    return numbers_;
  }

  // What was not there. Only the first few of the names are kept, in their order.
  void note_absent_file(std::string path) { keep(files_, std::move(path)); }
  void note_absent_variable(std::string name) { keep(variables_, std::move(name)); }
  [[nodiscard]] std::set<std::string> absent_files() const {
    const base::Lock lock(mutex_);
    return files_;
  }
  [[nodiscard]] std::set<std::string> absent_variables() const {
    const base::Lock lock(mutex_);
    return variables_;
  }

  // A thread that comes back to where it stands for ever, since nobody else can go on: who, and where.
  void note_spinning(std::string who) { keep(spinning_, std::move(who)); }
  [[nodiscard]] std::set<std::string> spinning() const {
    const base::Lock lock(mutex_);
    return spinning_;
  }

  // Bytecodes: all of them, and those of long steps, with the place where most of these came to their end.
  struct Work {
    std::uint64_t all = 0;
    std::uint64_t in_long_steps = 0;
    std::string place;
  };
  void note_work(std::uint64_t bytecodes, const std::map<std::string, std::uint64_t>& long_steps) {
    const base::Lock lock(mutex_);
    work_.all += bytecodes;
    for (const auto& [place, spent] : long_steps) {
      work_.in_long_steps += spent;
      const std::uint64_t here = places_[place] += spent;
      if (work_.place.empty() || here > places_[work_.place]) work_.place = place;
    }
  }
  [[nodiscard]] Work work() const {
    const base::Lock lock(mutex_);
    return work_;
  }

 private:
  static constexpr std::size_t most_names = 4;

  [[nodiscard]] static std::uint32_t bit(Asked what) { return 1u << static_cast<unsigned>(what); }
  // Which ones are kept does not depend on who comes first.
  void keep(std::set<std::string>& names, std::string name) {
    const base::Lock lock(mutex_);
    names.insert(std::move(name));
    if (names.size() > most_names) names.erase(std::prev(names.end()));
  }

  std::atomic<std::uint32_t> asked_ = 0;
  mutable base::Mutex mutex_;
  std::uint64_t numbers_ = 0;
  std::set<std::string> files_;
  std::set<std::string> variables_;
  std::set<std::string> spinning_;
  Work work_;
  std::map<std::string, std::uint64_t> places_;  // of long steps
};

}  // namespace waymark::java
