// Canonical: of all states that exchanges of instances make of a state, one, the same for all of them as far as that is
// cheap to find. Instances are sorted by what the state has of them, then by what refers to them. Those that are still
// alike are tried in all orders, if there are few.
//
// Nothing rests on this: any permutation may be chosen. A worse choice costs states.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/model.hpp"
#include "promela/symmetry/symmetry.hpp"

namespace waymark::promela {

class Canonical {
 public:
  explicit Canonical(std::shared_ptr<const Symmetry> symmetry);

  // The exchange that makes it of the state. REQUIRES: the state has the symmetry's words.
  [[nodiscard]] const Permutation& of(std::span<const model::Word> state);
  // What it makes of that; a view until the next call.
  [[nodiscard]] std::span<const model::Word> image() const { return image_; }
  [[nodiscard]] bool is_identity() const { return identity_; }

 private:
  static constexpr std::uint32_t most_orders = 720;  // of instances that are alike
  static constexpr unsigned most_rounds = 4;

  // A moved instance that a cell belongs to, and as what.
  struct Role {
    std::uint32_t slot = 0;  // in a Permutation
    std::uint32_t as = 0;
  };
  struct Entry {
    std::uint32_t cells = 0;
    std::uint32_t element = 0;
    std::uint64_t key = 0;
    std::uint32_t roles = 0, roles_end = 0;
  };
  struct ChannelRoles {
    std::uint64_t key = 0;
    std::vector<Role> roles;
  };
  struct Ties {
    std::vector<std::uint32_t> slots;
    std::vector<std::uint8_t> targets;  // where they may go, within their team
  };

  [[nodiscard]] std::uint32_t slot_of(const Member& member) const;
  [[nodiscard]] std::uint64_t describe(const Cells& cells, std::size_t element, std::vector<Role>& roles) const;
  void look(const std::uint8_t* state);
  void add(const Entry& entry, const std::uint8_t* state);
  [[nodiscard]] std::size_t classes();
  void sort();
  void try_orders(std::span<const model::Word> state);
  [[nodiscard]] bool are_alike(const Ties& ties, std::span<const model::Word> state);
  void try_orders(const Ties& ties, std::span<const model::Word> state);

  std::shared_ptr<const Symmetry> symmetry_;
  std::vector<Entry> entries_;
  std::vector<Role> roles_;
  std::vector<ChannelRoles> channels_;  // by number - 1
  std::vector<std::uint64_t> signatures_, sums_;
  std::vector<Role> met_;
  Permutation start_, permutation_, tried_;
  std::vector<std::uint64_t> seen_;  // room for classes() and sort()
  std::vector<std::uint32_t> order_;
  std::vector<Ties> ties_;
  std::vector<model::Word> image_, other_;
  bool identity_ = true;
};

}  // namespace waymark::promela
