#include "java/machine/adapting.hpp"

#include <fmt/format.h>

#include "java/classfile/class_file.hpp"

namespace waymark::java {

namespace {

constexpr Wrapper wrappers[] = {{'Z', "java/lang/Boolean", "booleanValue"}, {'C', "java/lang/Character", "charValue"},
                                {'F', "java/lang/Float", "floatValue"},     {'D', "java/lang/Double", "doubleValue"},
                                {'B', "java/lang/Byte", "byteValue"},       {'S', "java/lang/Short", "shortValue"},
                                {'I', "java/lang/Integer", "intValue"},     {'J', "java/lang/Long", "longValue"}};

const Wrapper* wrapper_named(std::string_view descriptor) {
  for (const Wrapper& it : wrappers) {
    if (descriptor.size() == it.name.size() + 2 && descriptor.substr(1, it.name.size()) == it.name) return &it;
  }
  return nullptr;
}

void widen_value(Assembler& out, char from, char to) {
  if (from == to) return;
  const bool int_like = from != 'J' && from != 'F' && from != 'D';
  if (int_like) {
    if (to == 'J') out.op(op_i2l);
    if (to == 'F') out.op(op_i2f);
    if (to == 'D') out.op(op_i2d);
  } else if (from == 'J') {
    if (to == 'F') out.op(op_l2f);
    if (to == 'D') out.op(op_l2d);
  } else if (from == 'F' && to == 'D') {
    out.op(op_f2d);
  }
}

}  // namespace

Signature parse(std::string_view descriptor) {
  Signature out;
  std::size_t at = 1;
  while (descriptor[at] != ')') {
    const std::size_t length = descriptor_length(descriptor.substr(at));
    out.arguments.emplace_back(descriptor.substr(at, length));
    at += length;
  }
  out.result = descriptor.substr(at + 1);
  return out;
}

std::uint16_t width(std::string_view descriptor) {
  return static_cast<std::uint16_t>(words_of(kind_of(descriptor[0])));
}
bool is_reference(std::string_view descriptor) { return descriptor[0] == 'L' || descriptor[0] == '['; }
std::string class_constant(std::string_view descriptor) {
  return std::string(descriptor[0] == 'L' ? descriptor.substr(1, descriptor.size() - 2) : descriptor);
}

const Wrapper& wrapper_of(char letter) {
  for (const Wrapper& it : wrappers) {
    if (it.letter == letter) return it;
  }
  return wrappers[6];
}

void adapt(Assembler& out, std::string_view from, std::string_view to) {
  if (from == to || to == "V") return;
  if (is_reference(from) && is_reference(to)) {
    if (to != "Ljava/lang/Object;") out.check_cast(class_constant(to));
    return;
  }
  if (is_reference(to)) {
    const Wrapper& box = wrapper_of(from[0]);
    out.call(op_invokestatic, box.name, "valueOf", fmt::format("({})L{};", from[0], box.name));
    return;
  }
  if (is_reference(from)) {
    const Wrapper* given = wrapper_named(from);
    const Wrapper& box = given != nullptr ? *given : wrapper_of(to[0]);
    if (given == nullptr) out.check_cast(box.name);
    out.call(op_invokevirtual, box.name, box.unbox, fmt::format("(){}", box.letter));
    widen_value(out, box.letter, to[0]);
    return;
  }
  widen_value(out, from[0], to[0]);
}

void store_arguments(Assembler& out, const Signature& takes) {
  std::uint16_t local = 1;
  for (std::size_t i = 0; i < takes.arguments.size(); ++i) {
    out.op(op_dup);
    out.push_int(static_cast<std::int32_t>(i));
    out.load(takes.arguments[i], local);
    adapt(out, takes.arguments[i], "Ljava/lang/Object;");
    out.op(op_aastore);
    local = static_cast<std::uint16_t>(local + width(takes.arguments[i]));
  }
}

void give_back_object(Assembler& out, const Signature& takes) {
  if (takes.result == "V") {
    out.op(op_pop);
  } else {
    adapt(out, "Ljava/lang/Object;", takes.result);
  }
  out.give_back(takes.result);
}

}  // namespace waymark::java
