// From a resolved Specification to a Program, and from a proposition's text to code that an executor of the program can
// evaluate in any state.
#pragma once

#include <memory>
#include <string>

#include "promela/program/program.hpp"

namespace waymark::promela {

// Throws base::InputError for what only shows when everything is put together, such as a state that is too large.
[[nodiscard]] std::shared_ptr<const Program> compile(std::shared_ptr<const Specification> specification);

// Adds the code of an expression over the globals; `program` is a copy that is not shared yet. Messages call it `name`.
[[nodiscard]] Code compile_watch(Program& program, const std::string& expression,
                                 const std::string& name = "--invariant");

}  // namespace waymark::promela
