// What classes that the virtual machine writes have in common: descriptors in parts, boxes, and values of one type made
// values of another as method handles do it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "java/classfile/assembler.hpp"
#include "java/link/klass.hpp"

namespace waymark::java {

struct Signature {
  std::vector<std::string> arguments;
  std::string result;
};

[[nodiscard]] Signature parse(std::string_view descriptor);

[[nodiscard]] std::uint16_t width(std::string_view descriptor);
[[nodiscard]] bool is_reference(std::string_view descriptor);
// The name that a class constant has: without L and ; unless it is an array.
[[nodiscard]] std::string class_constant(std::string_view descriptor);

// The box of a primitive type.
struct Wrapper {
  char letter;
  std::string_view name;
  std::string_view unbox;
};
[[nodiscard]] const Wrapper& wrapper_of(char letter);

// Makes a value of one type, on top of the stack, one of another, as a method handle's asType() would.
void adapt(Assembler& out, std::string_view from, std::string_view to);

// Puts the arguments, the first of them in local variable 1, as objects into the array on top of the stack.
void store_arguments(Assembler& out, const Signature& takes);
// Gives the object on top of the stack back as what such a method gives.
void give_back_object(Assembler& out, const Signature& takes);

}  // namespace waymark::java
