// HeldLocks: which locks a thread of a Java program holds, which one it is about to take, and what people call them. A
// lock is a monitor, a ReentrantLock or a ReentrantReadWriteLock. Readers of the last hold nothing here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "java/machine/vm.hpp"

namespace waymark::java {

class HeldLocks {
 public:
  // REQUIRES: the machine outlives it.
  explicit HeldLocks(Vm& vm) : vm_(vm) {}

  // What the thread is about to take, and wait for if it has to; 0: nothing. Costs next to nothing.
  [[nodiscard]] Ref wanted(const Thread& thread);
  // As long as nobody calls this again. Goes through the thread's frames.
  [[nodiscard]] const std::vector<Ref>& of(const Thread& thread);
  // The static variable that leads there, or where the lock was made. Empty: it is the library's own.
  [[nodiscard]] const std::string& name(Ref lock);
  // Some lock has no name here, since there are too many.
  [[nodiscard]] bool full() const { return full_; }

 private:
  // Whether a ReentrantLock, or the like, is made of such an object.
  [[nodiscard]] bool is_core(const Class& klass);
  [[nodiscard]] bool owns(const Thread& thread, Ref core);
  void add(const Thread& thread, Ref ref);
  [[nodiscard]] std::string made(Ref lock);

  Vm& vm_;
  std::vector<std::uint8_t> cores_;     // by a class's number: not known, no, yes
  std::vector<Ref> met_;                // cores that somebody was about to take
  std::vector<Ref> held_;               // of of()
  std::optional<std::uint32_t> owner_;  // where a core has its owner
  bool full_ = false;
  std::unordered_map<Ref, std::string> names_;
};

// "int[] made at Main.java:7". REQUIRES: a method made it.
[[nodiscard]] std::string made_text(Vm& vm, Ref ref);

}  // namespace waymark::java
