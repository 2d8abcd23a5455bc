// The references of a state, for all who follow them: collecting garbage, asking who reaches what, naming by reach.
// A visitor gets each word that holds a reference, 0 included.
#pragma once

#include <bit>

#include "java/memory/collector.hpp"

namespace waymark::java {

// Of a frame's words those that `wanted` has, which gives bits for each 64 of them.
template <typename Wanted, typename Visit>
void each_ref(Thread& thread, Frame& frame, const Wanted& wanted, const Visit& visit) {
  visit(frame.lock);
  const Method& method = *frame.method;
  if (!method.prepared) return;
  const std::uint64_t* const row = &method.refs[std::size_t{frame.pc} * method.stride];
  Word* const words = thread.words.data() + frame.base;
  const std::uint32_t count = method.max_locals + frame.depth;
  for (std::uint32_t w = 0; w * 64 < count; ++w) {
    std::uint64_t bits = row[w] & wanted(w);
    if (count - w * 64 < 64) bits &= (std::uint64_t{1} << (count - w * 64)) - 1;
    for (; bits != 0; bits &= bits - 1) visit(words[w * 64 + static_cast<unsigned>(std::countr_zero(bits))]);
  }
}

template <typename Visit>
void each_ref(Thread& thread, Frame& frame, const Visit& visit) {
  each_ref(
      thread, frame, [](std::uint32_t) { return ~std::uint64_t{0}; }, visit);
}

template <typename Visit>
void each_ref(Thread& thread, const Visit& visit) {
  visit(thread.object);
  visit(thread.waits_on);
  for (Frame& frame : thread.frames) each_ref(thread, frame, visit);
}

template <typename Visit>
void each_ref(Object& object, const Visit& visit) {
  if (object.klass->is_array()) {
    if (object.klass->element_kind != Kind::ref) return;
    for (std::uint32_t i = 0; i < object.length; ++i) visit(object.data()[i]);
  } else {
    for (const std::uint32_t offset : object.klass->ref_offsets) visit(object.data()[offset]);
  }
}

template <typename Visit>
void each_ref(Class& klass, const Visit& visit) {
  for (const std::uint32_t offset : klass.static_refs) visit(klass.statics[offset]);
}

template <typename Visit>
void visit_guard(Word& guard, const Visit& visit) {
  if (guard == 0) return;
  const Word kind = guard & thread_guard;
  Word ref = guard & ~thread_guard;
  visit(ref);
  guard = ref | kind;
}

// Guards are no references of the program's, but they name objects all the same.
template <typename Visit>
void each_guard(Object& object, const Visit& visit) {
  if (object.klass->is_array()) {
    visit_guard(object.data()[object.words - 1], visit);
  } else {
    for (const std::uint32_t offset : object.klass->guard_offsets) visit_guard(object.data()[offset], visit);
  }
}

template <typename Visit>
void each_guard(Class& klass, const Visit& visit) {
  for (const std::uint32_t offset : klass.static_guards) visit_guard(klass.statics[offset], visit);
}

// References and guards.
template <typename Holder, typename Visit>
void each_name(Holder& holder, const Visit& visit) {
  each_ref(holder, visit);
  each_guard(holder, visit);
}

// Classes and immortals that differ from how they were when the program started; nothing else that is immortal leads
// to what is not.
template <typename OnClass, typename OnObject>
void Collector::each_root(const std::vector<std::uint32_t>& roots, const OnClass& on_class, const OnObject& on_object) {
  for (const std::uint32_t e : roots) {
    const Entity& entity = entities_[e];
    if (entity.is == Entity::Is::klass) {
      Class& klass = *classes[entity.index];
      if (state_[e] != 0 || class_listed_[klass.id] != 0) on_class(klass);
    } else {
      Object& object = *places_[entity.index];
      if (state_[e] != 0 || object.listed) on_object(object);
    }
  }
}

template <typename Visit>
void Collector::each_start(const std::vector<std::uint32_t>& roots, const Visit& visit) {
  for (const auto& thread : threads_) {
    if (thread->status != Status::none) each_ref(*thread, visit);
  }
  const auto follow = [&](auto& holder) { each_name(holder, visit); };
  each_root(roots, follow, follow);
}

}  // namespace waymark::java
