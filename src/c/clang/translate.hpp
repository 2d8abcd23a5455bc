// From Clang's tree of one file to ours. Only this folder knows Clang.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <map>
#include <string>
#include <vector>

#include "c/syntax/tree.hpp"

namespace waymark::c {

// What the files of one program share by its name.
struct Linking {
  std::map<std::string, Function*> functions;
  std::map<std::string, Variable*> variables;
  std::map<std::string, Record*> records;
};

// The translation of one file. What our tree cannot hold becomes an `unsupported` node with the words of the refusal,
// so that a program is refused only where it can come there.
class Translation {
 public:
  // REQUIRES: all three outlive it.
  Translation(Program& program, Linking& linking, clang::ASTContext& context);

  // Translates all definitions of the file.
  void unit();
  // The number of a file in positions; a new name gets a new one.
  [[nodiscard]] std::uint32_t file(const std::string& name);
  // Attaches a warning of Clang's to the function in whose text it lies: there it is a reason to refuse.
  void doubt(Position at, const std::string& message);

 private:
  // Declarations (translate.cpp)
  void refuse_silence(clang::SourceLocation location);
  void global(const clang::VarDecl& declaration);
  void define(const clang::FunctionDecl& declaration);
  Function* function(const clang::FunctionDecl& declaration);
  const Function* known(const std::string& name, const clang::Expr& call);
  Variable* variable(const clang::VarDecl& declaration);
  const Type* type(clang::QualType qualified);
  Type translated(clang::QualType qualified);
  Type record_type(const clang::RecordDecl& declaration);
  const Record* record(const clang::RecordDecl& declaration);
  Position at(clang::SourceLocation location);

  // Statements (translate_statements.cpp)
  void add(const clang::Stmt* statement, std::vector<StmtPtr>& out);
  void add_jump(const clang::Stmt* statement, std::vector<StmtPtr>& out);
  void add_declarations(const clang::DeclStmt& statement, std::vector<StmtPtr>& out);
  void add_case(const clang::SwitchCase& label, std::vector<StmtPtr>& out);
  StmtPtr one(const clang::Stmt* statement);
  StmtPtr loop(const clang::Stmt& statement);
  StmtPtr make(StmtKind kind, const clang::Stmt& statement);

  // Expressions (translate_expressions.cpp)
  ExprPtr expr(const clang::Expr* expression);
  ExprPtr make(Op op, const clang::Expr& expression);
  ExprPtr unsupported(const clang::Expr& expression, const std::string& what);
  ExprPtr constant(const clang::Expr& expression, const llvm::APSInt& value);
  ExprPtr reference(const clang::DeclRefExpr& expression);
  ExprPtr unary(const clang::UnaryOperator& expression);
  ExprPtr binary(const clang::BinaryOperator& expression);
  ExprPtr cast(const clang::CastExpr& expression);
  ExprPtr decay(const clang::CastExpr& expression);
  ExprPtr index(const clang::ArraySubscriptExpr& expression);
  ExprPtr member(const clang::MemberExpr& expression);
  ExprPtr call_of(const Function* callee, const clang::Expr& expression);
  ExprPtr call(const clang::CallExpr& expression);
  ExprPtr atomic(const clang::AtomicExpr& expression);
  ExprPtr list(const clang::InitListExpr& expression);
  ExprPtr string_list(const clang::StringLiteral& literal, const clang::Expr& expression);
  ExprPtr initial(const clang::Expr* expression, const Type& type);

  Program& program_;
  Linking& linking_;
  clang::ASTContext& context_;
  std::map<const void*, const Type*> types_;
  std::map<const clang::RecordDecl*, const Record*> records_;
  std::map<const clang::VarDecl*, Variable*> variables_;
  std::map<const clang::FunctionDecl*, Function*> functions_;
  struct Extent {  // of a function that this file defines
    Function* function;
    Position from, to;
  };
  std::vector<Extent> extents_;
  Function* current_ = nullptr;
  std::uint32_t depth_ = 0;             // blocks around
  const Function* silenced_ = nullptr;  // what was said of it need not be said again
};

}  // namespace waymark::c
