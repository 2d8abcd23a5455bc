#include "promela/syntax/d_steps.hpp"

#include <unordered_map>
#include <vector>

#include "promela/syntax/walk.hpp"

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
    const Stmt* outer = d_step_;
    if (outer == nullptr && std::holds_alternative<DStep>(stmt.node)) d_step_ = &stmt;
    for (const Sequence* body : bodies(stmt)) walk(*body);
    if (const auto* node = std::get_if<Unless>(&stmt.node)) walk(*node->main), walk(*node->escape);
    d_step_ = outer;
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
