// Certification of a whole ids script: tasks of it by several workers, and the judgement of what they
// found. Certified: the states walked are all that are reachable, and what was asked holds in each of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "certify/ids_slice.hpp"
#include "certify/result.hpp"
#include "certify/secret.hpp"
#include "script/ids.hpp"

namespace waymark::certify {

// Joins what tasks have found: whether they make up the whole script, and agree about the states they share.
class IdsJudge {
 public:
  IdsJudge(script::IdsCut cut, std::size_t tasks, std::uint64_t memory)
      : cut_(cut), memory_(memory), stretches_(tasks), holes_(tasks) {}

  // Rejected or incomplete: the result says why.
  [[nodiscard]] Result add(std::size_t task, const IdsEvidence& evidence, const Figures& figures);
  // When all have been added: their figures, and what they are worth. `as_said`: as in judge() of lean scripts.
  [[nodiscard]] const Figures& figures() const { return figures_; }
  [[nodiscard]] Result judge(bool as_said) const;

 private:
  [[nodiscard]] std::string tiling_fault() const;

  script::IdsCut cut_;
  std::uint64_t memory_;
  std::vector<IdsEvidence::Stretch> stretches_;
  std::vector<std::vector<IdsEvidence::Stretch>> holes_;
  Fingerprints known_;
  Figures figures_;
};

// The script must be fixed before the secret is drawn.
[[nodiscard]] Result run_ids(const Factory& factory, const std::shared_ptr<const script::File>& file,
                             const Request& request, script::IdsCut cut, const Secret& secret);

}  // namespace waymark::certify
