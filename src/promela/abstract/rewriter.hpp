// Rewriter: a specification in terms of its predicates' bits, statement by statement. One step of the program is one
// step afterwards, at the same place: of several that it may be, one is chosen. Where a process may be unable to go on,
// and the bits do not tell, it may also stay for ever at a place of its own, so that no deadlock is lost and no run in
// which somebody waits.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "promela/abstract/abstract.hpp"
#include "promela/abstract/decide.hpp"
#include "promela/abstract/predicates.hpp"
#include "promela/syntax/ast.hpp"

namespace waymark::promela {

class Rewriter {
 public:
  // `predicates` become the specification's: their bits are declared.
  Rewriter(Specification& specification, Predicates& predicates, const Solver& solver);

  void run();
  [[nodiscard]] std::vector<Abstracted> take_statements() { return std::move(statements_); }
  [[nodiscard]] bool exact() const { return exact_; }

  // An expression about states, of which it is certain that it is true, or possible.
  [[nodiscard]] ExprPtr certainly(const Expr& expr) const;
  [[nodiscard]] ExprPtr possibly(const Expr& expr) const;
  void rewrite(Ltl& formula, bool positive) const;

 private:
  // What a selection looks at to decide whether it can go on.
  struct Leads {
    std::vector<const Expr*> conditions;
    bool always = false;       // one can be executed whatever is known
    bool other = false;        // and others that are no plain conditions
    bool otherwise = false;    // an else
    std::vector<Stmt*> elses;  // where it stands
  };

  void refuse_unfit() const;
  void refuse_unfit(const Process& process) const;
  void declare_bits();
  void undeclare_gone();
  void free_timeouts();

  void rewrite(Sequence& sequence, bool leading);
  void rewrite(Stmt& stmt, bool leading);
  void rewrite_loop(Stmt& stmt);
  void rewrite_branch(Stmt& stmt, std::vector<Sequence>& options, bool leading);
  void rewrite_d_step(Stmt& stmt, DStep& node, bool leading);
  void rewrite_condition(Stmt& stmt, Expression& node, bool leading);
  void rewrite_assertion(Stmt& stmt, Assert& node);
  void rewrite_assignment(Stmt& stmt, const Ref& target, ExprPtr value);
  void rewrite_receive(Stmt& stmt, Receive& node);
  void rewrite_send(Stmt& stmt, Send& node);
  // A variable that is not abstracted gets a value that depends on some that are.
  void rewrite_plain(Stmt& stmt, const Ref& target, const Expr& value);
  [[nodiscard]] bool is_direct(const Symbol& target, const Expr& value) const;
  [[nodiscard]] Sequence direct(const Symbol& target, const Expr& value, const Position& at) const;
  [[nodiscard]] Sequence by_outcomes(const Stmt& stmt, const DecidedEffect& effect, ExprPtr check, StmtPtr besides);
  [[nodiscard]] Sequence one_by_one(const Stmt& stmt, const DecidedEffect& effect, ExprPtr check, StmtPtr besides);
  // The largest parts of an expression that read nothing but what is gone.
  void find_terms(const Expr& expr, std::vector<const Expr*>& terms) const;
  [[nodiscard]] DecidedValues values_of(const Stmt& stmt, const std::vector<const Expr*>& terms) const;

  [[nodiscard]] const Symbol& arrival(const Symbol& like);

  void find_leads(const Sequence& option, Leads& leads) const;
  void find_leads(const Stmt& stmt, Leads& leads) const;
  void add_blocked(std::vector<Sequence>& options, const DecidedCondition& all_false, const Stmt& stmt);

  [[nodiscard]] bool is_gone(const Symbol& symbol) const { return predicates_.gone.contains(&symbol); }
  // Gone, or read by a predicate.
  [[nodiscard]] bool is_touched(const Symbol& symbol) const;
  [[nodiscard]] bool touches(const Stmt& stmt) const;
  // The condition that evaluates what may fail, and is true if nothing does; null: nothing can.
  [[nodiscard]] ExprPtr check_of(const Expr& expr) const;
  [[nodiscard]] bool in_claim() const { return process_->kind == ProcessKind::never; }
  [[noreturn]] void refuse(const Position& at, const std::string& why) const;

  Specification& specification_;
  Predicates& predicates_;
  Decider decider_;
  Process* process_ = nullptr;                  // at hand
  std::unordered_set<const Stmt*> waiting_;     // where somebody may stay for ever at a place of its own
  std::unordered_set<const Symbol*> arrivals_;  // where messages are taken apart
  std::vector<Label> labels_;                   // of what encloses the statement at hand and begins with it
  std::uint32_t blocked_file_ = 0;              // 0: none so far
  std::uint32_t blocked_places_ = 0;
  std::vector<Abstracted> statements_;
  std::string original_text_;  // of the statement at hand
  bool exact_ = true;
};

}  // namespace waymark::promela
