#include "java/memory/memory.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "base/check.hpp"
#include "java/memory/names.hpp"

namespace waymark::java {

namespace {

constexpr std::size_t largest_spare = 64;

}  // namespace

std::uint64_t Memory::data_words(const Class& klass, std::uint32_t length) {
  if (!klass.is_array()) return klass.instance_words;
  return ((std::uint64_t{length} << element_shift(klass.element_kind)) + 3) / 4 + 1;
}

Memory::Memory() { spare_.resize(largest_spare + 1); }

Memory::~Memory() {
  forget_undo_log();
  for (Object* object : places_) {
    if (object != nullptr) ::operator delete(object);
  }
  for (const auto& list : spare_) {
    for (Object* object : list) ::operator delete(object);
  }
}

Object* Memory::make(Class& klass, std::uint32_t length, Ref place) {
  const auto words = static_cast<std::uint32_t>(data_words(klass, length));
  void* room = nullptr;
  if (words <= largest_spare && !spare_[words].empty()) {
    room = spare_[words].back();
    spare_[words].pop_back();
  } else {
    const std::size_t bytes = sizeof(Object) + std::size_t{words} * 4;
    room = ::operator new(bytes);
    object_bytes_ += bytes;
  }
  auto* object = new (room) Object;
  object->klass = &klass;
  object->place = place;
  object->length = length;
  object->words = words;
  std::memset(object->data(), 0, std::size_t{words} * 4);
  return object;
}

void Memory::release(Object* object) {
  if (object->words <= largest_spare) {
    spare_[object->words].push_back(object);
  } else {
    object_bytes_ -= sizeof(Object) + std::size_t{object->words} * 4;
    ::operator delete(object);
  }
}

// No longer there, and nothing can bring it back.
void Memory::discard(Object& object) {
  unhash(object);
  names_.mark(object.place, false);
  leave_live(object);
  places_[object.place] = nullptr;
  release(&object);
}

Object* Memory::allocate(std::uint32_t thread, const AllocationSite& site, Class& klass, std::uint32_t length) {
  poll_room(data_words(klass, length));
  const Ref ref = symmetry_ == Symmetry::none ? names_.take(0, {}) : names_.take(thread, site);
  places_.resize(names_.size(), nullptr);
  return bear(klass, length, ref);
}

Object* Memory::bear(Class& klass, std::uint32_t length, Ref ref) {
  Object* object = make(klass, length, ref);
  if (names_[ref].entity == 0 && frozen_) names_[ref].entity = new_entity(Entity::Is::object, ref);
  object->entity = names_[ref].entity;
  object->epoch = epoch_;
  object->live = static_cast<std::uint32_t>(live_.size());
  places_[ref] = object;
  live_.push_back(ref);
  if (frozen_) {
    undo_log_.push_back({Undo::born, object, saved_.size()});
    list(*object);
  }
  return object;
}

Object* Memory::allocate_immortal(Immortal name, Class& klass, std::uint32_t length) {
  poll_room(data_words(klass, length));
  const Ref ref = names_.add_immortal(std::move(name));
  Object* object = make(klass, length, ref);
  object->immortal = true;
  object->escaped = true;
  places_.push_back(object);
  object->epoch = frozen_ ? 0 : epoch_;
  return object;
}

std::uint32_t Memory::new_entity(Entity::Is is, std::uint32_t index) {
  entities_.push_back({is, index});
  state_.push_back(0);
  return static_cast<std::uint32_t>(entities_.size() - 1);
}

void Memory::list(Object& object) {
  if (!object.listed) {
    object.listed = true;
    dirty_.push_back(object.entity);
  }
  if (hashing_ && !object.listed_hash) {
    object.listed_hash = true;
    dirty_hash_.push_back(object.entity);
  }
}

void Memory::list(Thread& thread) {
  if (!thread.listed) {
    thread.listed = true;
    dirty_.push_back(thread.entity);
  }
  if (hashing_ && !thread.listed_hash) {
    thread.listed_hash = true;
    dirty_hash_.push_back(thread.entity);
  }
}

void Memory::list_class(std::uint32_t id) {
  if (class_listed_[id] == 0) {
    class_listed_[id] = 1;
    dirty_.push_back(classes[id]->entity);
  }
  if (hashing_ && class_listed_hash_[id] == 0) {
    class_listed_hash_[id] = 1;
    dirty_hash_.push_back(classes[id]->entity);
  }
}

void Memory::escape(Ref ref) {
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

void Memory::leave_live(const Object& object) {
  const Ref last = live_.back();
  live_[object.live] = last;
  if (places_[last] != nullptr) places_[last]->live = object.live;
  live_.pop_back();
}

void Memory::enter_live(Object& object) {
  places_[object.place] = &object;
  names_.mark(object.place, true);
  object.live = static_cast<std::uint32_t>(live_.size());
  live_.push_back(object.place);
}

void Memory::add(Class& klass) {
  klass.id = static_cast<std::uint32_t>(classes.size());
  classes.push_back(&klass);
  class_listed_.push_back(0);
  class_listed_hash_.push_back(0);
  class_hashed_.push_back(0);
  class_hash_.push_back({});
  class_bases_.push_back({});
}

void Memory::always_initialized(Class& klass) {
  klass.init = Class::Init::yes;
  class_bases_[klass.id] = {Class::Init::yes, klass.statics};
}

void Memory::initialized(Class& klass, Class::Init state, std::uint32_t thread) {
  touch(klass);
  set_init(klass, state, thread);
}

// What another thread will do next depends on which classes are initialised, so it has to be looked up again.
void Memory::set_init(Class& klass, Class::Init state, std::uint32_t thread) {
  if (klass.init == state && klass.init_thread == thread) return;
  klass.init = state;
  klass.init_thread = thread;
  for (const auto& it : threads_) it->pending = {};
}

void Memory::freeze() {
  CHECK(!frozen_);
  forget_undo_log();
  for (const Ref ref : live_) {
    Object& object = *places_[ref];
    object.immortal = true;
    object.escaped = true;
    object.entity = 0;
  }
  for (Object* object : places_) {
    if (object == nullptr) continue;
    object->listed = false;
    object->epoch = 0;
  }
  live_.clear();
  names_.start();
  for (std::size_t i = 0; i < classes.size(); ++i) {
    classes[i]->epoch = 0;
    class_bases_[i] = {classes[i]->init, classes[i]->statics};
  }
  for (const auto& thread : threads_) clear_thread(*thread);
  threads_.clear();
  living_ = 0;
  entities_.assign(1, {});
  roots_.clear();
  state_.assign(1, 0);
  dirty_.clear();
  dirty_hash_.clear();
  frozen_ = true;
}

std::uint64_t Memory::bytes() const {
  return pools_.bytes() + object_bytes_ + saved_.capacity() * 4 + undo_log_.capacity() * sizeof(Entry) +
         places_.capacity() * (sizeof(Object*) + sizeof(Names::Name)) + state_.capacity() * 4 + keyed_.bytes();
}

}  // namespace waymark::java
