// ClassInitializer: initialisation of classes, in the order that the JVM specification gives (5.5). A static
// initialiser is Java code: it gets a frame, and the thread that needs the class comes back when that has been left.
#pragma once

#include "java/machine/actions.hpp"
#include "java/machine/scheduler.hpp"

namespace waymark::java {

class ClassInitializer {
 public:
  ClassInitializer(Objects& objects, Exceptions& exceptions, Scheduler& scheduler, Actions& actions)
      : objects_(objects),
        memory_(objects.memory()),
        exceptions_(exceptions),
        scheduler_(scheduler),
        actions_(actions) {}

  // yes: it is initialised, or this very thread does so.
  [[nodiscard]] Done initialize(Thread& thread, Class& klass);
  // Whether nobody will have to initialise it, in any state from here on.
  [[nodiscard]] bool is_settled(Class& klass) { return klass.init == Class::Init::yes || initialize_trivially(klass); }
  // What comes before a class's own initialiser: its superclass and those interfaces that have code.
  [[nodiscard]] Done initialize_supers(Thread& thread, Class& klass);

 private:
  [[nodiscard]] bool supers_are_initialized(Class& klass);
  [[nodiscard]] Method* whole_initialization();
  [[nodiscard]] Done run_initializer(Thread& thread, Class& klass);
  [[nodiscard]] Done run(Thread& thread, Method& method, std::uint32_t flags, Ref argument);
  bool initialize_trivially(Class& klass);
  void set_constants(Class& klass);

  Objects& objects_;
  Memory& memory_;
  Exceptions& exceptions_;
  Scheduler& scheduler_;
  Actions& actions_;
};

}  // namespace waymark::java
