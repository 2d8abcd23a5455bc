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
    std::visit([this](const auto& node) { visit_parts(node); }, expr->node);
  }
  void visit(const Ref& ref) {
    for (const Ref::Part& part : ref.parts) visit(part.index);
  }
  template <class T>
  void visit(const std::vector<T>& all) {
    for (const T& one : all) visit(one);
  }
  void visit(const ReceiveArg& arg) { visit(arg.ref), visit(arg.value); }
  void visit(const Symbol& symbol) { visit(symbol.initial), visit(symbol.initial_list); }
  void visit(const Ltl& formula) {
    visit(formula.proposition);
    if (formula.left != nullptr) visit(*formula.left);
    if (formula.right != nullptr) visit(*formula.right);
  }
  void visit(const Stmt& stmt) {
    std::visit([this](const auto& node) { visit_parts(node); }, stmt.node);
  }

 private:
  // In the order of the text; inner statements come on their own.
  template <class Node>
  void visit_parts(const Node& node) {
    if constexpr (requires { visit(node.expr); }) visit(node.expr);
    if constexpr (requires { visit(node.condition); }) visit(node.condition);
    if constexpr (requires { visit(node.then); }) visit(node.then), visit(node.otherwise);
    if constexpr (requires { visit(node.message); }) visit(node.message);
    if constexpr (requires { visit(node.channel); }) visit(node.channel);
    if constexpr (requires { visit(node.pid); }) visit(node.pid);
    if constexpr (requires { visit(node.ref); }) visit(node.ref);
    if constexpr (requires { visit(node.arg); }) visit(node.arg);
    if constexpr (std::is_same_v<Node, Binary>) visit(node.left), visit(node.right);
    if constexpr (requires { visit(node.index); }) visit(node.index);
    if constexpr (requires { visit(node.array); }) visit(node.array);
    if constexpr (requires { visit(node.target); }) visit(node.target);
    if constexpr (requires { visit(node.value); }) visit(node.value);
    if constexpr (requires { visit(node.from); }) visit(node.from), visit(node.to);
    if constexpr (requires { visit(node.args); }) visit(node.args);
  }

  const std::function<void(const Expr&)>* f_;
};

template <class Body, class Statement>
std::vector<Body*> bodies_of(Statement& stmt) {
  std::vector<Body*> out;
  std::visit(
      [&](auto& node) {
        if constexpr (requires { node.body; }) out.push_back(&node.body);
        if constexpr (requires { node.options; }) {
          for (Body& option : node.options) out.push_back(&option);
        }
      },
      stmt.node);
  return out;
}

void each_sequence_of(Stmt& stmt, const std::function<void(Sequence&)>& f) {
  for (Sequence* body : bodies(stmt)) each_sequence(*body, f);
  if (auto* unless = std::get_if<Unless>(&stmt.node)) {
    each_sequence_of(*unless->main, f), each_sequence_of(*unless->escape, f);
  }
}

}  // namespace

std::vector<Sequence*> bodies(Stmt& stmt) { return bodies_of<Sequence>(stmt); }
std::vector<const Sequence*> bodies(const Stmt& stmt) { return bodies_of<const Sequence>(stmt); }

const std::vector<Sequence>* options_of(const Stmt& stmt) {
  if (const auto* branch = std::get_if<If>(&stmt.node)) return &branch->options;
  const auto* loop = std::get_if<Do>(&stmt.node);
  return loop == nullptr ? nullptr : &loop->options;
}

bool is_silent_declaration(const Stmt& stmt) {
  const auto* declare = std::get_if<Declare>(&stmt.node);
  return declare != nullptr && !declare->assigns;
}

bool is_declarative(const Stmt& stmt) {
  return std::holds_alternative<Exclusive>(stmt.node) || is_silent_declaration(stmt);
}

void each_expression(const ExprPtr& expr, const std::function<void(const Expr&)>& f) { Visitor(f).visit(expr); }

void each_expression(const Stmt& stmt, const std::function<void(const Expr&)>& f) { Visitor(f).visit(stmt); }

// A statement that may be changed owns expressions that may be.
void each_expression(Stmt& stmt, const std::function<void(Expr&)>& f) {
  each_expression(std::as_const(stmt), [&](const Expr& expr) { f(const_cast<Expr&>(expr)); });
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

bool any_expression(const ExprPtr& expr, const std::function<bool(const Expr&)>& is) {
  bool found = false;
  each_expression(expr, [&](const Expr& inner) { found = found || is(inner); });
  return found;
}

bool starts_process(const ExprPtr& expr) {
  return any_expression(expr, [](const Expr& inner) { return std::holds_alternative<Run>(inner.node); });
}

void each_statement(Sequence& sequence, const std::function<void(Stmt&)>& f) {
  each_statement(std::as_const(sequence), [&](const Stmt& stmt) { f(const_cast<Stmt&>(stmt)); });
}

void each_statement(const Sequence& sequence, const std::function<void(const Stmt&)>& f) {
  for (const StmtPtr& stmt : sequence) each_within(*stmt, f);
}

void each_statement(Specification& specification, const std::function<void(Stmt&)>& f) {
  for (const auto& process : specification.processes) each_statement(process->body, f);
}

void each_statement(const Specification& specification, const std::function<void(const Stmt&)>& f) {
  for (const auto& process : specification.processes) each_statement(std::as_const(process->body), f);
}

void each_within(const Stmt& stmt, const std::function<void(const Stmt&)>& f) {
  f(stmt);
  for (const Sequence* body : bodies(stmt)) each_statement(*body, f);
  if (const auto* unless = std::get_if<Unless>(&stmt.node)) {
    each_within(*unless->main, f), each_within(*unless->escape, f);
  }
}

void each_sequence(Sequence& sequence, const std::function<void(Sequence&)>& f) {
  f(sequence);
  for (const StmtPtr& stmt : sequence) each_sequence_of(*stmt, f);
}

void each_target(const Stmt& stmt, const std::function<void(const Ref&)>& f) {
  std::visit(
      [&](const auto& node) {
        if constexpr (requires { f(node.target); }) f(node.target);
        if constexpr (requires { f(node.index); }) f(node.index);
        if constexpr (requires { f(node.message); }) f(node.message);
      },
      stmt.node);
  const auto* receive = std::get_if<Receive>(&stmt.node);
  if (receive == nullptr) return;
  for (const ReceiveArg& arg : receive->args) {
    if (arg.kind == ReceiveArg::Kind::bind) f(arg.ref);
  }
}

}  // namespace waymark::promela
