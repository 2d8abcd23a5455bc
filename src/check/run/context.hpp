// What the searches of a check share: the memory they may use, their listeners, and what stops them.
#pragma once

#include <vector>

#include "base/budget.hpp"
#include "base/stop.hpp"
#include "check/plan/team.hpp"
#include "search/observer.hpp"

namespace waymark::check {

struct Context {
  base::Budget& budget;
  std::vector<search::StepListener*> listeners = {};
  base::Stop* stop = nullptr;  // ends all of them early
  Team team = {};              // that searches together
  std::vector<search::ProgressListener*> progress = {};
};

}  // namespace waymark::check
