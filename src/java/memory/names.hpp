// Names of objects, the same in every process. An object is called by who made it, where, and the smallest number free
// among the live objects of both, its *group*; one that exists when the program starts, by what it is. A name has the
// same place (Ref) whenever it occurs in this process.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "java/link/klass.hpp"

namespace waymark::java {

inline std::uint64_t mix_name(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9E3779B97F4A7C15u ^ (b + 0x632BE59BD9B4E019u);
  x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
  x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
  return x ^ x >> 32;
}

class Names {
 public:
  struct Name {
    std::uint64_t hash = 0;
    std::uint32_t group = 0;
    std::uint32_t number = 0;
    std::uint32_t entity = 0;
  };

  // The place of the smallest free number of a group, which is free no longer. `site_hash` names the site in every
  // process; the library's own objects, made before the program starts, have other names.
  [[nodiscard]] Ref take(std::uint32_t thread, std::uint32_t site, std::uint64_t site_hash, bool started);
  // The place that is called by a number alone; it may be taken or not.
  [[nodiscard]] Ref numbered(std::uint32_t number);
  // An order of names, the same in every process: those that are a number, by it, before all others.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> rank(Ref ref) const {
    const Name& name = names_[ref];
    if (numbered_ != 0 && name.group == numbered_) return {0, name.number};
    return {1, name.hash};
  }
  // REQUIRES: no immortal has this name.
  [[nodiscard]] Ref add_immortal(std::uint64_t name);
  // Its number is taken, or free.
  void mark(Ref ref, bool taken);
  // Those who have a name keep it; the numbers of new ones start anew.
  void forget_groups();

  // Where it was made, the same in every process; 0 if that is not known any more.
  [[nodiscard]] std::uint64_t site_of(Ref ref) const { return groups_[names_[ref].group].site; }
  [[nodiscard]] std::size_t size() const { return names_.size(); }
  [[nodiscard]] Name& operator[](Ref ref) { return names_[ref]; }
  [[nodiscard]] const Name& operator[](Ref ref) const { return names_[ref]; }

 private:
  struct Group {
    std::vector<Ref> places;
    std::vector<std::uint64_t> taken;  // a bit for each
    std::uint32_t low = 0;             // none below is free, in 64s
    std::uint64_t hash = 0;
    std::uint64_t site = 0;
  };

  void extend(std::uint32_t group, std::uint32_t number);

  std::vector<Name> names_{{}};
  std::unordered_map<std::uint64_t, std::uint32_t> group_of_;
  std::vector<Group> groups_{{}};
  std::uint32_t numbered_ = 0;  // the group of those that are called by a number
  std::unordered_map<std::uint64_t, Ref> immortal_of_;
};

}  // namespace waymark::java
