// Contacts of a Java program's threads, for the settings' log: which accesses of the program's own code threads are
// about to do, which of these meet, and in which order locks are taken.
#pragma once

#include <cstdint>

#include "java/held_locks.hpp"
#include "java/machine/vm.hpp"
#include "model/contacts.hpp"

namespace waymark::java {

class Contacts {
 public:
  // REQUIRES: the machine outlives it.
  explicit Contacts(Vm& vm) : vm_(vm), locks_(vm) {}

  // The thread is about to do an access of the program's own code.
  void stands(const Thread& thread, const Pending& pending);
  // Two threads are about to do such accesses to one variable of one object, and one of them writes.
  void meet(const Thread& one, const Pending& its, const Thread& other, const Pending& others);
  // A step of the thread has ended.
  void arrived(const Thread& thread);

 private:
  [[nodiscard]] bool is_fresh(std::uint64_t what);
  void overflow();
  [[nodiscard]] std::uint64_t made(const Pending& pending);
  [[nodiscard]] std::string variable(const Pending& pending);
  [[nodiscard]] model::Access access(const Thread& thread, const Pending& pending);

  Vm& vm_;
  HeldLocks locks_;
  model::ContactsTold told_;
  bool overflowed_ = false;
};

}  // namespace waymark::java
