// Walking over trees: every expression below one, every statement of a process.
#pragma once

#include <functional>
#include <string_view>

#include "base/source.hpp"
#include "promela/ast.hpp"

namespace waymark::promela {

// Calls `visit` for the expression and all that nest in it, indices included.
void for_each_expr(const Expr& expr, const std::function<void(const Expr&)>& visit);

// Spin executes a d_step as one step, so no jump may lead into one or out of one. Reports each that does.
void check_d_steps(const Process& process, const std::function<void(base::Position, std::string_view)>& report);

}  // namespace waymark::promela
