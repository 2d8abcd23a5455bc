// Carriers: the threads of the system that run virtual threads, where there are few of them (--carriers). A virtual
// thread takes steps on a carrier only. It gives its carrier up when it has to wait, unless it is pinned there.
#pragma once

#include <vector>

#include "java/machine/objects.hpp"
#include "java/machine/scheduler.hpp"
#include "java/machine/settings.hpp"

namespace waymark::java {

class Carriers {
 public:
  Carriers(const Settings& settings, Objects& objects, Scheduler& scheduler)
      : settings_(settings), memory_(objects.memory()), scheduler_(scheduler) {}

  // Finds out what pins a thread on this JDK, if carriers are limited. Throws BadClass if it has no virtual threads.
  void start(Loader& loader);

  [[nodiscard]] bool limited() const { return settings_.carriers != 0; }
  // Whether it needs a carrier for each step.
  [[nodiscard]] bool needs_one(const Thread& thread) const;
  // Whether it needs none, has one, or one is free.
  [[nodiscard]] bool may_run(const Thread& thread) const;
  // Who has all carriers, if it cannot go on for want of one.
  [[nodiscard]] std::vector<const Thread*> taken_from(const Thread& thread) const;
  // Whether it stands on a carrier that it can give up as a step of its own, with this before it.
  [[nodiscard]] bool may_leave(const Thread& thread, const Pending& pending) const;
  // Whether it would keep its carrier while it waits.
  [[nodiscard]] bool is_pinned(const Thread& thread) const;

 private:
  [[nodiscard]] bool holds_monitor(const Thread& thread) const;

  const Settings& settings_;
  Memory& memory_;
  Scheduler& scheduler_;
  const Class* virtual_threads_ = nullptr;
  bool monitors_pin_ = false;
};

}  // namespace waymark::java
