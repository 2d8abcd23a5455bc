// The contents of a state's parts as 64-bit numbers. References, guards and numbers of methods mean something in this
// process only; the caller of spell() gives them names: fingerprints those that are hashes, the writer places in its
// tables.
#pragma once

#include "java/memory/heap.hpp"

namespace waymark::java {

template <typename Naming>
void spell(const Object& object, const Naming& names, std::vector<std::uint64_t>& out) {
  const Class& klass = *object.klass;
  const Word* const data = object.data();
  if (klass.is_array() && klass.element_kind == Kind::ref) {
    for (std::uint32_t i = 0; i < object.length; ++i) out.push_back(names.ref(data[i]));
    out.push_back(names.guard(data[object.length]));
    return;
  }
  const std::size_t begin = out.size();
  for (std::uint32_t i = 0; i < object.words; ++i) out.push_back(data[i]);
  if (klass.holds_methods) {
    for (std::uint32_t i = 0; i < object.length; i += 2) out[begin + i] = names.method(data[i]);
  }
  if (klass.is_array()) {
    out.back() = names.guard(data[object.words - 1]);
    return;
  }
  for (const std::uint32_t offset : klass.ref_offsets) out[begin + offset] = names.ref(data[offset]);
  for (const std::uint32_t offset : klass.guard_offsets) out[begin + offset] = names.guard(data[offset]);
}

template <typename Naming>
void spell(const Class& klass, const Naming& names, std::vector<std::uint64_t>& out) {
  const std::size_t begin = out.size();
  for (const Word word : klass.statics) out.push_back(word);
  for (const std::uint32_t offset : klass.static_refs) out[begin + offset] = names.ref(klass.statics[offset]);
  for (const std::uint32_t offset : klass.static_guards) out[begin + offset] = names.guard(klass.statics[offset]);
}

// The local variables, and the operand stack.
template <typename Naming>
void spell(const Thread& thread, const Frame& frame, const Naming& names, std::vector<std::uint64_t>& out) {
  const Method& method = *frame.method;
  const std::uint64_t* const row = &method.refs[std::size_t{frame.pc} * method.stride];
  const Word* const words = thread.words.data() + frame.base;
  for (std::uint32_t w = 0; w < method.max_locals + frame.depth; ++w) {
    out.push_back((row[w / 64] >> w % 64 & 1) != 0 ? names.ref(words[w]) : words[w]);
  }
}

}  // namespace waymark::java
