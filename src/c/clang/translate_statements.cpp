#include "c/clang/translate.hpp"

#include <fmt/format.h>

namespace waymark::c {

StmtPtr Translation::make(StmtKind kind, const clang::Stmt& statement) {
  auto made = std::make_unique<Stmt>();
  made->kind = kind;
  made->at = at(statement.getBeginLoc());
  refuse_silence(statement.getBeginLoc());
  return made;
}

StmtPtr Translation::one(const clang::Stmt* statement) {
  std::vector<StmtPtr> all;
  add(statement, all);
  if (all.size() == 1) return std::move(all.front());
  StmtPtr made = make(StmtKind::block, *statement);
  made->body = std::move(all);
  return made;
}

void Translation::add_declarations(const clang::DeclStmt& statement, std::vector<StmtPtr>& out) {
  for (const clang::Decl* declaration : statement.decls()) {
    const auto* const local = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (local == nullptr) continue;
    Variable* const made = variable(*local);
    if (local->getInit() != nullptr) made->initial = initial(local->getInit(), *made->type);
    if (made->is_static) continue;
    StmtPtr declare = make(StmtKind::declare, statement);
    declare->at = at(local->getLocation());
    declare->variable = made;
    out.push_back(std::move(declare));
  }
}

void Translation::add_case(const clang::SwitchCase& label, std::vector<StmtPtr>& out) {
  const auto* const one_of = llvm::dyn_cast<clang::CaseStmt>(&label);
  StmtPtr made = make(one_of != nullptr ? StmtKind::case_ : StmtKind::default_, label);
  if (one_of != nullptr) {
    made->low = one_of->getLHS()->EvaluateKnownConstInt(context_).getExtValue();
    made->high =
        one_of->getRHS() != nullptr ? one_of->getRHS()->EvaluateKnownConstInt(context_).getExtValue() : made->low;
  }
  out.push_back(std::move(made));
  add(label.getSubStmt(), out);
}

StmtPtr Translation::loop(const clang::Stmt& statement) {
  if (const auto* is_while = llvm::dyn_cast<clang::WhileStmt>(&statement)) {
    StmtPtr made = make(StmtKind::while_, statement);
    made->expr = expr(is_while->getCond());
    made->body.push_back(one(is_while->getBody()));
    return made;
  }
  if (const auto* is_do = llvm::dyn_cast<clang::DoStmt>(&statement)) {
    StmtPtr made = make(StmtKind::do_, statement);
    made->expr = expr(is_do->getCond());
    made->body.push_back(one(is_do->getBody()));
    return made;
  }
  const auto& is_for = llvm::cast<clang::ForStmt>(statement);
  StmtPtr made = make(StmtKind::for_, statement);
  ++depth_;  // of what it declares itself
  made->body.push_back(is_for.getInit() != nullptr ? one(is_for.getInit()) : nullptr);
  if (is_for.getCond() != nullptr) made->expr = expr(is_for.getCond());
  if (is_for.getInc() != nullptr) made->step = expr(is_for.getInc());
  made->body.push_back(one(is_for.getBody()));
  --depth_;
  return made;
}

void Translation::add(const clang::Stmt* statement, std::vector<StmtPtr>& out) {
  using clang::Stmt;
  if (const auto* value = llvm::dyn_cast<clang::Expr>(statement)) {
    StmtPtr made = make(StmtKind::expression, *statement);
    made->expr = expr(value);
    out.push_back(std::move(made));
    return;
  }
  switch (statement->getStmtClass()) {
    case Stmt::CompoundStmtClass: {
      StmtPtr made = make(StmtKind::block, *statement);
      ++depth_;
      for (const clang::Stmt* inner : statement->children()) add(inner, made->body);
      --depth_;
      out.push_back(std::move(made));
      return;
    }
    case Stmt::DeclStmtClass:
      add_declarations(llvm::cast<clang::DeclStmt>(*statement), out);
      return;
    case Stmt::IfStmtClass: {
      const auto& is_if = llvm::cast<clang::IfStmt>(*statement);
      StmtPtr made = make(StmtKind::if_, *statement);
      made->expr = expr(is_if.getCond());
      made->body.push_back(one(is_if.getThen()));
      if (is_if.getElse() != nullptr) made->body.push_back(one(is_if.getElse()));
      out.push_back(std::move(made));
      return;
    }
    case Stmt::WhileStmtClass:
    case Stmt::DoStmtClass:
    case Stmt::ForStmtClass:
      out.push_back(loop(*statement));
      return;
    case Stmt::SwitchStmtClass: {
      const auto& is_switch = llvm::cast<clang::SwitchStmt>(*statement);
      StmtPtr made = make(StmtKind::switch_, *statement);
      made->expr = expr(is_switch.getCond());
      made->body.push_back(one(is_switch.getBody()));
      out.push_back(std::move(made));
      return;
    }
    case Stmt::CaseStmtClass:
    case Stmt::DefaultStmtClass:
      add_case(llvm::cast<clang::SwitchCase>(*statement), out);
      return;
    case Stmt::AttributedStmtClass:
      add(llvm::cast<clang::AttributedStmt>(*statement).getSubStmt(), out);
      return;
    default:
      add_jump(statement, out);
  }
}

// Statements without a body of their own.
void Translation::add_jump(const clang::Stmt* statement, std::vector<StmtPtr>& out) {
  using clang::Stmt;
  switch (statement->getStmtClass()) {
    case Stmt::LabelStmtClass: {
      const auto& label = llvm::cast<clang::LabelStmt>(*statement);
      StmtPtr made = make(StmtKind::label, *statement);
      made->text = label.getName();
      out.push_back(std::move(made));
      add(label.getSubStmt(), out);
      return;
    }
    case Stmt::GotoStmtClass: {
      StmtPtr made = make(StmtKind::goto_, *statement);
      made->text = llvm::cast<clang::GotoStmt>(*statement).getLabel()->getNameAsString();
      out.push_back(std::move(made));
      return;
    }
    case Stmt::ReturnStmtClass: {
      StmtPtr made = make(StmtKind::return_, *statement);
      const clang::Expr* const value = llvm::cast<clang::ReturnStmt>(*statement).getRetValue();
      if (value != nullptr) made->expr = expr(value);
      out.push_back(std::move(made));
      return;
    }
    case Stmt::BreakStmtClass:
      out.push_back(make(StmtKind::break_, *statement));
      return;
    case Stmt::ContinueStmtClass:
      out.push_back(make(StmtKind::continue_, *statement));
      return;
    case Stmt::NullStmtClass:
      out.push_back(make(StmtKind::empty, *statement));
      return;
    default: {
      StmtPtr made = make(StmtKind::unsupported, *statement);
      const bool assembler = llvm::isa<clang::AsmStmt>(statement);
      made->text = assembler ? "assembler code is not modelled; describe its effect in C"
                             : fmt::format("a statement of the kind {} is not modelled; write it in plain C",
                                           statement->getStmtClassName());
      out.push_back(std::move(made));
    }
  }
}

}  // namespace waymark::c
