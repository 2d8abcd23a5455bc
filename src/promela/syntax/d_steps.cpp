#include "promela/syntax/d_steps.hpp"

#include <unordered_map>
#include <vector>

namespace waymark::promela {

namespace {

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

void check_d_steps(const Process& process, const std::function<void(base::Position, std::string_view)>& report) {
  DStepMap map;
  map.walk(process.body);
  map.report(report);
}

}  // namespace waymark::promela
