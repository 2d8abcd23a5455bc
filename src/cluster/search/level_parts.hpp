// LevelParts: what the roles of a search level by level share, at one rank: expanding and numbering (DistributedBfs),
// the exchange of states, their ownership, the verdict on a level, and checkpoints.
#pragma once

#include "base/budget.hpp"
#include "cluster/exchange/mailbox.hpp"
#include "cluster/search/frontier.hpp"
#include "cluster/search/level_verdict.hpp"
#include "cluster/search/ownership.hpp"
#include "cluster/search/tree.hpp"
#include "model/path.hpp"
#include "search/explorer.hpp"

namespace waymark::cluster {

struct LevelParts {
  Transport& transport;
  base::Budget& budget;
  model::Model& model;
  search::Explorer& explorer;
  model::Path& path;
  Mailbox& mailbox;
  Tree& tree;
  Frontier& frontier;
  Ownership& ownership;
  LevelVerdict& verdict;

  [[nodiscard]] bool stopping() const { return explorer.stopping() || mailbox.stopped(); }
};

}  // namespace waymark::cluster
