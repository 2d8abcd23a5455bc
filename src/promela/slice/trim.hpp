// Trimmer: what is left to do once statements are cut away. What no relevant step reads is not carried: fields of
// messages and arguments of processes become 0, and are received into nothing. Variables that are not mentioned any
// more are not declared.
#pragma once

#include <set>
#include <unordered_set>
#include <vector>

#include "promela/slice/relevance.hpp"
#include "promela/slice/slice.hpp"
#include "promela/syntax/ast.hpp"

namespace waymark::promela {

class Trimmer {
 public:
  // `asked`: expressions whose variables stay.
  Trimmer(Specification& specification, const Relevance& relevance, const std::vector<const ExprPtr*>& asked);

  void run();
  // Variables that are not declared any more, and fields of messages that carry nothing.
  [[nodiscard]] std::vector<Cut> take_cuts() { return std::move(cuts_); }

 private:
  void trim(Stmt& stmt);
  void trim(Run& run);
  void trim(Send& send);
  void trim(Receive& receive);
  // A write that is kept because it may fail, of a variable that is never read.
  void blank(Stmt& stmt);
  void narrow_fields();

  void mention(const Ref& ref);
  void mention(const Expr& expr);
  void mention(const Symbol& symbol);
  void mention(const Stmt& stmt);
  void mention_all();
  void declare(Process& process);
  [[nodiscard]] bool stays(const Symbol& symbol) const { return mentioned_.contains(&symbol); }
  void drop(std::vector<const Symbol*>& symbols, bool channels_too);

  Specification* specification_;
  const Relevance* relevance_;
  const std::vector<const ExprPtr*>* asked_;
  std::unordered_set<const Symbol*> mentioned_;
  std::set<Datum> compared_;  // fields that some receive compares
  std::vector<Cut> cuts_;
};

}  // namespace waymark::promela
