// What the searches of a check share: the memory they may use, their listeners, and what stops them.
#pragma once

#include <vector>

#include "base/budget.hpp"
#include "base/stop.hpp"
#include "cluster/transport/transport.hpp"
#include "search/observer.hpp"

namespace waymark::check {

struct Context {
  base::Budget& budget;
  std::vector<search::StepListener*> listeners = {};
  base::Stop* stop = nullptr;               // ends all of them early
  cluster::Transport* transport = nullptr;  // of a cluster that searches together
  unsigned ranks_here = 1;                  // of the cluster: threads that share all of the above
  bool one_process = false;                 // there are no others
  std::vector<search::ProgressListener*> progress = {};
  base::Stop* command = nullptr;  // the command's own stop, if `stop` ends a part of it alone
};

}  // namespace waymark::check
