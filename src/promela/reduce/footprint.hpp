// Footprints: what each statement of a process may read and write of what it shares with others, where it leads, and
// what may wake it. Partial order reduction rests on them.
//
// Every transition of a process's automaton counts with all that follows it indivisibly: the rest of an atomic
// sequence, the inside of a d_step.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "model/flat_state.hpp"
#include "promela/program/program.hpp"
#include "promela/reduce/abstract_interpreter.hpp"
#include "promela/reduce/constants.hpp"
#include "promela/reduce/objects.hpp"

namespace waymark::promela {

struct Statement {
  Effects effects;
  std::uint32_t source = 0;            // control state
  std::vector<std::uint32_t> targets;  // where its process may stand afterwards
  TransitionKind kind = TransitionKind::skip;
  std::uint32_t channel = 0;       // of a send or receive, if it is known for all the process's life
  bool random = false;             // a random receive
  bool copies = false;             // a copying receive
  bool may_rendezvous = false;     // a send or receive that may be a rendezvous
  bool may_buffer = false;         // ... that may not
  bool rendezvous_inside = false;  // an indivisible sequence that may come to a rendezvous
  bool starts = false;             // a process
  bool timeout_only = false;       // never true, but for timeouts
  bool asks = false;               // depends on whether those beside it can be executed
  bool visible = false;
  bool imprecise = false;  // more would be known of it with the values of all variables
  bool absent = false;     // inside a d_step: never taken by itself
  std::optional<Addition> addition;
};

// An end of a channel that is exclusive to a process, by xr or xs.
struct ExclusiveFootprint {
  Bits end;              // that end; of all channels, if it is not known which
  bool binding = false;  // it is known, and an object of its own
};

struct Footprints {
  std::vector<Statement> statements;  // by transition of the type, from its first
  std::vector<Statement> singles;     // the same without what follows them indivisibly
  std::vector<ExclusiveFootprint> exclusive_ends;
  Constants constants;
  std::uint32_t type = 0;
  std::uint32_t first_way = 0;
};

// Bytes of a process's part that a statement may read, may write, and overwrites in any case.
struct OwnBytes {
  std::vector<bool> read, written, overwritten;
};

// What must be seen of a reduced graph: everything that watches read, and labels if asked for.
struct Visibility {
  Bits objects;
  bool accepting = false;
  bool progress = false;
};

class Footprinter {
 public:
  Footprinter(const Program& program, const Objects& objects);
  Footprinter(const Footprinter&) = delete;
  Footprinter& operator=(const Footprinter&) = delete;

  // What a piece of code over the globals reads.
  [[nodiscard]] Bits reads_of(Code code) const;
  // The bytes of a type's part that are assigned nowhere after its start.
  [[nodiscard]] const std::vector<bool>& stable(std::uint32_t type) const { return background_.stable[type]; }
  // The bytes of the globals that no statement assigns.
  [[nodiscard]] const std::vector<bool>& stable_globals() const { return background_.stable_globals; }
  // Of any process of the type: a transition without what follows it; a piece of code.
  [[nodiscard]] OwnBytes own_bytes(std::uint32_t type, const TransitionInfo& way) const;
  [[nodiscard]] OwnBytes own_bytes(std::uint32_t type, Code code) const;
  // Whether each xr and xs names the same channel for all its process's life.
  [[nodiscard]] bool exclusive_ends_are_constant() const { return exclusive_ends_are_constant_; }
  [[nodiscard]] bool has_sorted_sends() const { return background_.sorted; }
  // Of a process, for all its life.
  [[nodiscard]] Footprints of(const Instance& instance, const Visibility& visible) const;
  // Of the statements of the control state where it stands, in their order, all its variables being known.
  [[nodiscard]] std::vector<Statement> here(const Instance& instance, const Footprints& whole, std::uint32_t state,
                                            const Visibility& visible) const;

 private:
  // An interpreter that knows only what holds of all processes of a type.
  [[nodiscard]] AbstractInterpreter for_any(std::uint32_t type, const KnownBytes* before = nullptr) const {
    return {background_, {type, 0, 0, nullptr, before}, AbstractInterpreter::Known::stable};
  }
  void find_stable();
  void find_stable(std::uint32_t type);
  void find_event_reads();
  void find_lives();
  // The effects of all statements of a type, with what is known before each.
  [[nodiscard]] Effects life_of(std::uint32_t type, const Constants& constants) const;
  // Whether some `else`, escape or D_proctype asks if an offer would be accepted.
  [[nodiscard]] bool asks_about_offers() const;
  // Then coming to a receive, or leaving it, is something others can see.
  void show_readiness(Effects& effects, const ProcessType& type, std::uint32_t state) const;
  [[nodiscard]] Statement alone(const Instance& instance, const Constants& constants, std::uint32_t way,
                                std::uint32_t source, AbstractInterpreter::Known known) const;
  void add_dstep(Statement& statement, const Instance& instance, const Constants& constants, std::uint32_t start,
                 AbstractInterpreter::Known known) const;
  void ask_beside(const ProcessType& type, std::uint32_t state, Statement* first) const;
  // The rest of an atomic sequence that begins with `statement`.
  void add_rest(Statement& statement, const ProcessType& type, const std::vector<Statement>& singles,
                std::uint32_t first_way) const;
  [[nodiscard]] bool shows(const Statement& statement, const ProcessType& type, const Visibility& visible) const;

  const Program& program_;
  const Objects& objects_;
  Background background_;
  std::map<std::pair<std::uint32_t, KnownBytes>, Effects> lives_;  // by type and parameters
  bool offers_are_asked_about_ = false;
  bool exclusive_ends_are_constant_ = true;
};

}  // namespace waymark::promela
