// Disciplines: how the threads of a program are presumed to access each of its variables. Partial order reduction rests
// on them (docs/trust/java-reduction.md); every step is held against them, and a step that acts otherwise refutes the
// presumption.
//
// A variable is a field as it is declared, or the elements of all arrays that one place in the code makes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/mutex.hpp"
#include "java/link/discipline.hpp"

namespace waymark::java {

class Disciplines {
 public:
  // Of what nothing is known, the best is presumed.
  [[nodiscard]] Discipline of(std::string_view variable) const;
  // Never strengthens.
  void weaken(std::string_view variable, Discipline discipline);
  // By all that is weaker now than it was.
  void weaken(const Disciplines& now, const Disciplines& before);
  [[nodiscard]] bool empty() const { return known_.empty(); }
  // Grows with everything that is learnt.
  [[nodiscard]] std::size_t size() const;

  // "a.B.field guarded, a.B.other free"; in the order of names.
  [[nodiscard]] std::string text() const;
  // What such a text says, in addition. A stranger's text: false if it is none.
  [[nodiscard]] bool read(std::string_view text);

 private:
  std::map<std::string, Discipline, std::less<>> known_;
};

// What searches have invalidated so far, for all models of one program.
class Refuted {
 public:
  [[nodiscard]] Disciplines all() const {
    const base::Lock lock(mutex_);
    return disciplines_;
  }
  [[nodiscard]] bool read(std::string_view text) {
    const base::Lock lock(mutex_);
    return disciplines_.read(text);
  }

 private:
  mutable base::Mutex mutex_;
  Disciplines disciplines_ GUARDED_BY(mutex_);
};

}  // namespace waymark::java
