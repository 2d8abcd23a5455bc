#include "search/judge.hpp"

#include <utility>

namespace waymark::search {

namespace {

// Paths of a deep search are long: the first is always kept, further ones only while that costs little.
constexpr std::uint64_t most_choices_kept = 1'000'000;

}  // namespace

Judge::Judge(model::Model& model, base::Budget& budget, const Limits& limits, std::vector<ProgressListener*> progress,
             Judged judged, Route& route)
    : Run(model, budget, limits, std::move(progress)), judged_(std::move(judged)), route_(route) {}

void Judge::judge_state(std::uint64_t from, std::uint64_t depth) {
  for (const Invariant& invariant : judged_.invariants) {
    if (model().holds(invariant.watch)) continue;
    found(broken(invariant, model().undefined()), from, depth);
  }
}

void Judge::dead_end(std::uint64_t from, std::uint64_t depth) {
  if (!judged_.deadlock || model().facts().proper_end) return;
  found(model::deadlock(), from, depth);
}

void Judge::found_cycle(std::uint64_t choices_before, std::uint64_t length) {
  found(judged_.cycle, 0, length, choices_before);
}

void Judge::found(const model::Violation& violation, std::uint64_t from, std::uint64_t length,
                  std::optional<std::uint64_t> cycle) {
  if (stopping() && why() == Why::errors) return;  // the step by which the last one was found may show more
  ++tallies_.errors;
  if (findings_.size() < limits().kept && choices_kept_ < most_choices_kept) {
    Finding& finding = findings_.emplace_back();
    finding.violation = violation;
    finding.from = from;
    finding.length = length;
    finding.cycle = cycle;
    route_.choices(finding.choices);
    choices_kept_ += finding.choices.size();
  }
  if (tallies_.errors == limits().errors) stop(Why::errors);
}

model::Violation Judge::broken(const Invariant& invariant, std::string_view undefined) {
  if (!undefined.empty()) {
    return {std::string(model::undefined_kind),
            "invariant '" + invariant.text + "' has no value: " + std::string(undefined), "", model::Step::moved};
  }
  return {"invariant", "invariant '" + invariant.text + "' does not hold", "", model::Step::moved};
}

}  // namespace waymark::search
