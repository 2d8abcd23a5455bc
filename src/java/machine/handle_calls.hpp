// HandleCalls: the classes that stand between a caller that has no bytecode of its own and what it calls. For method
// handles, each is made for the types that a place of a call names, boxes the arguments, calls waymark.internal.Handles
// and unboxes the result. For reflection, each calls one method that the virtual machine itself serves. Names of these
// classes tell what they were made for, so that another process can make the same.
#pragma once

#include <string_view>

#include "java/classfile/assembler.hpp"
#include "java/machine/objects.hpp"

namespace waymark::java {

class HandleCalls {
 public:
  explicit HandleCalls(Objects& objects) : objects_(objects) {}

  // What a call of the handle's method `name`, invoke or invokeExact, runs, with the handle as its first argument. Null
  // if types are named in a way that no compiler does. Throws BadClass.
  [[nodiscard]] Method* of(std::string_view name, std::string_view descriptor);
  // A static method that calls this one with its receiver, if it has one, as its first argument. Null if the names are
  // of a kind that no compiler makes. Throws BadClass.
  [[nodiscard]] Method* to(const Method& served);
  // The class of that name, made if it is not there yet. Null if the name is none of these. Throws BadClass.
  [[nodiscard]] Class* find(std::string_view name);

 private:
  [[nodiscard]] Class* find_handle_call(std::string_view name);
  [[nodiscard]] Class* find_served_call(std::string_view name);
  Class& define(Assembler& out);

  Objects& objects_;
};

}  // namespace waymark::java
