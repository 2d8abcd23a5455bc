// HandleCalls: the classes that stand between a call of a method handle and waymark.internal.Handles. Each is made for
// the types that a place of a call names, boxes the arguments and unboxes the result. Its name tells these types, so
// that another process can make the same.
#pragma once

#include <string_view>

#include "java/machine/objects.hpp"

namespace waymark::java {

class HandleCalls {
 public:
  explicit HandleCalls(Objects& objects) : objects_(objects) {}

  // What a call of the handle's method `name`, invoke or invokeExact, runs, with the handle as its first argument. Null
  // if types are named in a way that no compiler does. Throws BadClass.
  [[nodiscard]] Method* of(std::string_view name, std::string_view descriptor);
  // The class of that name, made if it is not there yet. Null if the name is none of these. Throws BadClass.
  [[nodiscard]] Class* find(std::string_view name);

 private:
  Objects& objects_;
};

}  // namespace waymark::java
