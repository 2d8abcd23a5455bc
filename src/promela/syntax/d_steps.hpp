// Jumps and d_steps: Spin executes a d_step as one step, so no jump may lead into one or out of one.
#pragma once

#include <functional>
#include <string_view>

#include "base/source.hpp"
#include "promela/syntax/ast.hpp"

namespace waymark::promela {

// Reports each jump that does.
void check_d_steps(const Process& process, const std::function<void(base::Position, std::string_view)>& report);

}  // namespace waymark::promela
