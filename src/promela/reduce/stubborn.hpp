// Stubborn: finds, in a state, a set of statements such that nothing else that may happen can disturb those of them
// that can be executed, nor wake the others (Valmari's strong stubborn sets). It is then enough to take the members'
// transitions; docs/trust/soundness.md has the argument.
//
// A set is found by closure: one process that can move is taken as the seed, and whatever the rules below demand is
// added until nothing is missing. Every process that can move is tried; the set with the fewest transitions is kept,
// and a closure that cannot become smaller, or would contain something visible, is broken off at once. Of sets that are
// as small as each other the first is kept: the processes take turns as Turn says, the youngest first.
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
#include "promela/reduce/dependence.hpp"

namespace waymark::promela {

// A statement before which a process stands, with what is known of it there.
struct LocalStatement {
  const Statement* statement = nullptr;
  Bits conflicts, enablers;
  std::uint32_t channel = 0;  // with all variables known
  bool may_rendezvous = false, may_buffer = false;
  bool cuts_cycles = false, visible = false;
  friend bool operator==(const LocalStatement&, const LocalStatement&) = default;
};

// Where a process stands in the state at hand.
struct ProcessPosition {
  std::uint32_t state = 0;                            // control state
  std::uint32_t first_way = 0;                        // of it
  const std::vector<LocalStatement>* ways = nullptr;  // of it
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
  [[nodiscard]] const Pids* find(const DependenceRelation& relation, const std::vector<ProcessPosition>& positions,
                                 const std::vector<Possible>& possible, StateOracle& oracle);
  // What was asked for it, each question once.
  [[nodiscard]] std::span<const Answered> asked() const { return asked_; }

 private:
  enum class Answer : std::uint8_t { unknown, no, yes };
  // What a process can do next. It decides which set is taken of several that are as good as each other, and so how
  // soon processes that did the same in another order are in the same state again.
  enum class Turn : std::uint8_t {
    ends,     // it only ends: without it, states differ in less
    settled,  // others were concerned, but will not be any more: it is the last one to come to it, and the state after
              // it is that of all the orders in which somebody else was the last
    local,    // no other process is concerned, ever
    shared,   // what others may still do depends on it
  };

  void look_around();
  [[nodiscard]] Turn turn(const ProcessPosition& position) const;
  [[nodiscard]] bool ask(std::size_t index, const Question& question);
  [[nodiscard]] bool condition_holds(std::size_t number);
  [[nodiscard]] bool is_full(std::uint32_t channel);
  [[nodiscard]] bool is_empty(std::uint32_t channel);
  // The closure; each of its functions is a rule of docs/trust/soundness.md.
  [[nodiscard]] bool close(std::uint32_t seed);
  [[nodiscard]] bool add_pending_processes();
  [[nodiscard]] bool add_process(std::uint32_t pid);  // 1
  void look_at(std::size_t number);                   // 3 and 4
  void before(std::size_t number);                    // 2
  void stop(std::uint32_t pid);
  [[nodiscard]] BitsView forbidden_by(std::size_t number);
  void add_enablers(std::size_t number, const LocalStatement& here);
  void find_partners(std::size_t number, const LocalStatement& here);
  void add(BitsView set);
  void add(std::size_t number);
  [[nodiscard]] std::size_t cost(BitsView set) const;
  [[nodiscard]] const LocalStatement& local_statement(std::size_t number) const;

  const Objects& objects_;
  bool sorted_sends_;
  bool keep_cycles_;
  // Of the state at hand.
  const DependenceRelation* relation_ = nullptr;
  const std::vector<ProcessPosition>* positions_ = nullptr;
  const std::vector<Possible>* possible_ = nullptr;
  StateOracle* oracle_ = nullptr;
  Bits enabled_;
  Bits current_;                 // of the control states where processes stand
  Bits ahead_;                   // what may ever be executed by those who live now
  std::vector<Answer> answers_;  // by statement, then by channel: full, empty
  std::vector<Answered> asked_;
  std::array<std::uint32_t, 256> transitions_{};  // by actor
  std::array<Turn, 256> turns_{};                 // of those who can move
  Pids rejected_seeds_;                           // those with whom no set is better than what was found
  // Of the set being closed.
  Bits members_;
  Bits open_;                             // what may be executed before a member is, as far as that is clear
  std::vector<std::uint32_t> waiting_;    // members still to be looked at before which their process stands,
  std::vector<std::uint32_t> elsewhere_;  // and others, from next_ on
  std::size_t next_ = 0;
  std::vector<std::uint32_t> pending_processes_;  // whose transitions have to be taken
  Pids processes_, best_;                         // all of whose transitions are taken
  std::uint32_t taken_ = 0, most_ = 0;
  bool moves_on_ = false;  // a transition that cuts no cycles is taken
};

}  // namespace waymark::promela
