// Checkpoints: who keeps, now and then, how far a search has come, so that another process can go on from there. The
// search says when it can be asked, and writes what it knows; where to, how often, and beside what else is not its
// business.
#pragma once

#include <functional>

#include "base/interface.hpp"
#include "checkpoint/writer.hpp"
#include "search/observer.hpp"

namespace waymark::search {

class Checkpoints : public base::Interface {
 public:
  // Whether it is time for one. Asked before each state, so it answers quickly.
  [[nodiscard]] virtual bool due() = 0;
  // Calls `save` for the search's part, of a search that has come so far. Whatever comes of it, the search goes on.
  virtual void keep(const Tallies& tallies, const std::function<void(checkpoint::Writer&)>& save) = 0;
};

}  // namespace waymark::search
