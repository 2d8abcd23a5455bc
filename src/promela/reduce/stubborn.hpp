// Stubborn: finds, in a state, a set of statements such that nothing else that may happen can disturb those of them
// that can be executed, nor wake the others (Valmari's strong stubborn sets). It is then enough to take the members'
// transitions; docs/soundness.md has the argument.
//
// The set is closed under these rules. A member that can be executed brings in the other statements of its process's
// control state, and all statements of other processes that may not be exchanged with it. A member that cannot brings
// in statements of which one must happen first: those after which its process stands before it, or all that its process
// can do next, or, where its own test forbids it now, those that may change the answer; whichever costs less. Nothing
// is brought in for a process that comes to it only after a member has happened, or never.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/model.hpp"
#include "promela/reduce/decisions.hpp"
#include "promela/reduce/ensemble.hpp"

namespace waymark::promela {

// What is known of a statement before which a process stands.
struct Standpoint {
  const Statement* statement = nullptr;
  Bits conflicts, enablers;
  std::uint32_t channel = 0;  // with all variables known
  bool may_meet = false, may_buffer = false;
  bool sticky = false, visible = false;
  friend bool operator==(const Standpoint&, const Standpoint&) = default;
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
  [[nodiscard]] const Pids* find(const Ensemble& ensemble, const std::vector<Posture>& postures,
                                 const std::vector<Possible>& possible, Outlook& outlook);
  // What was asked for it, each question once.
  [[nodiscard]] std::span<const Answered> asked() const { return asked_; }

 private:
  enum class Answer : std::uint8_t { unknown, no, yes };

  void look_around();
  [[nodiscard]] bool ask(std::size_t index, const Question& question);
  [[nodiscard]] bool condition_holds(std::size_t number);
  [[nodiscard]] bool is_full(std::uint32_t channel);
  [[nodiscard]] bool is_empty(std::uint32_t channel);
  [[nodiscard]] bool close(std::uint32_t seed);
  [[nodiscard]] bool pull_owed();
  [[nodiscard]] bool pull(std::uint32_t pid);
  void look_at(std::size_t number);
  void before(std::size_t number);
  void stop(std::uint32_t pid);
  [[nodiscard]] BitsView forbidden_by(std::size_t number);
  void wake(std::size_t number, const Standpoint& here);
  void find_partners(std::size_t number, const Standpoint& here);
  void add(BitsView set);
  void add(std::size_t number);
  [[nodiscard]] std::size_t cost(BitsView set) const;
  [[nodiscard]] const Standpoint& standpoint(std::size_t number) const;

  const Objects& objects_;
  bool sorted_sends_;
  bool keep_cycles_;
  // Of the state at hand.
  const Ensemble* ensemble_ = nullptr;
  const std::vector<Posture>* postures_ = nullptr;
  const std::vector<Possible>* possible_ = nullptr;
  Outlook* outlook_ = nullptr;
  Bits enabled_;
  Bits current_;                 // of the control states where processes stand
  Bits ahead_;                   // what may ever be executed by those who live now
  std::vector<Answer> answers_;  // by statement, then by channel: full, empty
  std::vector<Answered> asked_;
  std::array<std::uint32_t, 256> transitions_{};  // by actor
  Pids in_vain_;                                  // those with whom no set is better than what was found
  // Of the set being closed.
  Bits members_;
  Bits open_;  // what may be executed before a member is, as far as that is clear
  std::vector<std::uint32_t> waiting_, elsewhere_;
  std::size_t next_ = 0;
  std::vector<std::uint32_t> owed_;  // processes that have to be pulled
  Pids pulled_, best_;
  std::uint32_t taken_ = 0, most_ = 0;
  bool moves_on_ = false;  // a transition that is not sticky is taken
};

}  // namespace waymark::promela
