// Stubborn: finds, in a state, a set of statements such that nothing else that may happen can disturb those of them
// that can be executed, nor wake the others (Valmari's strong stubborn sets). It is then enough to take the members'
// transitions; docs/soundness.md has the argument.
//
// The set is closed under these rules. A member that can be executed brings in the other statements of its process's
// control state, and all statements of other processes that may not be exchanged with it. A member that cannot brings
// in statements of which one must happen first: those after which its process stands before it or, where its own test
// forbids it now, those that may change the answer; whichever costs less.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "model/model.hpp"
#include "promela/ensemble.hpp"

namespace waymark::promela {

// What can be asked about the state at hand.
class Outlook {
 public:
  Outlook() = default;
  Outlook(const Outlook&) = delete;
  Outlook& operator=(const Outlook&) = delete;
  // Whether a condition of that process, wherever it stands, holds now; true if asking goes wrong.
  [[nodiscard]] virtual bool condition_holds(std::uint32_t pid, std::uint32_t way) = 0;
  [[nodiscard]] virtual bool is_full(std::uint32_t channel) = 0;
  [[nodiscard]] virtual bool is_empty(std::uint32_t channel) = 0;

 protected:
  ~Outlook() = default;
};

// What is known of a statement before which a process stands.
struct Standpoint {
  const Statement* statement = nullptr;
  Bits conflicts, enablers;
  std::uint32_t channel = 0;  // with all variables known
  bool may_meet = false, may_buffer = false;
  bool sticky = false, visible = false;
};

// A process in the state at hand.
struct Posture {
  std::uint32_t state = 0;                        // control state
  std::uint32_t first_way = 0;                    // of it
  const std::vector<Standpoint>* ways = nullptr;  // of it
};

// An enabled transition: who, by which of its ways; for a rendezvous also with whom.
struct Possible {
  std::uint32_t actor = 0;
  std::uint32_t way = 0;  // of its control state
  bool meets = false;
  std::uint32_t partner = 0;
  std::uint32_t acceptance = 0;  // way of the partner's control state
};

class Stubborn {
 public:
  Stubborn(const Objects& objects, bool sorted_sends, bool keep_cycles)
      : objects_(objects), sorted_sends_(sorted_sends), keep_cycles_(keep_cycles) {}

  // The processes whose transitions are enough; nothing if all are needed.
  [[nodiscard]] const std::vector<bool>* find(const Ensemble& ensemble, const std::vector<Posture>& postures,
                                              const std::vector<Possible>& possible, Outlook& outlook);

 private:
  enum class Answer : std::uint8_t { unknown, no, yes };

  [[nodiscard]] bool close(std::uint32_t seed);
  [[nodiscard]] bool pull(std::uint32_t pid);
  [[nodiscard]] bool look_at(std::size_t number);
  void before(std::size_t number);
  [[nodiscard]] const Bits* forbidden_by(std::size_t number);
  void wake(std::size_t number, const Standpoint& here);
  void find_partners(std::size_t number, const Standpoint& here);
  void add(const Bits& set);
  void add(std::size_t number);
  [[nodiscard]] std::size_t cost(const Bits& set) const;
  [[nodiscard]] const Standpoint* standpoint(std::size_t number) const;

  const Objects& objects_;
  bool sorted_sends_;
  bool keep_cycles_;
  // Of the state at hand.
  const Ensemble* ensemble_ = nullptr;
  const std::vector<Posture>* postures_ = nullptr;
  const std::vector<Possible>* possible_ = nullptr;
  Outlook* outlook_ = nullptr;
  Bits enabled_;
  std::vector<Answer> holds_;
  std::vector<std::uint32_t> transitions_;  // by actor
  // Of the set being closed.
  Bits members_;
  std::vector<std::size_t> waiting_;
  std::vector<bool> pulled_, best_;
  std::uint32_t taken_ = 0, most_ = 0;
  bool moves_on_ = false;  // a transition that is not sticky is taken
};

}  // namespace waymark::promela
