// What the searches of a check share: the memory they may use, who listens to them, and how they are told to stop.
#pragma once

#include <vector>

#include "base/budget.hpp"
#include "base/stop.hpp"
#include "cluster/transport.hpp"
#include "search/observer.hpp"

namespace waymark::check {

struct Context {
  base::Budget& budget;
  std::vector<search::Observer*> observers;
  base::Stop* stop = nullptr;               // ends all of them early
  cluster::Transport* transport = nullptr;  // of a cluster that searches together
  bool one_process = false;                 // its ranks are threads, and share all of the above
};

}  // namespace waymark::check
