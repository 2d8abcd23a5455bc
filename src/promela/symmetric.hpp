// The symmetry of a program as a whole: found from where all of its processes have started; and runs over states that
// stand for others, as runs of the program.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "promela/executor.hpp"

namespace waymark::promela {

// What is watched keeps its value. Throws base::InputError if one of the expressions is none of the program's.
[[nodiscard]] Symmetry::Found find_symmetry(const std::shared_ptr<const Program>& program,
                                            const std::vector<std::string>& watched, const base::Stop* stop);

struct PlainRun {
  std::vector<std::uint32_t> choices;
  std::uint64_t steps = 0;
  std::optional<std::uint64_t> cycle;  // so many of the choices lead to a cycle, around which the rest goes
};
// A run over states that stand for others.
struct ExchangedRun {
  std::vector<std::uint32_t> choices;
  std::optional<std::uint64_t> cycle;
  bool stuck = false;  // nothing can move in the end, or where the cycle begins
};
// The run of `plain`, which is the program as it is, that takes the steps of the other with the exchanges undone.
// Processes that stay where they end there may have to end here. Nothing if there is no such run: the choices are none
// of that model's.
[[nodiscard]] std::optional<PlainRun> without_exchanges(Executor& symmetric, const Symmetry& symmetry, Executor& plain,
                                                        const ExchangedRun& of, const base::Stop* stop);

}  // namespace waymark::promela
