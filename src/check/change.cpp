#include "check/change.hpp"

#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "check/lasso.hpp"
#include "script/reader.hpp"

namespace waymark::check {

OldScript read_old_script(const std::string& path, base::Budget& budget, const base::Stop* stop) {
  script::Fault fault;
  const auto file = script::File::open(path, fault, stop);
  if (!file) {
    const std::string where = fault.offset == 0 ? "" : fmt::format("at byte {}: ", fault.offset);
    throw base::InputError(fmt::format("{}: error: {}{}", path, where, fault.why));
  }
  const script::Header& header = file->header();
  if (header.form != script::Form::lean || header.parts != 0) {
    throw base::InputError(
        fmt::format("{}: error: this is {} of form {}; --from-script follows a whole lean script, as 'waymark check "
                    "--script' writes it",
                    path, header.parts != 0 ? "a part of a script" : "a script", script::name(header.form)));
  }
  OldScript old{path, header, observe::PriorTree::read(file, budget, stop, fault)};
  if (!fault.why.empty()) {
    throw base::InputError(fmt::format("{}: error: at byte {} of stream rows: {}", path, fault.offset, fault.why));
  }
  return old;
}

Following::Following(const OldScript& old, const load::Program& program, base::Budget& budget) : old_(old) {
  if (old.header.options != program.options_digest) {
    why_not_ = fmt::format("nothing of it fits, it was made with other options: '{}' instead of '{}'",
                           old.header.options_text, program.options_text);
  } else if (!old.tree) {
    why_not_ = "there is not enough memory to read it";
  } else {
    comparison_.emplace(*old.tree, budget);
  }
}

Change Following::change(const Assembled& assembled, model::Model& model, const load::Program& plain, bool complete,
                         const base::Stop* stop) {
  Change change;
  change.script = old_.path;
  change.why_not = why_not_;
  if (!comparison_) return change;
  if (complete) {
    comparison_->finish(model, *assembled.chosen.store, stop);
  } else {
    comparison_->finish();
  }
  change.why_not = comparison_->why();
  change.states = old_.tree->states();
  change.reused = comparison_->reused();
  change.explored = comparison_->explored();
  change.places = comparison_->places();
  if (const std::optional<observe::Parting>& first = comparison_->first(); first && change.why_not.empty()) {
    search::Finding way;
    way.choices = assembled.breadth_first->way(first->state);
    const Lasso told = project(way, model, *plain.make());
    change.first = {first->kind, first->before, first->now, told.choices, told.steps};
  }
  return change;
}

}  // namespace waymark::check
