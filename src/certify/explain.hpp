// A second, slower look at a lean script that was rejected at the end: keeps all states' fingerprints in a map and
// names the first step that is false.
#pragma once

#include "certify/result.hpp"
#include "certify/secret.hpp"
#include "certify/workers.hpp"

namespace waymark::certify {

// What run_lean() answers if nothing is false after all.
[[nodiscard]] Result explain_lean(const Factory& factory, const Files& files, const Request& request,
                                  const Secret& secret);

}  // namespace waymark::certify
