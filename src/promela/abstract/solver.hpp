// Solver: who decides formulas over bit-vectors, by Z3. Its library is in a module of its own, which is loaded when
// something is to be abstracted. Answers are a function of the question alone, also where Z3 gives up, since it is
// given so many steps and not so much time: search and certifier, which ask the same, make the same model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/stop.hpp"

namespace waymark::promela {

enum class Enumeration : std::uint8_t {
  all,      // these are all
  more,     // there are more than were asked for
  unknown,  // the solver gave up: there may be others
};

// The values of some constants, in each of its models; a truth is 0 or 1.
using Valuation = std::vector<std::int32_t>;

// What the module exports: the different values that `names` have in the models of a text of SMT-LIB, at most so many
// of them. `poll` is called before the search for each, and may throw.
using EnumerateFunction = Enumeration(const std::string& text, const std::vector<std::string>& names, std::size_t most,
                                      const std::function<void()>& poll, std::vector<Valuation>& into);
constexpr const char* enumerate_function = "waymark_enumerate";

class Solver {
 public:
  // Throws base::InputError if this build has no such module, or its library is missing. `stop`, if any, outlives it.
  explicit Solver(const base::Stop* stop = nullptr);

  // In a fixed order. Throws base::Stopped where it is time to.
  [[nodiscard]] Enumeration enumerate(const std::string& text, const std::vector<std::string>& names, std::size_t most,
                                      std::vector<Valuation>& into) const;

 private:
  const base::Stop* stop_;
  EnumerateFunction* enumerate_;
};

}  // namespace waymark::promela
