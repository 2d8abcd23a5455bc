#include "java/memory/heap.hpp"

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

std::uint64_t Heap::data_words(const Class& klass, std::uint32_t length) {
  if (!klass.is_array()) return klass.instance_words;
  return ((std::uint64_t{length} << element_shift(klass.element_kind)) + 3) / 4 + 1;
}

Heap::Heap() { spare_.resize(largest_spare + 1); }

Heap::~Heap() {
  for (Object* object : places_) {
    if (object != nullptr) ::operator delete(object);
  }
  for (const auto& list : spare_) {
    for (Object* object : list) ::operator delete(object);
  }
}

Object* Heap::make(Class& klass, std::uint32_t length, Ref place) {
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

void Heap::release(Object* object) {
  if (object->words <= largest_spare) {
    spare_[object->words].push_back(object);
  } else {
    object_bytes_ -= sizeof(Object) + std::size_t{object->words} * 4;
    ::operator delete(object);
  }
}

// No longer there, and nothing can bring it back.
void Heap::discard(Object& object) {
  unhash(object);
  names_.mark(object.place, false);
  leave_live(object);
  places_[object.place] = nullptr;
  release(&object);
}

std::uint32_t Heap::new_entity(Entity::Is is, std::uint32_t index) {
  entities_.push_back({is, index});
  state_.push_back(0);
  return static_cast<std::uint32_t>(entities_.size() - 1);
}

void Heap::list(Object& object) {
  if (!object.listed) {
    object.listed = true;
    dirty_.push_back(object.entity);
  }
  if (hashing_ && !object.listed_hash) {
    object.listed_hash = true;
    dirty_hash_.push_back(object.entity);
  }
}

void Heap::list(Thread& thread) {
  if (!thread.listed) {
    thread.listed = true;
    dirty_.push_back(thread.entity);
  }
  if (hashing_ && !thread.listed_hash) {
    thread.listed_hash = true;
    dirty_hash_.push_back(thread.entity);
  }
}

void Heap::list_class(std::uint32_t id) {
  if (class_listed_[id] == 0) {
    class_listed_[id] = 1;
    dirty_.push_back(classes[id]->entity);
  }
  if (hashing_ && class_listed_hash_[id] == 0) {
    class_listed_hash_[id] = 1;
    dirty_hash_.push_back(classes[id]->entity);
  }
}

void Heap::leave_live(const Object& object) {
  const Ref last = live_.back();
  live_[object.live] = last;
  if (places_[last] != nullptr) places_[last]->live = object.live;
  live_.pop_back();
}

void Heap::enter_live(Object& object) {
  places_[object.place] = &object;
  names_.mark(object.place, true);
  object.live = static_cast<std::uint32_t>(live_.size());
  live_.push_back(object.place);
}

void Heap::add(Class& klass) {
  klass.id = static_cast<std::uint32_t>(classes.size());
  classes.push_back(&klass);
  class_listed_.push_back(0);
  class_listed_hash_.push_back(0);
  class_hashed_.push_back(0);
  class_hash_.push_back({});
  class_bases_.push_back({});
}

void Heap::always_initialized(Class& klass) {
  klass.init = Class::Init::yes;
  class_bases_[klass.id] = {Class::Init::yes, klass.statics};
}

// What another thread will do next depends on which classes are initialised, so it has to be looked up again.
void Heap::set_init(Class& klass, Class::Init state, std::uint32_t thread) {
  if (klass.init == state && klass.init_thread == thread) return;
  klass.init = state;
  klass.init_thread = thread;
  for (const auto& it : threads_) it->pending = {};
}

// After an undo: it waits to be packed if it did so then, and to be hashed if it has no hash.
void Heap::relist(Object& object, bool listed) {
  if (listed && !object.listed) dirty_.push_back(object.entity);
  object.listed = listed;
  if (!hashing_ || object.hashed || object.listed_hash) return;
  object.listed_hash = true;
  dirty_hash_.push_back(object.entity);
}

bool Heap::is_base(const Object& object) {
  const Base& base = bases_[object.place];
  return object.monitor == base.monitor && std::equal(base.data.begin(), base.data.end(), object.data());
}

bool Heap::is_base(const Class& klass) const {
  const ClassBase& base = class_bases_[klass.id];
  if (klass.init != base.init || klass.init_thread != 0) return false;
  if (base.statics == klass.statics) return true;
  return base.statics.empty() && std::all_of(klass.statics.begin(), klass.statics.end(), [](Word w) { return w == 0; });
}

}  // namespace waymark::java
