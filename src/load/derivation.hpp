// What is explored of a program: which part of it, what its steps show, which states stand for others, which orders of
// steps and which runs are left out, and which cycles are asked about. A search, its trail, its script and the
// certifier of the script derive the same graph from it, and a script's header has its text. Different derivations have
// different texts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/names.hpp"
#include "ltl/formula.hpp"
#include "model/model.hpp"

namespace waymark::load {

enum class CycleKind : std::uint8_t { ltl, acceptance, progress };

// What a run may not go on doing for ever.
struct Cycles {
  CycleKind kind = CycleKind::ltl;
  ltl::FormulaPtr formula;  // that every run must satisfy; none for acceptance
  bool fair = false;        // only runs count that are weakly fair to every actor

  [[nodiscard]] static Cycles no_acceptance(bool fair) { return {CycleKind::acceptance, nullptr, fair}; }
  [[nodiscard]] static Cycles progress(bool fair);

  // The formula, or what it is called.
  [[nodiscard]] std::string text() const;
  // The same question as read from text(): equal questions have equal texts then.
  [[nodiscard]] Cycles as_told() const;
  // What a cycle is reported as that shows it.
  [[nodiscard]] model::Violation violation() const;
};

// By what a slice is made: what bears on none of these is left out.
struct Criteria {
  bool assertion = false;
  bool deadlock = false;
  bool steps = false;   // something is asked about single steps
  bool output = false;  // what is printed stays
  std::vector<std::string> invariants;
  std::vector<Cycles> cycles;

  // For people, and the part of a derivation's text.
  [[nodiscard]] std::string text() const;
  // Whether the slice by these answers that question.
  [[nodiscard]] bool include(const Cycles& asked) const;
};

struct Derivation {
  struct Symmetry {
    std::vector<std::string> unchanged;  // expressions whose values no exchange changes
  };
  struct Reduction {
    std::string dropped;               // assumptions that it does not make, in the language's own text
    std::vector<std::string> visible;  // expressions that it does not hide
  };

  std::optional<Criteria> slice;             // nothing: the whole program
  std::string own;                           // the program's own options, what is abstracted included
  std::vector<std::string> shown;            // expressions where steps end: see load/derive.hpp
  std::optional<Symmetry> symmetry;          // nothing: no state stands for another
  std::optional<std::uint32_t> preemptions;  // most in a run; nothing: any number
  std::optional<Reduction> reduction;        // nothing: all orders of steps
  std::optional<Cycles> cycles;              // nothing: states and steps are asked about

  [[nodiscard]] std::string text() const;
  // Of a stranger's text. Nothing, and `why`, if it is none. One derivation has one text: who trusts the result
  // compares its text() with what was read.
  [[nodiscard]] static std::optional<Derivation> parse(std::string_view text, std::string& why);
};

// What is wrong with a script's options, by the error that came of them: its first line, without the place, which names
// an option that the user did not give.
[[nodiscard]] std::string fault_of_options(const base::InputError& error);

}  // namespace waymark::load

template <>
struct waymark::base::Names<waymark::load::CycleKind> {
  using enum load::CycleKind;
  static constexpr auto table =
      std::to_array<Named<load::CycleKind>>({{ltl, "ltl"}, {acceptance, "acceptance"}, {progress, "progress"}});
};
