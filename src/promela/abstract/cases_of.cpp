#include "promela/abstract/cases_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "promela/syntax/text.hpp"

namespace waymark::promela {

namespace {

std::string known(const Inputs& inputs, const Valuation& row) {
  std::string out;
  for (std::size_t i = 0; i < inputs.expressions.size(); ++i) {
    out += fmt::format("{}{}{}", out.empty() ? "" : ", ", row[i] != 0 ? "" : "!", text(*inputs.expressions[i]));
  }
  return out.empty() ? "always" : out;
}

std::string truth(const std::set<std::int32_t>& bits) {
  return bits.size() == 2 ? "ND(true, false)" : *bits.begin() != 0 ? "true" : "false";
}

void add_effect(std::string& to, const Predicate& output, const std::set<std::int32_t>& bits) {
  to += fmt::format("{}{} = {}", to.empty() ? "" : "; ", output.name, truth(bits));
}

}  // namespace

std::vector<Abstracted::Case> cases_of(const DecidedCondition& decided) {
  if (decided.true_in.everything) return {{"always", truth({0, 1})}};
  std::map<Valuation, std::set<std::int32_t>> ways;
  for (const Valuation& row : decided.true_in.rows) ways[row].insert(1);
  for (const Valuation& row : decided.false_in.rows) ways[row].insert(0);
  std::vector<Abstracted::Case> cases;
  cases.reserve(ways.size());
  for (const auto& [row, way] : ways) cases.push_back({known(decided.inputs, row), truth(way)});
  std::reverse(cases.begin(), cases.end());
  return cases;
}

std::vector<Abstracted::Case> cases_of(const DecidedEffect& decided) {
  std::vector<Abstracted::Case> cases;
  std::map<Valuation, std::set<Valuation>> ways;
  for (const DecidedEffect::Outcome& outcome : decided.outcomes) {
    for (const Valuation& row : outcome.from.rows) ways[row].insert(outcome.bits);
  }
  if (decided.outcomes.empty()) {
    std::string effect;
    for (std::size_t i = 0; i < decided.outputs.size(); ++i) {
      add_effect(effect, *decided.outputs[i], {decided.independent[i].begin(), decided.independent[i].end()});
    }
    cases.push_back({"always", effect});
  }
  for (const auto& [row, outcomes] : ways) {
    std::string effect;
    for (std::size_t i = 0; i < decided.outputs.size(); ++i) {
      const Predicate* output = decided.outputs[i];
      std::set<std::int32_t> bits;
      for (const Valuation& outcome : outcomes) bits.insert(outcome[i]);
      std::optional<std::int32_t> before;
      for (std::size_t k = 0; k < decided.inputs.expressions.size(); ++k) {
        if (text(*decided.inputs.expressions[k]) == output->name) before = row[k];
      }
      if (bits.size() != 1 || before != *bits.begin()) add_effect(effect, *output, bits);
    }
    cases.push_back({known(decided.inputs, row), effect.empty() ? "skip" : effect});
  }
  std::reverse(cases.begin(), cases.end());
  return cases;
}

}  // namespace waymark::promela
