// Lean certification of a whole script: slices of it by as many workers as asked for, and the judgement of what they
// found. Certified: the states walked are all that are reachable, and what was asked holds in each of them.
#pragma once

#include <memory>
#include <vector>

#include "certify/lean_slice.hpp"
#include "certify/result.hpp"
#include "certify/secret.hpp"
#include "script/reader.hpp"
#include "script/sync.hpp"

namespace waymark::certify {

// What evidence from slices that tile a whole walk is worth.
[[nodiscard]] Result judge(const Evidence& evidence, const std::vector<script::Slice>& slices);

class Lean {
 public:
  // One whole script, or all parts of one, in any order.
  Lean(Factory factory, std::vector<std::shared_ptr<const script::File>> files, Request request);
  // The script must be fixed before the secret is drawn.
  [[nodiscard]] Result run(const Secret& secret);
  // A second, slower run for a script that was rejected at the end: keeps all states' fingerprints in a map and names
  // the first step that is false.
  [[nodiscard]] Result explain(const Secret& secret);

 private:
  Factory factory_;
  std::vector<std::shared_ptr<const script::File>> files_;
  Request request_;
  std::vector<script::Slice> slices_;
};

}  // namespace waymark::certify
