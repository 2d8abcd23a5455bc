// What looking for cycles costs, all else being equal: processor seconds of a plain depth-first search through the
// product of a model and the automaton of a formula, and of the nested search through the same. As JSON; the best of
// REPEAT runs, taken in turn. liveness_bench.py reads it.
//
//   product_bench REPEAT MODEL FORMULA [NAME=VALUE...]
#include <ctime>

#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "ltl/product.hpp"
#include "promela/executor.hpp"
#include "promela/program/compile.hpp"
#include "promela/syntax/formula.hpp"
#include "promela/syntax/parse.hpp"
#include "search/cycles/nested.hpp"
#include "search/depth_first.hpp"
#include "store/exact.hpp"

namespace waymark {
namespace {

struct Cost {
  double seconds = std::numeric_limits<double>::infinity();
  search::Tallies tallies;
};

template <typename Strategy>
bool measure(std::unique_ptr<model::Model> model, Cost& cost) {
  base::Budget budget(std::uint64_t{16} << 30);
  store::Exact store(budget);
  search::Judged judged;
  judged.deadlock = false;
  judged.waived.emplace_back("assertion");
  const std::clock_t began = std::clock();
  const search::Outcome outcome = Strategy(search::Parts{*model, &store, budget, {}, judged, {}}).run();
  const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
  cost.seconds = std::min(cost.seconds, seconds);
  cost.tallies = outcome.tallies;
  return outcome.verdict == search::Verdict::holds;
}

int run(const std::vector<std::string>& arguments) {
  promela::Definitions parse;
  parse.defines.assign(arguments.begin() + 3, arguments.end());
  const std::shared_ptr<const promela::Specification> specification = promela::parse_file(arguments[1], parse);
  const ltl::FormulaPtr formula = promela::formula(*promela::parse_ltl(*specification, "formula", arguments[2]));
  const auto program = promela::compile(specification);
  const ltl::Automaton automaton = ltl::translate(*formula, true);
  if (automaton.states.empty()) throw base::InputError("the formula holds of every program");
  const auto prepared = std::make_shared<const ltl::Prepared>(ltl::prepare(automaton));
  const auto product = [&] {
    return std::make_unique<ltl::Product>(std::make_unique<promela::Executor>(program), prepared,
                                          model::Violation{"ltl", "", "", model::Step::moved});
  };
  Cost plain;
  Cost nested;
  for (int i = std::stoi(arguments[0]); i > 0; --i) {
    const bool holds = measure<search::DepthFirst>(product(), plain) && measure<search::Nested>(product(), nested);
    if (!holds) throw base::InputError("the formula does not hold");
  }
  std::printf("{\"states\": %llu, \"transitions\": %llu, \"plain\": %.4f, \"nested\": %.4f}\n",
              static_cast<unsigned long long>(nested.tallies.states),
              static_cast<unsigned long long>(nested.tallies.transitions), plain.seconds, nested.seconds);
  return 0;
}

}  // namespace
}  // namespace waymark

int main(int count, char** values) {
  if (count < 4) {
    std::fprintf(stderr, "product_bench REPEAT MODEL FORMULA [NAME=VALUE...]\n");
    return 2;
  }
  try {
    return waymark::run({values + 1, values + count});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "product_bench: %s\n", error.what());
    return 2;
  }
}
