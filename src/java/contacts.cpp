#include "java/contacts.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace waymark::java {

namespace {

// A number for each thing that is told: of what kind it is, and what it is about.
enum class Told : std::uint64_t { access = 1, meeting, nesting };

std::uint64_t number_of(Told kind, std::uint64_t one, std::uint64_t other) {
  return mix_labels(one, other + static_cast<std::uint64_t>(kind));
}

std::uint64_t place(const Thread& thread) { return Actions::of(thread.frames.back()); }

std::uint64_t caller(const Thread& thread) {
  return thread.frames.size() < 2 ? 0 : Actions::of(thread.frames[thread.frames.size() - 2]);
}

}  // namespace

void Contacts::stands(const Thread& thread, const Pending& pending) {
  const std::uint64_t there = place(thread) << 32 | caller(thread);
  const std::uint64_t at = made(pending);
  const std::uint64_t who = std::uint64_t{thread.number} << 32 | thread.object;
  if (!is_fresh(number_of(Told::access, there, at + who * 0x632BE59BD9B4E019u))) return;
  std::set<std::uint64_t> held;
  for (const Ref lock : locks_.of(thread)) held.insert(vm_.memory().label(lock));
  vm_.journal().contacts.add(at, access(thread, pending), vm_.objects().name_of(thread), held);
}

void Contacts::meet(const Thread& one, const Pending& its, const Thread& other, const Pending& others) {
  const std::uint64_t here = place(one);
  const std::uint64_t there = place(other);
  const std::uint64_t both = std::min(here, there) << 32 | std::max(here, there);
  if (!is_fresh(number_of(Told::meeting, both, made(its)))) return;
  vm_.journal().contacts.add(access(one, its), access(other, others));
}

void Contacts::arrived(const Thread& thread) {
  const Ref inner = locks_.wanted(thread);
  if (inner == 0) return;
  for (const Ref outer : locks_.of(thread)) {
    if (outer == inner) continue;
    const std::uint64_t both = std::uint64_t{outer} << 32 | inner;
    if (!is_fresh(number_of(Told::nesting, both, place(thread) << 32 | caller(thread)))) continue;
    model::Nesting nesting{locks_.name(outer), locks_.name(inner)};
    const bool of_program = !nesting.outer.empty() && !nesting.inner.empty();
    // Locks of one place cannot be told apart in other states.
    if (of_program && nesting.outer != nesting.inner) {
      vm_.journal().contacts.add(std::move(nesting), place_in_program(thread));
    }
  }
  if (!overflowed_ && locks_.full()) overflow();
}

bool Contacts::is_fresh(std::uint64_t what) {
  const model::ContactsTold::Answer answer = told_.tell(what);
  if (!overflowed_ && answer == model::ContactsTold::Answer::full) overflow();
  return answer == model::ContactsTold::Answer::fresh;
}

void Contacts::overflow() {
  overflowed_ = true;
  vm_.journal().contacts.overflow();
}

std::uint64_t Contacts::made(const Pending& pending) {
  return pending.object == 0 ? 0 : vm_.memory().site_label(pending.object);
}

std::string Contacts::variable(const Pending& pending) {
  const bool is_static = pending.object == 0;
  if (is_static && pending.klass == nullptr) return "?";
  const Class& klass = is_static ? *pending.klass : *vm_.memory().at(pending.object)->klass;
  if (!is_static && klass.is_array()) {
    return vm_.memory().maker(pending.object) != nullptr ? made_text(vm_, pending.object) : klass.short_text();
  }
  const std::vector<Field*>& fields = is_static ? klass.static_slots : klass.slots;
  const Field* const field = pending.offset < fields.size() ? fields[pending.offset] : nullptr;
  if (field == nullptr) return klass.short_text();
  return field->owner->short_text() + "." + std::string(field->name);
}

model::Access Contacts::access(const Thread& thread, const Pending& pending) {
  return {variable(pending), place_of(thread.frames.back()), pending.what != Pending::What::read};
}

}  // namespace waymark::java
