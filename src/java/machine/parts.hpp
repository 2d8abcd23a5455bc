// The parts of the machine below the interpreter, each resting on those above it here.
#pragma once

#include <memory>
#include <utility>

#include "java/machine/actions.hpp"
#include "java/machine/call_sites.hpp"
#include "java/machine/carriers.hpp"
#include "java/machine/exceptions.hpp"
#include "java/machine/handle_calls.hpp"
#include "java/machine/initialization.hpp"
#include "java/machine/journal.hpp"
#include "java/machine/linearizable.hpp"
#include "java/machine/objects.hpp"
#include "java/machine/proxies.hpp"
#include "java/machine/reduction.hpp"
#include "java/machine/resolution.hpp"
#include "java/machine/scheduler.hpp"
#include "java/machine/settings.hpp"

namespace waymark::java {

struct Parts {
  Parts(ClassSource source, Settings how, std::shared_ptr<Journal> into)
      : settings(std::move(how)), journal(std::move(into)), loader(std::move(source)) {}
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  Settings settings;
  std::shared_ptr<Journal> journal;  // of all models of the program
  Linearizable linearizable{settings.library_packages, settings.package_in_steps};
  Loader loader;
  Memory memory;
  Objects objects{loader, memory};
  Exceptions exceptions{objects};
  Reducer reducer{objects};
  Scheduler scheduler{settings, *journal, objects, exceptions, reducer};
  Carriers carriers{settings, objects, scheduler};
  Actions actions;
  Resolver resolver{objects, exceptions};
  CallSites call_sites{objects, exceptions, actions};
  Proxies proxies{objects};
  HandleCalls handle_calls{objects};
  ClassInitializer initializer{objects, exceptions, scheduler, actions};
};

}  // namespace waymark::java
