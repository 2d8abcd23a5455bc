// Automaton: the control flow of one process type, from statements to numbered control states with transitions.
//
// It follows the construction of Spin step for step, since what is a control state of its own decides what counts as a
// state: elements numbered in order of their making (inner ones first), jumps and joins followed where that keeps
// atomicity, nested selections and blocks flattened into the state before them, escapes of `unless` put in front.
// docs/trust/exactness.md has the rules in a table.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "promela/program/coder.hpp"
#include "promela/program/program.hpp"

namespace waymark::promela {

class Automaton {
 public:
  // `named` are the statements whose labels remote references name: a jump there becomes a step, so that somebody can
  // be seen to stand at it.
  Automaton(Program& program, Coder& coder, const Process& process, const std::unordered_set<const Stmt*>& named);

  // Appends states, transitions and actions to the program and fills in the process type.
  void build(ProcessType& type);
  // Where a process stands when it is at a label.
  [[nodiscard]] std::uint16_t label_state(const Stmt* target) const;

 private:
  enum class Kind : std::uint8_t { basic, branch, group, atomic, dstep, unless, jump, join, end };
  struct Node;
  struct Strand {  // a sequence of nodes, by their next
    Node* first = nullptr;
    Node* last = nullptr;
    Node* extent = nullptr;  // the last that was written, before the join behind it
  };
  struct Flags {
    bool end = false, progress = false, accept = false;
    void add(const Flags& other) {
      end |= other.end;
      progress |= other.progress;
      accept |= other.accept;
    }
  };
  struct Node {
    Kind kind = Kind::basic;
    std::uint16_t number = 0;
    bool atom = false;       // inside an atomic sequence, and not its last
    bool last_atom = false;  // the last of an atomic sequence
    bool in_dstep = false;
    bool never = false;  // the condition 0
    TransitionInfo step;
    Node* next = nullptr;
    const Stmt* target = nullptr;  // jump: to a label,
    Node* exit = nullptr;          //       or out of a loop
    std::vector<Strand> inner;     // branch: options; group, atomic, dstep: one; unless: main part and escape
    std::vector<Node*> escapes;    // first nodes, outermost first
    Flags flags;
    Position at;
  };
  // A transition on its way: whose it is, for escapes and for telling copies apart.
  struct Way {
    TransitionInfo info;
    const Node* of = nullptr;
  };

  Node* make(Kind kind, const Position& at);
  void number(Node* node);
  Node* basic(TransitionKind kind, const Position& at, std::string text, Code code = 0, std::uint32_t operand = 0);
  Node* jump(const Position& at);
  void append(Strand& strand, Node* node);

  Strand strand(const std::vector<const Stmt*>& statements);
  Strand strand(const Sequence& statements);
  Strand filled(Strand strand, const Position& at);
  static std::vector<const Stmt*> pruned(const Sequence& option);
  // Appends the statement's nodes and answers the one a label on it stands for; null if it makes none.
  Node* statement(const Stmt& stmt, Strand& out);
  Node* simple(const Stmt& stmt);
  Node* branch(std::vector<Strand> options, bool loops, Node* exit, const Position& at, Strand& out);
  Node* enclosed(Kind kind, const Sequence& body, const Position& at, Strand& out);
  Node* unless(const Unless& unless, const Position& at, Strand& out);
  struct Piece {
    Code code;
    std::string text;
  };
  Node* for_range(const Stmt& stmt, const Ref& index, const Piece& start, const Piece& test, const Sequence& body,
                  Strand& out);
  Node* for_channel(const Stmt& stmt, const ForChannel& loop, Strand& out);
  Node* select(const Stmt& stmt, const Select& select, Strand& out);
  Node* for_loop(const Stmt& stmt, Strand round, const Sequence& body, const Piece& advance, Node* exit, Strand& out);

  void make_atomic(const Strand& strand, bool dstep);
  void walk_atomic(const Strand& strand, bool dstep);
  void patch_jumps();
  void attach_escape(const Strand& main, Node* escape);
  void connect(const Strand& strand);

  [[nodiscard]] Node* jump_target(const Node& node) const;
  [[nodiscard]] Node* resolve(Node* node, bool from_atom) const;
  [[nodiscard]] static Node* start_of(Node* node);
  void ways_of(Node* node, Flags inherited, bool pulled, std::vector<Way>& out);
  void add_escapes(std::vector<std::vector<Way>>& ways) const;

  Program* program_;
  Coder* coder_;
  const Process* process_;
  const std::unordered_set<const Stmt*>* named_;
  std::deque<Node> nodes_;
  std::vector<Node*> by_number_;
  std::vector<Node*> exits_;     // of the loops around the statement at hand
  std::uint32_t statement_ = 1;  // the number of its next step; 1: of the end of the process
  std::unordered_map<const Stmt*, Node*> labelled_;
  std::unordered_map<const Node*, Node*> before_;  // the construct that a node is the first of
};

}  // namespace waymark::promela
