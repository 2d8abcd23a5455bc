// Lean certification of a whole script: slices of it by as many workers as asked for, and the judgement of what they
// found. Certified: the states walked are all that are reachable, and what was asked holds in each of them.
#pragma once

#include <vector>

#include "certify/lean_slice.hpp"
#include "certify/result.hpp"
#include "certify/secret.hpp"
#include "certify/workers.hpp"

namespace waymark::certify {

// What evidence and figures from slices that tile a whole walk are worth. `said`: what the script says its states,
// transitions and depth are.
[[nodiscard]] Result judge(const Evidence& evidence, const Figures& figures, const Figures& said);

// The script must be fixed before the secret is drawn.
[[nodiscard]] Result run_lean(const Factory& factory, const Files& files, const Request& request, const Secret& secret);

}  // namespace waymark::certify
