// What the searches of a check share: the memory they may use, who listens to them, and how they are told to stop.
#pragma once

#include <atomic>
#include <vector>

#include "base/budget.hpp"
#include "search/observer.hpp"

namespace waymark::check {

struct Context {
  base::Budget& budget;
  std::vector<search::Observer*> observers;
  const std::atomic<bool>* interrupt = nullptr;  // set from outside to end a search early
};

}  // namespace waymark::check
