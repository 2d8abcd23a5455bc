// Flow: how control goes through one process, drawn from its syntax tree. A *node* is a statement, or one of the parts
// into which a loop is taken apart. It is a step, with one node behind it, or a fork, which is none: a process at
// a fork may take any step that forks lead to. A *state* is a node that a step leads to, or the first: where a process
// can stand. Jumps are steps here; where Spin follows them at once, that differs by steps that change nothing.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "promela/syntax/ast.hpp"

namespace waymark::promela {

class Flow {
 public:
  using Node = std::uint32_t;
  static constexpr Node none = 0xFFFFFFFF;

  // `whole` is a statement that is one step, or a fork; the others are the parts of a `for`.
  enum class Part : std::uint8_t { whole, init, head, test, leave, advance, end };

  struct Place {
    const Stmt* stmt = nullptr;  // none: the end of the process
    Part part = Part::whole;
    bool step = true;
    bool atomic = false;         // inside atomic or d_step
    bool d_step = false;         // inside d_step
    bool escapable = false;      // inside a part of an unless
    bool bounded = false;        // the step back of a loop that ends, whatever happens inside
    const Stmt* loop = nullptr;  // the innermost `for` whose body it is in
    Node next = none;            // of a step
    std::vector<Node> into;      // of a fork
  };
  struct State {
    Node node = none;
    std::vector<Node> ways;    // steps that can be taken there; none at the end
    std::vector<Node> passed;  // forks on the way to them, and the steps themselves
  };

  explicit Flow(const Process& process);

  [[nodiscard]] const Process& process() const { return *process_; }
  [[nodiscard]] const std::vector<Place>& places() const { return places_; }
  [[nodiscard]] const Place& place(Node node) const { return places_[node]; }
  [[nodiscard]] const std::vector<State>& states() const { return states_; }
  // The state that stands at the node; `none` if it is unreachable.
  [[nodiscard]] std::uint32_t state_at(Node node) const { return state_at_[node]; }
  [[nodiscard]] Node start() const { return start_; }
  [[nodiscard]] Node end() const { return end_; }
  // Where a statement begins, and what comes behind it.
  [[nodiscard]] Node entry(const Stmt& stmt) const { return entries_.at(&stmt); }
  [[nodiscard]] Node behind(const Stmt& stmt) const { return behind_.at(&stmt); }

 private:
  struct Around {
    bool atomic = false, d_step = false, escapable = false;
    const Stmt* loop = nullptr;
    Node exit = none;  // of the loop
  };

  Node add(const Stmt* stmt, Part part, const Around& around);
  Node first(const Sequence& sequence, Node next) const;
  void enter(const Sequence& sequence);
  void fill(const Sequence& sequence, Node next, const Around& around);
  void fill(const Stmt& stmt, Node next, const Around& around);
  void fill_for(const Stmt& stmt, const Sequence& body, bool bounded, Node next, const Around& around);
  void find_states();
  [[nodiscard]] State state(Node node) const;

  const Process* process_;
  std::vector<Place> places_;
  std::vector<State> states_;
  std::vector<std::uint32_t> state_at_;
  std::unordered_map<const Stmt*, Node> entries_, behind_, heads_;
  Node start_ = none, end_ = none;
};

}  // namespace waymark::promela
