// Names of objects, the same in every process. An object is called by who made it, where, and the smallest number free
// among the live objects of both, its *group*; one that exists when the program starts, by what it is. A name has the
// same place (Ref) whenever it occurs in this process.
#pragma once

#include <cstdint>
#include <map>
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
    bool taken = false;
  };
  // A name as other processes know it: the thread, the site's own name, the number among the objects of both.
  struct Spelled {
    std::uint32_t thread = 0;
    std::uint64_t site = 0;
    std::uint32_t number = 0;
  };

  // The place of the smallest free number of a group, which is free no longer. `site` names the place in the code in
  // every process.
  [[nodiscard]] Ref take(std::uint32_t thread, std::uint64_t site);
  // The place that is called by a number alone; it may be taken or not.
  [[nodiscard]] Ref numbered(std::uint32_t number);
  // The place of a name that another process has told; it may be taken or not. Costs the same for every number.
  [[nodiscard]] Ref find(const Spelled& name);
  [[nodiscard]] Spelled spelled(Ref ref) const {
    const Group& group = groups_[names_[ref].group];
    return {group.thread, group.site, names_[ref].number};
  }
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

  // The program starts: those who have a name keep it, the numbers of new ones start anew, and all that is made from
  // now on is called otherwise.
  void start();
  // Whether it was there when the program started.
  [[nodiscard]] bool is_base(Ref ref) const { return ref < base_; }
  // What was there under this hash when the program started; 0 if there was nothing.
  [[nodiscard]] Ref find_base(std::uint64_t hash);

  // Where it was made, the same in every process; 0 if the virtual machine made it up.
  [[nodiscard]] std::uint64_t site_of(Ref ref) const { return groups_[names_[ref].group].site; }
  [[nodiscard]] std::size_t size() const { return names_.size(); }
  [[nodiscard]] Name& operator[](Ref ref) { return names_[ref]; }
  [[nodiscard]] const Name& operator[](Ref ref) const { return names_[ref]; }

 private:
  struct Group {
    std::vector<Ref> places;
    std::vector<std::uint64_t> taken;  // a bit for each
    std::uint32_t low = 0;             // none below is free, in 64s
    std::uint32_t thread = 0;
    std::uint64_t hash = 0;
    std::uint64_t site = 0;
    std::map<std::uint32_t, Ref> far;  // numbers that were told by other processes, beyond `places`
  };

  [[nodiscard]] std::uint32_t group_of(std::uint32_t thread, std::uint64_t site);
  [[nodiscard]] Ref add(std::uint32_t group, std::uint32_t number);
  void add_row(Group& group);
  void extend(std::uint32_t group, std::uint32_t number);

  std::vector<Name> names_{{}};
  std::unordered_map<std::uint64_t, std::uint32_t> group_of_;
  std::vector<Group> groups_{{}};
  std::uint32_t numbered_ = 0;  // the group of those that are called by a number
  std::unordered_map<std::uint64_t, Ref> immortal_of_;
  Ref base_ = 0;                                    // what was there when the program started stands below
  std::unordered_map<std::uint64_t, Ref> base_of_;  // by hash; filled when it is first asked
};

}  // namespace waymark::java
