// One process of the model, written from the function that it starts with: expressions become values without effects
// and lines before them for the effects; statements become lines. It is made in layers, each of which rests on those
// before it: LineWriter, Places, Expressions, Calls, ThreadCalls, Library, Lowering.
#pragma once

#include <string>
#include <vector>

#include "c/extract/library.hpp"

namespace waymark::c {

class Lowering final : public Library {
 public:
  Lowering(Outline& outline, const Thread& thread, Role role) : Library(outline, thread, role) {}

  // The lines of the whole process.
  [[nodiscard]] std::vector<Line> process();

 private:
  // Statements (statements.cpp)
  void statement(const Stmt& statement, bool tail) override;
  void simple(const Stmt& statement);
  void simple_effect(const Expr& expression);
  void block(const std::vector<StmtPtr>& body, std::size_t first, bool tail);
  void body(const Stmt& statement);
  void declare_initial(const Variable& variable);
  std::size_t atomic_part(const std::vector<StmtPtr>& body, std::size_t begin);
  void declare(const Stmt& statement);
  void choose(const Stmt& statement, bool tail);
  void loop(const Stmt& statement);
  void loop_body(const Stmt& statement);
  void switch_over(const Stmt& statement);
  void jump_table(const Value& selector, const std::vector<StmtPtr>& body);
  void give_back(const Stmt& statement, bool tail);
  void leave(const Stmt& statement);
  const std::string& switch_end();
  std::string label_of(const std::string& name);

  // The table (tabled.cpp)
  Decision decide(char kind, const std::string& words, const Expr* expression, const std::string& name = "");
  bool treated(const Decision& decision, char kind, const std::string& words);
  void substitute(std::size_t mark);
  bool tabled_choice(const Stmt& statement, bool tail);
  bool tabled_loop(const Stmt& statement);
  struct Guards {
    bool tabled = false;  // the table says something else than keep
    std::string yes, no;  // empty: never
  };
  Guards guards(const Expr& expression);
  std::string guard(const Decision& decision, const std::string& words, const Expr& expression, bool positive);
};

}  // namespace waymark::c
