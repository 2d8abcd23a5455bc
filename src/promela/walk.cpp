#include "promela/walk.hpp"

#include <unordered_map>
#include <vector>

namespace waymark::promela {

namespace {

using ExprVisitor = std::function<void(const Expr&)>;

void visit_ref(const Ref& ref, const ExprVisitor& visit) {
  for (const auto& part : ref.parts) {
    if (part.index != nullptr) for_each_expr(*part.index, visit);
  }
}

struct Children {
  const ExprVisitor& visit;

  void one(const ExprPtr& expr) const {
    if (expr != nullptr) for_each_expr(*expr, visit);
  }
  void operator()(const Number&) const {}
  void operator()(const MtypeConstant&) const {}
  void operator()(const Builtin&) const {}
  void operator()(const Variable& node) const { visit_ref(node.ref, visit); }
  void operator()(const Unary& node) const { one(node.arg); }
  void operator()(const Binary& node) const {
    one(node.left);
    one(node.right);
  }
  void operator()(const Conditional& node) const {
    one(node.condition);
    one(node.then);
    one(node.otherwise);
  }
  void operator()(const ChannelQuery& node) const { visit_ref(node.channel, visit); }
  void operator()(const Poll& node) const {
    visit_ref(node.channel, visit);
    for (const auto& arg : node.args) {
      visit_ref(arg.ref, visit);
      one(arg.value);
    }
  }
  void operator()(const Run& node) const {
    for (const auto& arg : node.args) one(arg);
  }
  void operator()(const Enabled& node) const { one(node.pid); }
  void operator()(const PcValue& node) const { one(node.pid); }
  void operator()(const GetPriority& node) const { one(node.pid); }
  void operator()(const RemoteLabel& node) const { one(node.pid); }
  void operator()(const RemoteVariable& node) const {
    one(node.pid);
    visit_ref(node.ref, visit);
  }
};

// Notes for every statement the outermost d_step around it.
class DStepMap {
 public:
  void walk(const Sequence& sequence) {
    for (const auto& stmt : sequence) walk(*stmt);
  }

  void walk(const Stmt& stmt) {
    around_[&stmt] = d_step_;
    if (std::holds_alternative<Goto>(stmt.node)) jumps_.push_back(&stmt);
    if (const auto* node = std::get_if<If>(&stmt.node)) return walk(node->options);
    if (const auto* node = std::get_if<Do>(&stmt.node)) return walk(node->options);
    if (const auto* node = std::get_if<Atomic>(&stmt.node)) return walk(node->body);
    if (const auto* node = std::get_if<Block>(&stmt.node)) return walk(node->body);
    if (const auto* node = std::get_if<ForRange>(&stmt.node)) return walk(node->body);
    if (const auto* node = std::get_if<ForArray>(&stmt.node)) return walk(node->body);
    if (const auto* node = std::get_if<ForChannel>(&stmt.node)) return walk(node->body);
    if (const auto* node = std::get_if<Unless>(&stmt.node)) {
      walk(*node->main);
      return walk(*node->escape);
    }
    if (const auto* node = std::get_if<DStep>(&stmt.node)) {
      const Stmt* outer = d_step_;
      if (outer == nullptr) d_step_ = &stmt;
      walk(node->body);
      d_step_ = outer;
    }
  }

  void report(const std::function<void(base::Position, std::string_view)>& report) const {
    for (const auto* jump : jumps_) {
      const auto& target = *std::get<Goto>(jump->node).target;
      const auto* from = around_.at(jump);
      const auto* into = around_.at(&target);
      if (from == into) continue;
      report(jump->at, into == nullptr ? "this goto would leave the d_step" : "this goto would jump into a d_step");
    }
  }

 private:
  void walk(const std::vector<Sequence>& options) {
    for (const auto& option : options) walk(option);
  }

  std::unordered_map<const Stmt*, const Stmt*> around_;
  std::vector<const Stmt*> jumps_;
  const Stmt* d_step_ = nullptr;
};

}  // namespace

void for_each_expr(const Expr& expr, const std::function<void(const Expr&)>& visit) {
  visit(expr);
  std::visit(Children{visit}, expr.node);
}

void check_d_steps(const Process& process, const std::function<void(base::Position, std::string_view)>& report) {
  DStepMap map;
  map.walk(process.body);
  map.report(report);
}

}  // namespace waymark::promela
