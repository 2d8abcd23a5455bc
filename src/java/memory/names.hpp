// Names of objects, the same in every process. An object is called by where it was made, and a number among the live
// objects that were made there, its *group*; one that exists when the program starts, by what it is. A name has the
// same place (Ref) whenever it occurs in this process.
//
// Two names are the same if all of this is. Beside it a name has a *label*, a public hash: an order, and what Java's
// programs see as identity hash codes. Anybody can make labels meet, so nothing is distinguished by them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "java/link/klass.hpp"

namespace waymark::java {

// A label of two labels.
inline std::uint64_t mix_labels(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9E3779B97F4A7C15u ^ (b + 0x632BE59BD9B4E019u);
  x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
  x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
  return x ^ x >> 32;
}

// A place in the code, and which of the objects that are made there. Methods have different classes, names or
// descriptors, so what a site says is the same in every process.
struct AllocationSite {
  const Method* method = nullptr;  // none: the virtual machine itself, outside of all code
  std::uint32_t place = 0;

  [[nodiscard]] static AllocationSite at(const Method& method, std::uint32_t pc, std::uint32_t sub) {
    return {&method, pc * 64 + sub};
  }
  [[nodiscard]] std::uint32_t pc() const { return place / 64; }
  [[nodiscard]] std::uint64_t label() const {
    if (method == nullptr) return place;
    return method->label * 0x9E3779B97F4A7C15u + (std::uint64_t{place} + 1) * 0xD6E8FEB86659FD93u;
  }
  friend bool operator==(const AllocationSite&, const AllocationSite&) = default;
};
// The same order in every process.
[[nodiscard]] bool comes_before(const AllocationSite& one, const AllocationSite& other);

// What an object is that the virtual machine makes up: no other one has this text.
struct Immortal {
  enum class Kind : std::uint8_t { mirror = 11, characters = 13, string = 17, lambda = 19 };

  std::string text;
  std::uint64_t label = 0;

  [[nodiscard]] static Immortal of(Kind kind, std::string_view text);
};

class Names {
 public:
  struct Name {
    std::uint64_t label = 0;
    std::uint32_t group = 0;
    std::uint32_t number = 0;
    std::uint32_t entity = 0;
    bool taken = false;
  };
  // A name as other processes know it: the site, and the number among the objects made there.
  struct Spelled {
    AllocationSite site;
    std::uint32_t number = 0;
  };
  // When it was given, of those that are no text.
  enum class Era : std::uint8_t { boot, program };

  // The place of the smallest free number of a group, which is free no longer.
  [[nodiscard]] Ref take(const AllocationSite& site);
  // The place of another number of its group, at most as many as have been taken at a time; it may be taken or not.
  [[nodiscard]] Ref sibling(Ref ref, std::uint32_t number);
  // The place of a name that another process has sent; it may be taken or not. Costs the same for every number.
  [[nodiscard]] Ref find(const Spelled& name);
  [[nodiscard]] Spelled spelled(Ref ref) const {
    const Group& group = groups_[names_[ref].group];
    return {group.site, names_[ref].number};
  }
  [[nodiscard]] Era era(Ref ref) const { return groups_[names_[ref].group].era; }
  // REQUIRES: no immortal has this text.
  [[nodiscard]] Ref add_immortal(Immortal name);
  // The text of what the virtual machine has made up; null if it is called otherwise.
  [[nodiscard]] const std::string* text(Ref ref) const {
    return names_[ref].group == 0 ? texts_[names_[ref].number] : nullptr;
  }
  // An order of names, the same in every process.
  [[nodiscard]] bool comes_before(Ref one, Ref other) const;
  // Its number is taken, or free.
  void mark(Ref ref, bool taken);

  // The program starts: those who have a name keep it, the numbers of new ones start anew, and all that is made from
  // now on is called otherwise.
  void start();
  // Whether it was there when the program started. Those who were have the same places in every process, since what
  // happens before follows from the program and its options.
  [[nodiscard]] bool is_base(Ref ref) const { return ref < base_; }

  // Of where it was made; 0 if the virtual machine made it up.
  [[nodiscard]] std::uint64_t site_label(Ref ref) const { return groups_[names_[ref].group].site_label; }
  // The method that made it; null if that is not known.
  [[nodiscard]] const Method* maker(Ref ref) const { return groups_[names_[ref].group].site.method; }
  [[nodiscard]] std::size_t size() const { return names_.size(); }
  [[nodiscard]] std::size_t groups() const { return groups_.size(); }
  [[nodiscard]] Name& operator[](Ref ref) { return names_[ref]; }
  [[nodiscard]] const Name& operator[](Ref ref) const { return names_[ref]; }

 private:
  struct Group {
    std::vector<Ref> places;
    std::vector<std::uint64_t> taken;  // a bit for each
    std::uint32_t low = 0;             // none below is free, in 64s
    std::uint64_t label = 0;
    std::uint64_t site_label = 0;
    AllocationSite site;
    Era era = Era::boot;
    std::map<std::uint32_t, Ref> far;  // numbers that other processes have sent, beyond `places`
  };
  struct SiteHash {
    std::size_t operator()(const AllocationSite& site) const {
      const std::uint64_t method = site.method == nullptr ? 0 : site.method->id + std::uint64_t{1};
      return mix_labels(method, site.place);
    }
  };

  [[nodiscard]] std::uint32_t group_of(const AllocationSite& site);
  [[nodiscard]] Ref add(std::uint32_t group, std::uint32_t number);
  void add_row(Group& group);
  void extend(std::uint32_t group, std::uint32_t number);

  std::vector<Name> names_{{}};
  std::unordered_map<AllocationSite, std::uint32_t, SiteHash> group_of_;
  std::vector<Group> groups_{{}};  // the first one is that of immortals, whose numbers are places in texts_
  std::unordered_map<std::string, Ref> immortal_of_;
  std::vector<const std::string*> texts_;
  Ref base_ = 0;  // what was there when the program started stands below
};

}  // namespace waymark::java
