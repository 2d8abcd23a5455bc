#include "promela/syntax/walk.hpp"

#include <utility>

#include "promela/syntax/cases.hpp"

namespace waymark::promela {

namespace {

class Visitor {
 public:
  explicit Visitor(const std::function<void(const Expr&)>& f) : f_(&f) {}

  void visit(const ExprPtr& expr) {
    if (expr == nullptr) return;
    (*f_)(*expr);
    std::visit(Cases{
                   [this](const Variable& node) { visit(node.ref); },
                   [this](const Unary& node) { visit(node.arg); },
                   [this](const Binary& node) { visit(node.left), visit(node.right); },
                   [this](const Conditional& node) { visit(node.condition), visit(node.then), visit(node.otherwise); },
                   [this](const ChannelQuery& node) { visit(node.channel); },
                   [this](const Poll& node) { visit(node.channel), visit(node.args); },
                   [this](const Run& node) { visit(node.args); },
                   [this](const Enabled& node) { visit(node.pid); },
                   [this](const PcValue& node) { visit(node.pid); },
                   [this](const GetPriority& node) { visit(node.pid); },
                   [this](const RemoteLabel& node) { visit(node.pid); },
                   [this](const RemoteVariable& node) { visit(node.pid), visit(node.ref); },
                   [](const auto&) {},
               },
               expr->node);
  }
  void visit(const Ref& ref) {
    for (const Ref::Part& part : ref.parts) visit(part.index);
  }
  void visit(const std::vector<ExprPtr>& all) {
    for (const ExprPtr& expr : all) visit(expr);
  }
  void visit(const std::vector<ReceiveArg>& args) {
    for (const ReceiveArg& arg : args) visit(arg.ref), visit(arg.value);
  }
  void visit(const Symbol& symbol) { visit(symbol.initial), visit(symbol.initial_list); }
  void visit(const Ltl& formula) {
    visit(formula.proposition);
    if (formula.left != nullptr) visit(*formula.left);
    if (formula.right != nullptr) visit(*formula.right);
  }

  // What stands in the statement itself; its inner statements come on their own.
  void visit(const Stmt& stmt) {
    std::visit(Cases{
                   [this](const Expression& node) { visit(node.expr); },
                   [this](const Assign& node) { visit(node.target), visit(node.value); },
                   [this](const Increment& node) { visit(node.target); },
                   [this](const Send& node) { visit(node.channel), visit(node.args); },
                   [this](const Receive& node) { visit(node.channel), visit(node.args); },
                   [this](const ForRange& node) { visit(node.index), visit(node.from), visit(node.to); },
                   [this](const ForArray& node) { visit(node.index), visit(node.array); },
                   [this](const ForChannel& node) { visit(node.message), visit(node.channel); },
                   [this](const Select& node) { visit(node.target), visit(node.from), visit(node.to); },
                   [this](const Assert& node) { visit(node.condition); },
                   [this](const Printf& node) { visit(node.args); },
                   [this](const Printm& node) { visit(node.value); },
                   [this](const SetPriority& node) { visit(node.pid), visit(node.value); },
                   [](const auto&) {},
               },
               stmt.node);
  }

 private:
  const std::function<void(const Expr&)>* f_;
};

}  // namespace

void each_expression(const ExprPtr& expr, const std::function<void(const Expr&)>& f) { Visitor(f).visit(expr); }

void each_expression(const Stmt& stmt, const std::function<void(const Expr&)>& f) { Visitor(f).visit(stmt); }

// A statement that may be changed owns expressions that may be.
void each_expression(Stmt& stmt, const std::function<void(Expr&)>& f) {
  each_expression(std::as_const(stmt), [&](const Expr& expr) { f(const_cast<Expr&>(expr)); });
}

void each_statement(Sequence& sequence, const std::function<void(Stmt&)>& f) {
  each_statement(std::as_const(sequence), [&](const Stmt& stmt) { f(const_cast<Stmt&>(stmt)); });
}

void each_statement(const Sequence& sequence, const std::function<void(const Stmt&)>& f) {
  for (const StmtPtr& stmt : sequence) each_within(*stmt, f);
}

void each_within(const Stmt& stmt, const std::function<void(const Stmt&)>& f) {
  f(stmt);
  const auto options = [&](const std::vector<Sequence>& all) {
    for (const Sequence& option : all) each_statement(option, f);
  };
  std::visit(Cases{
                 [&](const If& node) { options(node.options); },
                 [&](const Do& node) { options(node.options); },
                 [&](const ForRange& node) { each_statement(node.body, f); },
                 [&](const ForArray& node) { each_statement(node.body, f); },
                 [&](const ForChannel& node) { each_statement(node.body, f); },
                 [&](const Atomic& node) { each_statement(node.body, f); },
                 [&](const DStep& node) { each_statement(node.body, f); },
                 [&](const Block& node) { each_statement(node.body, f); },
                 [&](const Unless& node) { each_within(*node.main, f), each_within(*node.escape, f); },
                 [](const auto&) {},
             },
             stmt.node);
}

namespace {

void each_sequence_of(Stmt& stmt, const std::function<void(Sequence&)>& f) {
  const auto options = [&](std::vector<Sequence>& all) {
    for (Sequence& option : all) each_sequence(option, f);
  };
  std::visit(Cases{
                 [&](If& node) { options(node.options); },
                 [&](Do& node) { options(node.options); },
                 [&](ForRange& node) { each_sequence(node.body, f); },
                 [&](ForArray& node) { each_sequence(node.body, f); },
                 [&](ForChannel& node) { each_sequence(node.body, f); },
                 [&](Atomic& node) { each_sequence(node.body, f); },
                 [&](DStep& node) { each_sequence(node.body, f); },
                 [&](Block& node) { each_sequence(node.body, f); },
                 [&](Unless& node) { each_sequence_of(*node.main, f), each_sequence_of(*node.escape, f); },
                 [](auto&) {},
             },
             stmt.node);
}

}  // namespace

void each_sequence(Sequence& sequence, const std::function<void(Sequence&)>& f) {
  f(sequence);
  for (const StmtPtr& stmt : sequence) each_sequence_of(*stmt, f);
}

void each_expression(const Specification& specification, const std::function<void(const Expr&)>& f) {
  Visitor visitor(f);
  for (const auto& symbol : specification.symbols) visitor.visit(*symbol);
  for (const auto& process : specification.processes) {
    visitor.visit(process->provided);
    each_statement(process->body, [&](const Stmt& stmt) { visitor.visit(stmt); });
  }
  for (const LtlBlock& block : specification.ltl) visitor.visit(*block.formula);
}

}  // namespace waymark::promela
