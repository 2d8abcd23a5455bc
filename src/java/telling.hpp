// What a step of a Java program is called.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "java/machine/object_names.hpp"
#include "java/machine/vm.hpp"

namespace waymark::java {

// Gives objects their names while it lives.
class Named {
 public:
  Named(Objects& objects, const ObjectNames& names) : objects_(objects) { objects_.names = &names; }
  ~Named() { objects_.names = nullptr; }
  Named(const Named&) = delete;
  Named& operator=(const Named&) = delete;

 private:
  Objects& objects_;
};

// As they are called in this state.
[[nodiscard]] ObjectNames names_of(Vm& vm);

// The frames of a thread that people see, innermost first.
[[nodiscard]] std::vector<std::size_t> shown_frames(const Thread& thread);

// What the thread is about to do: "locks Account@3".
[[nodiscard]] std::string next_text(Vm& vm, Thread& thread, std::uint32_t choice);

// The field or element that it is about to access; empty if it is about to do something else.
[[nodiscard]] std::string accessed_text(Vm& vm, Thread& thread);

}  // namespace waymark::java
