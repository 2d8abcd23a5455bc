// Garbage: what no thread and no static field leads to is gone before a state is looked at.
#include "java/memory/roots.hpp"

namespace waymark::java {

void Collector::mark_all() {
  ++trace_;
  const auto mark = [&](Ref ref) {
    if (ref == 0) return;
    Object* object = places_[ref];
    if (object->immortal || object->trace == trace_) return;
    object->trace = trace_;
    gray_.push_back(object);
  };
  each_start(roots_, mark);
  while (!gray_.empty()) {
    Object* object = gray_.back();
    gray_.pop_back();
    each_name(*object, mark);
  }
}

void Collector::collect() {
  if (!frozen_) return;
  mark_all();
  sweep();
}

// What the last walk over all that is alive has not come by.
void Collector::sweep() {
  for (std::size_t i = live_.size(); i-- > 0;) {
    if (places_[live_[i]]->trace != trace_) kill(live_[i]);
  }
}

bool Collector::reached_by_others(const Object& object, std::uint32_t running) {
  if (reach_known_) return object.reach == reach_;
  reach_known_ = true;
  ++reach_;
  const auto reach = [&](Ref ref) {
    if (ref == 0) return;
    Object* reached = places_[ref];
    if (reached->immortal || reached->reach == reach_) return;
    reached->reach = reach_;
    gray_.push_back(reached);
  };
  const auto follow = [&](auto& holder) { each_ref(holder, reach); };
  for (const auto& thread : threads_) {
    if (thread->status == Status::none || thread->number == running) continue;
    each_ref(*thread, reach);
    // What only the thread itself follows.
    if (thread->object != 0) follow(*places_[thread->object]);
  }
  each_root(roots_, follow, follow);
  while (!gray_.empty()) {
    Object* from = gray_.back();
    gray_.pop_back();
    if (from->klass->is_array()) {
      each_ref(*from, reach);
    } else {
      for (const std::uint32_t offset : from->klass->open_offsets) reach(from->data()[offset]);
    }
  }
  return object.reach == reach_;
}

void Collector::normalize(Thread& thread) {
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

// Collecting, naming and packing have lists with entries for every object; where these are many, they are asked for.
void Collector::settle() {
  constexpr std::uint64_t words_each = 13;
  if (live_.size() >= many_words / words_each) poll_room(live_.size() * words_each);
  for (const auto& thread : threads_) {
    if (thread->status != Status::none && thread->listed) normalize(*thread);
  }
  canonicalize();
}

void Collector::escape(Ref ref) {
  if (ref == 0) return;
  forget_reach();
  if (places_[ref]->escaped) return;
  std::vector<Object*>& work = gray_;
  const std::size_t bottom = work.size();
  const auto add = [&](Ref reached) {
    if (reached == 0) return;
    Object* object = places_[reached];
    if (object->escaped) return;
    touch(*object);
    object->escaped = true;
    work.push_back(object);
  };
  add(ref);
  while (work.size() > bottom) {
    Object* object = work.back();
    work.pop_back();
    if (object->klass->is_array()) {
      if (object->klass->element_kind != Kind::ref) continue;
      for (std::uint32_t i = 0; i < object->length; ++i) add(object->data()[i]);
    } else {
      for (const std::uint32_t offset : object->klass->open_offsets) add(object->data()[offset]);
    }
  }
}

}  // namespace waymark::java
