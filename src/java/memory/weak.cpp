// What weak and soft references lead to, and nothing else does. All are alike here: the Java machine may clear a soft
// one whenever it may clear a weak one. Whether something else leads to an object is a function of the state: words
// that a thread has and will not read again do not count, whether they were cleared already or not.
#include "java/memory/roots.hpp"

namespace waymark::java {

namespace {

// The operand stack, which stands behind the local variables, is read in any case.
template <typename Visit>
void each_read_later(Thread& thread, Frame& frame, const Visit& visit) {
  const Method& method = *frame.method;
  const std::uint64_t* const live = method.live.data() + std::size_t{frame.pc} * method.stride;
  const auto read_later = [&](std::uint32_t w) {
    if (method.max_locals >= (w + 1) * 64) return live[w];
    if (method.max_locals <= w * 64) return ~std::uint64_t{0};
    return live[w] | ~std::uint64_t{0} << method.max_locals % 64;
  };
  each_ref(thread, frame, read_later, visit);
}

// But for what a reference refers to.
template <typename Visit>
void each_strong(Object& object, const Visit& visit) {
  if (object.klass->is_array()) return each_ref(object, visit);
  for (const std::uint32_t offset : object.klass->ref_offsets) {
    if (offset != object.klass->referent) visit(object.data()[offset]);
  }
}

}  // namespace

// From threads and static fields, without a step over a reference.
void Collector::mark_strong() {
  ++trace_;
  const auto mark = [&](Ref ref) {
    if (ref == 0) return;
    Object* object = places_[ref];
    if (object->immortal || object->trace == trace_) return;
    object->trace = trace_;
    gray_.push_back(object);
  };
  for (const auto& thread : threads_) {
    if (thread->status == Status::none) continue;
    mark(thread->object);
    mark(thread->waits_on);
    for (Frame& frame : thread->frames) each_read_later(*thread, frame, mark);
  }
  each_root(
      roots_, [&](Class& klass) { each_ref(klass, mark); }, [&](Object& object) { each_strong(object, mark); });
  while (!gray_.empty()) {
    Object* object = gray_.back();
    gray_.pop_back();
    each_strong(*object, mark);
  }
}

bool Collector::is_weakly_reached(Ref ref) {
  if (places_[ref]->immortal) return false;
  mark_strong();
  return places_[ref]->trace != trace_;
}

void Collector::clear_references(Ref ref) {
  mark_strong();
  const std::uint32_t strong = trace_++;
  places_[ref]->trace = trace_;
  const auto is_doomed = [&](Ref it) { return it != 0 && places_[it]->trace == trace_; };
  const auto leads_there = [&](Object& object) {
    bool leads = false;
    each_strong(object, [&](Ref to) { leads = leads || is_doomed(to); });
    return leads;
  };
  for (bool grows = true; grows;) {
    grows = false;
    for (const Ref it : live_) {
      Object& object = *places_[it];
      if (object.trace == strong || object.trace == trace_ || !leads_there(object)) continue;
      object.trace = trace_;
      grows = true;
    }
  }
  each_object([&](Object& reference) {
    const std::uint32_t offset = reference.klass->referent;
    if (offset == Class::no_referent || !is_doomed(reference.data()[offset])) return;
    touch(reference);
    reference.data()[offset] = 0;
  });
}

}  // namespace waymark::java
