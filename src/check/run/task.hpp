// Task: a check of a program from its files to counterexamples in its own terms: load, slice, abstract; search
// (check/run/check.hpp); find out whether a counterexample of the abstraction is one of the program, and refine the
// abstraction if it is not; lift it from the slice to the whole program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/stop.hpp"
#include "check/plan/settings.hpp"
#include "check/plan/team.hpp"
#include "check/run/after_limit.hpp"
#include "check/run/context.hpp"
#include "check/say/result.hpp"
#include "load/program.hpp"
#include "load/source.hpp"

namespace waymark::check {

struct TaskSettings {
  load::Source program;
  Settings settings;
  bool slice = false;        // only what bears on the properties is checked
  bool keep_prints = false;  // and what is printed
  std::uint64_t refine = 0;  // so often an abstraction is made finer
  std::string trail;         // where trails go; empty: nowhere
};

class Task {
 public:
  // Loads the program. All members of the team do so at once. Throws base::InputError.
  Task(TaskSettings settings, const base::Stop& stop, const Team& team);
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  // Throws base::InputError. REQUIRES: context.stop, which is concluded if there is a violation or a limit to tell of.
  [[nodiscard]] Result run(const Context& context, const AfterLimit& after = {});

  // The program that was searched: a slice or an abstraction, if such was asked for.
  [[nodiscard]] const load::Program& checked() const { return checked_; }
  // After run(): the program in whose choices the first violation is, and the source it comes from.
  [[nodiscard]] const load::Program& told() const { return *told_; }
  [[nodiscard]] const load::Source& source() const { return settings_.program; }

 private:
  void load();
  // One check, or a second one with a smaller store.
  [[nodiscard]] Result search(const Context& context);
  // Whether the search begins again with a smaller store that is as exact.
  [[nodiscard]] bool goes_on_in_tree(const Result& result, const Context& context) const;
  // Whether a violation of the abstraction is one of the program is entered into the result.
  void judge_abstraction(Result& result);
  void take_real(const Found& found, const ltl::FormulaPtr& formula, Result& result);
  [[nodiscard]] ltl::FormulaPtr followed_formula(const Found& found, const Result& result) const;
  [[nodiscard]] bool refine(const Result& result);
  void lift(Result& result);

  TaskSettings settings_;
  const base::Stop& stop_;
  load::Program whole_, checked_;
  load::Program followed_;  // whose runs counterexamples are: the program's, or its slice's
  const load::Program* told_ = &checked_;
  std::optional<load::CutAway> away_;
  std::string symmetry_;  // which processes are exchanged, or why none are; empty: this was not asked for
};

}  // namespace waymark::check
