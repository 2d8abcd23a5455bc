// Garbage: what no thread and no static field leads to is gone before a state is looked at.
#include "java/memory/memory.hpp"

namespace waymark::java {

void Memory::kill(Ref ref) {
  Object& object = *places_[ref];
  put(object.hashed ? 1 : 0);
  put(object.listed ? 1 : 0);
  put(state_[object.entity]);
  journal_.push_back({Undo::died, &object, saved_.size()});
  unhash(object);
  state_[object.entity] = 0;
  names_.mark(ref, false);
  leave_live(object);
  places_[ref] = nullptr;
}

inline void Memory::mark_ref(Ref ref) {
  if (ref == 0) return;
  Object* object = places_[ref];
  if (object->immortal || object->trace == trace_) return;
  object->trace = trace_;
  gray_.push_back(object);
}

inline void Memory::mark_object(const Object& object) {
  if (object.klass->is_array()) {
    if (object.klass->element_kind != Kind::ref) return;
    for (std::uint32_t i = 0; i < object.length; ++i) mark_ref(object.data()[i]);
  } else {
    for (const std::uint32_t offset : object.klass->ref_offsets) mark_ref(object.data()[offset]);
  }
}

void Memory::trace() {
  ++trace_;
  for (const auto& thread : threads_) {
    if (thread->status == Status::none) continue;
    mark_ref(thread->object);
    mark_ref(thread->waits_on);
    for (const Frame& frame : thread->frames) {
      mark_ref(frame.lock);
      const Method& method = *frame.method;
      if (!method.prepared) continue;
      const std::uint64_t* const row = &method.refs[std::size_t{frame.pc} * method.stride];
      const Word* const words = thread->words.data() + frame.base;
      const std::uint32_t count = method.max_locals + frame.depth;
      for (std::uint32_t w = 0; w * 64 < count; ++w) {
        std::uint64_t bits = row[w];
        if (count - w * 64 < 64) bits &= (std::uint64_t{1} << (count - w * 64)) - 1;
        for (; bits != 0; bits &= bits - 1) mark_ref(words[w * 64 + static_cast<unsigned>(__builtin_ctzll(bits))]);
      }
    }
  }
  for (const std::uint32_t e : roots_) {
    const Entity& entity = entities_[e];
    if (entity.is == Entity::Is::klass) {
      const Class& klass = *classes[entity.index];
      if (state_[e] == 0 && class_listed_[klass.id] == 0) continue;
      for (const std::uint32_t offset : klass.static_refs) mark_ref(klass.statics[offset]);
    } else {
      const Object& object = *places_[entity.index];
      if (state_[e] != 0 || object.listed) mark_object(object);
    }
  }
  while (!gray_.empty()) {
    const Object* object = gray_.back();
    gray_.pop_back();
    mark_object(*object);
  }
}

void Memory::collect() {
  if (garbage_ == Garbage::none || !frozen_) return;
  trace();
  for (std::size_t i = live_.size(); i-- > 0;) {
    if (places_[live_[i]]->trace != trace_) kill(live_[i]);
  }
}

void Memory::normalize(Thread& thread) {
  for (std::size_t i = thread.frames.size(); i-- > 0;) {
    Frame& frame = thread.frames[i];
    if (frame.part != 0) break;
    const Method& method = *frame.method;
    const std::uint64_t* const row = &method.live[std::size_t{frame.pc} * method.stride];
    Word* const words = thread.words.data() + frame.base;
    for (std::uint32_t w = 0; w < method.max_locals; ++w) {
      if ((row[w / 64] >> w % 64 & 1) == 0) words[w] = 0;
    }
  }
}

void Memory::settle() {
  for (const auto& thread : threads_) {
    if (thread->status != Status::none && thread->listed) normalize(*thread);
  }
  collect();
}

}  // namespace waymark::java
