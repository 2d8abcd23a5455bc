// Cutter: takes out of a specification what is not relevant. A step that is not becomes a skip where somebody could be
// seen to stand at it, and nothing elsewhere; decisions between such steps go with them. Where nothing relevant comes
// any more, the rest becomes an endless loop, or a place to wait for ever if nobody asks who goes on.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "promela/slice/relevance.hpp"
#include "promela/slice/slice.hpp"
#include "promela/syntax/ast.hpp"

namespace waymark::promela {

class Cutter {
 public:
  // `specification` is the one that was judged.
  Cutter(Specification& specification, const Relevance& relevance);

  void run();
  [[nodiscard]] std::vector<Cut> take_cuts() { return std::move(cuts_); }

 private:
  struct Around {
    bool atomic = false;   // inside an indivisible sequence,
    bool started = false;  // of which something before is kept
    bool forced = false;   // the first statement stays, as the way into an option
  };
  using Fate = Relevance::Fate;

  void cut(Process& process);
  Sequence cut(Sequence sequence, Around around);
  // The statement as it is to be; null: nothing is left of it, and it is among the removed ones.
  StmtPtr cut(StmtPtr stmt, const Around& around);
  StmtPtr cut_branch(StmtPtr stmt, std::vector<Sequence>& options, const Around& around);
  StmtPtr cut_enclosed(StmtPtr stmt, Sequence& body, const Around& around);
  StmtPtr cut_step(StmtPtr stmt, const Around& around);
  StmtPtr skipped(StmtPtr stmt);
  StmtPtr gone(StmtPtr stmt);
  StmtPtr stop_at(const Position& at);

  [[nodiscard]] Fate fate(const Stmt& stmt) const { return judged_->fate(judged_->flow.entry(stmt)); }
  [[nodiscard]] bool relevant_step(const Stmt& stmt) const { return judged_->step[judged_->flow.entry(stmt)]; }
  [[nodiscard]] bool ends_here(const Stmt& stmt) const;
  [[nodiscard]] bool falls_through(const Stmt& stmt) const;
  [[nodiscard]] bool holds_something(const Stmt& stmt) const;
  [[nodiscard]] bool is_held(const Symbol& symbol) const;
  void note(const Stmt& stmt);
  void find_held();
  void bind_jumps(Process& process);

  Specification* specification_;
  const Relevance* relevance_;
  const Relevance::Judged* judged_ = nullptr;           // of the process at hand
  std::unordered_set<const Stmt*> targets_;             // of jumps
  std::unordered_set<const Symbol*> held_;              // written by steps that are kept for another reason
  std::unordered_map<const Stmt*, const Stmt*> moved_;  // where the labels of what is gone are now
  std::vector<StmtPtr> removed_;                        // whose addresses others still know
  std::uint32_t stops_ = 0;                             // in the process at hand
  std::vector<Cut> cuts_;
};

}  // namespace waymark::promela
