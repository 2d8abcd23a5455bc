// Contacts: which accesses and locks of threads met while models of a program ran. From these follows what no run has
// reached. They are no part of what a search sees: nothing depends on them.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.hpp"

namespace waymark::model {

// A place in the program's own code that accesses a variable.
struct Access {
  std::string variable;  // Account.balance; the elements of arrays are one variable
  std::string location;  // file:line
  bool writes = false;
  friend auto operator<=>(const Access&, const Access&) = default;
};
// Two of one variable that conflict, the lesser first.
using Conflict = std::pair<Access, Access>;

// A lock is taken while another one is held.
struct Nesting {
  std::string outer;
  std::string inner;
  friend auto operator<=>(const Nesting&, const Nesting&) = default;
};

struct Contacts {
  // Of accesses to objects that one place makes: who was about to do this, and what each held then.
  struct Seen {
    std::set<std::string> threads;  // by name
    std::set<std::uint64_t> locks;  // that were held each time
  };
  using Made = std::uint64_t;  // which place that is

  std::map<std::pair<Made, Access>, Seen> accesses;
  std::set<Conflict> met;                   // two threads were about to do these to one object
  std::map<Nesting, std::string> nestings;  // with the least of the places
  bool full = false;                        // there were more than are kept
};

// Of all models of a program; for several threads at once.
class ContactLog {
 public:
  void add(Contacts::Made made, Access access, std::string thread, const std::set<std::uint64_t>& locks);
  void add(Access one, Access other);
  void add(Nesting nesting, std::string location);
  // Some model has not told all.
  void overflow();
  [[nodiscard]] Contacts all() const;

 private:
  mutable base::Mutex mutex_;
  Contacts contacts_ GUARDED_BY(mutex_);
};

// What one model has told, by numbers that say what it was. A look at what was told before costs next to nothing.
class ContactsTold {
 public:
  enum class Answer : std::uint8_t { known, fresh, full };
  [[nodiscard]] Answer tell(std::uint64_t what) {
    std::uint64_t& recent = recent_[what % recent_.size()];
    if (recent == what) return Answer::known;
    recent = what;
    return tell_again(what);
  }

 private:
  [[nodiscard]] Answer tell_again(std::uint64_t what);

  static constexpr std::size_t most = 10'000;  // no memory limit counts these

  std::vector<std::uint64_t> recent_ = std::vector<std::uint64_t>(1024);
  std::set<std::uint64_t> all_;
};

// What no run has reached so far. Some of it may be impossible.
struct Unmet {
  std::vector<Conflict> conflicts;                        // in the order of variables and places
  std::vector<std::pair<Nesting, std::string>> nestings;  // the other order was met, at that place
  bool full = false;                                      // there may be more
};
[[nodiscard]] Unmet unmet(const Contacts& contacts);

}  // namespace waymark::model
