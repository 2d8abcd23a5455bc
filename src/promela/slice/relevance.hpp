// Relevance: which objects, steps and states of a specification bear on the properties, as the least fixpoint of
//   a step that writes a relevant object, that may fail, or that is asked about, is relevant;
//   what a relevant step reads is relevant, and a state in which one can be taken is;
//   a state that may block is relevant if something relevant depends on it;
//   a state from which control can go to different relevant states first, or go around for ever before it comes to
//   one, is relevant, and so is what decides which of its steps can be taken.
// What is left are *quiet* states: some step can always be taken there, whichever it is changes nothing relevant, and
// after finitely many of them one and the same relevant state is reached. docs/use/slicing.md has the argument.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "promela/slice/effects.hpp"
#include "promela/slice/flow.hpp"
#include "promela/syntax/ast.hpp"

namespace waymark::promela {

// The properties, as far as a slice depends on them.
struct SliceQuestion {
  bool assertions = false;
  bool output = false;  // what is printed stays
  bool runs = false;    // about ends or cycles of runs: blocked and endless processes matter
  bool accept_labels = false, progress_labels = false;
  std::vector<const ExprPtr*> expressions;  // invariants, and propositions of formulas
};

class Relevance {
 public:
  using Node = Flow::Node;

  // `processes`: most that live at a time, as far as that is known.
  Relevance(const Specification& specification, const SliceQuestion& question, std::uint32_t processes);

  [[nodiscard]] const Data& data() const { return data_; }
  [[nodiscard]] const Faults& faults() const { return faults_; }
  [[nodiscard]] bool is(const Datum& object) const { return objects_.contains(object); }
  [[nodiscard]] bool runs_matter() const { return runs_matter_; }

  // Of one process.
  enum class Fate : std::uint8_t {
    quiet,    // goes on to something relevant
    aimless,  // nothing relevant comes any more: it goes around for ever; or, if runs do not matter, who cares
    relevant,
    unreached,
  };
  struct Judged {
    explicit Judged(const Process& process) : flow(process) {}
    Flow flow;
    std::vector<StepEffect> effects;                 // by node
    std::vector<bool> step;                          // relevant, by node
    std::vector<bool> state;                         // relevant, by state
    std::vector<std::vector<std::uint32_t>> around;  // states that pass a node
    std::vector<bool> may_block;                     // by state
    std::vector<std::uint32_t> first;  // the first relevant state that a quiet one leads to; `many` and `nowhere`
    static constexpr std::uint32_t nowhere = 0xFFFFFFFE, many = 0xFFFFFFFD;

    [[nodiscard]] Fate fate(Node node) const;
    // Where control gets to that stands at the node: a relevant state, or nowhere; `none` if it is unreachable.
    [[nodiscard]] std::uint32_t leads_to(Node node) const;
  };
  [[nodiscard]] const Judged& of(const Process& process) const { return judged_[process.index]; }

 private:
  void look_for_features(const Specification& specification, const SliceQuestion& question, std::uint32_t processes);
  [[nodiscard]] bool is_asked(const Stmt& stmt, const SliceQuestion& question) const;
  void begin(Judged& process, const SliceQuestion& question);
  bool add(const Datum& object);
  bool add_all(const Datums& objects);
  bool mark_step(Judged& process, Node node);
  bool mark_state(Judged& process, std::uint32_t state);
  bool propagate(Judged& process);
  bool spread_steps(Judged& process);
  bool mark_blocking(Judged& process);
  void find_first(Judged& process) const;
  bool mark_decisions(Judged& process);
  bool mark_endless(Judged& process);
  bool mark_loops(Judged& process);
  bool may_block(const Judged& process, const Flow::State& state) const;

  Data data_;
  Faults faults_;
  bool runs_matter_ = false;
  bool ends_matter_ = false;
  bool exclusive_ = false;
  std::set<const Process*> kept_in_shape_;  // some label of theirs is asked about
  std::set<Datum> objects_;
  std::vector<Judged> judged_;  // by index of the process
};

// How many processes can live at a time, at most; 255 if the text leaves it open.
[[nodiscard]] std::uint32_t most_processes(const Specification& specification);

}  // namespace waymark::promela
