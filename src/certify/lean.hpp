// Lean certification of a whole script: slices of it by several workers, and the judgement of what they
// found. Certified: the states walked are all that are reachable, and what was asked holds in each of them; by a script
// of cycles, no cycle of the program with its automaton is accepting (or, if only such cycles count, none that is
// fair). In part: every transition of an explored state leads to an explored one or to the frontier, and there are
// about as many different states as the script has.
#pragma once

#include <vector>

#include "certify/lean_slice.hpp"
#include "certify/result.hpp"
#include "certify/secret.hpp"
#include "certify/workers.hpp"

namespace waymark::certify {

// Which states are kept of a run over such a script, which says that it has so many; nothing: states are not counted.
[[nodiscard]] std::optional<Sampling> sampling_of(script::Form form, std::optional<Count> count, std::uint64_t said,
                                                  const Secret& secret);

// What the files of a script claim of a sample, if they do: all of them the same. False: the fault says why not.
[[nodiscard]] bool claimed_sample(const Files& files, std::optional<script::SampleClaim>& claim, script::Fault& fault);

// What is said about a walk, and which of its states are counted.
struct Said {
  bool by_headers = false;  // states, transitions and depth are those that the script names
  std::optional<Sampling> sampling;
  std::optional<script::SampleClaim> sample;
};
// What evidence and figures from slices that tile a whole walk of such a script are worth.
[[nodiscard]] Result judge(script::Form form, const Evidence& evidence, const Figures& figures, const Said& said);

// A lean script or one of its kin. It must be fixed before the secret is drawn.
[[nodiscard]] Result run_lean(const Factory& factory, const Files& files, const Request& request, const Secret& secret);

}  // namespace waymark::certify
