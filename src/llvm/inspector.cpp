#include "llvm/inspector.hpp"

#include "llvm/spelling.hpp"

namespace waymark::llvm {

std::vector<std::size_t> shown_frames(const Machine& machine, const Thread& thread) {
  std::vector<std::size_t> shown;
  for (std::size_t i = thread.frames.size(); i-- > 0;) {
    if (!machine.is_folded(thread, i)) shown.push_back(i);
  }
  return shown;
}

std::vector<model::Value> Inspector::locals(std::uint32_t actor, std::size_t frame) {
  const auto& threads = machine_.memory().threads();
  if (actor >= threads.size() || !is_there(threads[actor]->record.status)) return {};
  const std::vector<std::size_t> shown = shown_frames(machine_, *threads[actor]);
  if (frame >= shown.size()) return {};
  std::vector<model::Value> out;
  Spelling(machine_).locals(*threads[actor], shown[frame], out);
  return out;
}

Inspector::Expression Inspector::read_expression(std::string_view text) {
  expressions_.emplace_back(text, machine_.program());
  return expressions_.size() - 1;
}

std::optional<Inspector::Result> Inspector::value_of(Expression expression, std::uint32_t actor) {
  const auto& threads = machine_.memory().threads();
  const bool lives = actor < threads.size() && is_living(threads[actor]->record.status);
  const auto found = expressions_[expression].value(machine_, lives ? threads[actor].get() : nullptr);
  if (!found) return std::nullopt;
  return Result{Spelling(machine_).value(found->type, found->bits, found->value),
                found->value.bits != 0 || found->value.object != 0};
}

}  // namespace waymark::llvm
