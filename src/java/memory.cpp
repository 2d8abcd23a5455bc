#include "java/memory.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <utility>

#include "base/check.hpp"
#include "model/part_tree.hpp"

namespace waymark::java {

namespace {

constexpr Word written_since = ~Word{0};
constexpr std::uint32_t pc_bits = 20;
constexpr std::size_t largest_spare = 64;

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9E3779B97F4A7C15u ^ (b + 0x632BE59BD9B4E019u);
  x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
  x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
  return x ^ x >> 32;
}

std::uint32_t data_words(const Class& klass, std::uint32_t length) {
  if (!klass.is_array()) return klass.instance_words;
  return static_cast<std::uint32_t>(((std::uint64_t{length} << element_shift(klass.element_kind)) + 3) / 4);
}

}  // namespace

Memory::Memory() { spare_.resize(largest_spare + 1); }

Memory::~Memory() {
  forget_journal();
  for (Object* object : places_) {
    if (object != nullptr) ::operator delete(object);
  }
  for (const auto& list : spare_) {
    for (Object* object : list) ::operator delete(object);
  }
}

// --- objects ---

Object* Memory::make(Class& klass, std::uint32_t length, Ref place) {
  const std::uint32_t words = data_words(klass, length);
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

void Memory::take_number(Ref ref, bool taken) {
  const Name& name = names_[ref];
  Group& group = groups_[name.group];
  const std::uint64_t bit = std::uint64_t{1} << name.number % 64;
  const std::uint32_t row = name.number / 64;
  if (taken) {
    group.taken[row] |= bit;
  } else {
    group.taken[row] &= ~bit;
    group.low = std::min(group.low, row);
  }
}

Object* Memory::allocate(std::uint32_t thread, std::uint32_t site, std::uint64_t site_hash, Class& klass,
                         std::uint32_t length) {
  if (symmetry_ == Symmetry::none) {
    thread = 0;
    site = 0;
    site_hash = 0;
  }
  const std::uint64_t key = std::uint64_t{thread} << 40 | site;
  auto [known, fresh] = group_of_.try_emplace(key, static_cast<std::uint32_t>(groups_.size()));
  if (fresh) {
    Group& added = groups_.emplace_back();
    added.hash = mix(mix(site_hash, thread), frozen_ ? 1 : 2);
  }
  const std::uint32_t index = known->second;
  Group& group = groups_[index];
  while (group.low < group.taken.size() && group.taken[group.low] == ~std::uint64_t{0}) ++group.low;
  if (group.low == group.taken.size()) group.taken.push_back(0);
  std::uint32_t bit = 0;
  while ((group.taken[group.low] >> bit & 1) != 0) ++bit;
  const std::uint32_t number = group.low * 64 + bit;
  while (group.places.size() <= number) {
    const auto added = static_cast<Ref>(places_.size());
    const auto next = static_cast<std::uint32_t>(group.places.size());
    group.places.push_back(added);
    places_.push_back(nullptr);
    names_.push_back({mix(group.hash, next), index, next, 0});
  }
  const Ref ref = group.places[number];
  take_number(ref, true);
  Object* object = make(klass, length, ref);
  if (names_[ref].entity == 0 && frozen_) names_[ref].entity = new_entity(Entity::Is::object, ref);
  object->entity = names_[ref].entity;
  object->epoch = epoch_;
  object->live = static_cast<std::uint32_t>(live_.size());
  places_[ref] = object;
  live_.push_back(ref);
  if (frozen_) {
    journal_.push_back({Undo::born, object, saved_.size()});
    list(*object);
  }
  return object;
}

Object* Memory::allocate_immortal(std::uint64_t name, Class& klass, std::uint32_t length) {
  const auto [known, fresh] = immortal_of_.try_emplace(name, static_cast<Ref>(places_.size()));
  CHECK(fresh);
  const Ref ref = known->second;
  Object* object = make(klass, length, ref);
  object->immortal = true;
  object->escaped = true;
  places_.push_back(object);
  names_.push_back({mix(name, 3), 0, 0, 0});
  object->epoch = frozen_ ? 0 : epoch_;
  return object;
}

std::uint32_t Memory::new_entity(Entity::Is is, std::uint32_t index) {
  entities_.push_back({is, index});
  state_.push_back(0);
  return static_cast<std::uint32_t>(entities_.size() - 1);
}

void Memory::put_hash(const model::Fingerprint& hash) {
  put(static_cast<Word>(hash.low));
  put(static_cast<Word>(hash.low >> 32));
  put(static_cast<Word>(hash.high));
  put(static_cast<Word>(hash.high >> 32));
}

model::Fingerprint Memory::take_hash() {
  model::Fingerprint hash;
  hash.high = std::uint64_t{take()} << 32;
  hash.high |= take();
  hash.low = std::uint64_t{take()} << 32;
  hash.low |= take();
  return hash;
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

void Memory::unhash(Object& object) {
  if (object.hashed) sum_ -= object.hash;
  object.hashed = false;
}

void Memory::unhash_frame(Frame& frame) {
  if (frame.hashed) sum_ -= frame.hash;
  frame.hashed = false;
}

void Memory::unhash_record(Thread& thread) {
  if (thread.hashed) sum_ -= thread.hash;
  thread.hashed = false;
}

void Memory::touch_first(Object& object) {
  object.epoch = epoch_;
  if (!frozen_) return;
  if (object.entity == 0) {
    Name& name = names_[object.place];
    if (name.entity == 0) {
      name.entity = new_entity(Entity::Is::object, object.place);
      roots_.push_back(name.entity);
      Base& base = bases_[object.place];
      base.data.assign(object.data(), object.data() + object.words);
      base.monitor = object.monitor;
    }
    object.entity = name.entity;
  }
  const std::uint64_t begin = saved_.size();
  saved_.insert(saved_.end(), object.data(), object.data() + object.words);
  put(object.monitor);
  if (object.hashed) put_hash(object.hash);
  put((object.escaped ? 1u : 0u) | (object.frozen ? 2u : 0u) | (object.hashed ? 4u : 0u) | (object.listed ? 8u : 0u));
  put(state_[object.entity]);
  journal_.push_back({Undo::object, &object, begin});
  unhash(object);
  list(object);
}

void Memory::touch_first(Class& klass) {
  klass.epoch = epoch_;
  if (!frozen_) return;
  if (klass.entity == 0) {
    klass.entity = new_entity(Entity::Is::klass, klass.id);
    roots_.push_back(klass.entity);
  }
  const std::uint64_t begin = saved_.size();
  saved_.insert(saved_.end(), klass.statics.begin(), klass.statics.end());
  put(static_cast<Word>(klass.init));
  put(klass.init_thread);
  put(class_listed_[klass.id]);
  if (class_hashed_[klass.id] != 0) put_hash(class_hash_[klass.id]);
  put(class_hashed_[klass.id]);
  put(state_[klass.entity]);
  journal_.push_back({Undo::klass, &klass, begin});
  if (class_hashed_[klass.id] != 0) sum_ -= class_hash_[klass.id];
  class_hashed_[klass.id] = 0;
  list_class(klass.id);
}

void Memory::escape(Ref ref) {
  if (ref == 0 || places_[ref]->escaped) return;
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

// --- classes ---

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

// --- threads ---

Thread& Memory::start_thread(Ref object) {
  std::uint32_t number = 0;
  while (number < threads_.size() && threads_[number]->status != Status::none) ++number;
  if (number == threads_.size()) {
    Thread& added = *threads_.emplace_back(std::make_unique<Thread>());
    added.number = number;
    added.entity = new_entity(Entity::Is::thread, number);
    added.words.resize(256);
  }
  Thread& thread = *threads_[number];
  thread.status = Status::running;
  thread.object = object;
  thread.waits_on = 0;
  thread.entries = 0;
  thread.flags = 0;
  thread.frames.clear();
  thread.clean = 0;
  thread.epoch = epoch_;
  thread.record_part = 0;
  thread.pending = {};
  ++living_;
  journal_.push_back({Undo::started, &thread, saved_.size()});
  list(thread);
  return thread;
}

void Memory::end_thread(Thread& thread) {
  touch(thread);
  while (!thread.frames.empty()) pop_frame(thread);
  unhash_record(thread);
  thread.status = Status::none;
  thread.object = 0;
  thread.waits_on = 0;
  thread.entries = 0;
  thread.flags = 0;
  thread.pending = {};
  --living_;
}

Frame& Memory::push_frame(Thread& thread, Method& method, std::uint32_t base) {
  const std::size_t need = std::size_t{base} + method.max_locals + method.max_stack + 4;
  if (thread.words.size() < need) thread.words.resize(need * 2);
  Word* const locals = thread.words.data() + base;
  for (std::uint32_t i = method.argument_words; i < method.max_locals; ++i) locals[i] = 0;
  Frame& frame = thread.frames.emplace_back();
  frame.method = &method;
  frame.base = base;
  return frame;
}

void Memory::pop_frame(Thread& thread) {
  unhash_frame(thread.frames.back());
  thread.frames.pop_back();
  const auto size = static_cast<std::uint32_t>(thread.frames.size());
  if (size != 0 && size - 1 < thread.clean) {
    save_frame(thread, size - 1);
    thread.clean = size - 1;
  }
}

void Memory::touch_first(Thread& thread) {
  thread.epoch = epoch_;
  thread.clean = static_cast<std::uint32_t>(thread.frames.size());
  const std::uint64_t begin = saved_.size();
  put(static_cast<Word>(thread.status));
  put(thread.object);
  put(thread.waits_on);
  put(thread.entries);
  put(thread.flags);
  put(thread.record_part);
  put(thread.listed ? 1 : 0);
  if (thread.hashed) put_hash(thread.hash);
  put(thread.hashed ? 1 : 0);
  put(state_[thread.entity]);
  journal_.push_back({Undo::thread, &thread, begin});
  unhash_record(thread);
  thread.record_part = 0;
  list(thread);
  if (thread.clean != 0) {
    save_frame(thread, thread.clean - 1);
    --thread.clean;
  }
}

void Memory::save_frame(Thread& thread, std::uint32_t index) {
  Frame& frame = thread.frames[index];
  const std::uint64_t begin = saved_.size();
  const Word* const words = thread.words.data() + frame.base;
  const std::uint32_t count = frame.method->max_locals + frame.depth;
  saved_.insert(saved_.end(), words, words + count);
  if (frame.hashed) put_hash(frame.hash);
  put(frame.hashed ? 1 : 0);
  put(frame.part);
  put(frame.chain);
  put(frame.lock);
  put(frame.flags);
  put(frame.depth);
  put(frame.pc);
  put(frame.base);
  put(frame.method->id);
  put(index);
  journal_.push_back({Undo::frame, &thread, begin});
  unhash_frame(frame);
  frame.part = 0;
  frame.chain = 0;
}

void Memory::undo_frame(Thread& thread) {
  const std::uint32_t index = take();
  for (std::size_t i = index; i < thread.frames.size(); ++i) unhash_frame(thread.frames[i]);
  thread.frames.resize(index);
  Frame& frame = thread.frames.emplace_back();
  frame.method = methods[take()];
  frame.base = take();
  frame.pc = take();
  frame.depth = take();
  frame.flags = take();
  frame.lock = take();
  frame.chain = take();
  frame.part = take();
  frame.hashed = take() != 0;
  if (frame.hashed) {
    frame.hash = take_hash();
    if (hashing_) {
      sum_ += frame.hash;
    } else {
      frame.hashed = false;
    }
  }
  const std::uint32_t count = frame.method->max_locals + frame.depth;
  const std::size_t need = std::size_t{frame.base} + frame.method->max_locals + frame.method->max_stack + 4;
  if (thread.words.size() < need) thread.words.resize(need * 2);
  std::copy(saved_.end() - count, saved_.end(), thread.words.begin() + frame.base);
  saved_.resize(saved_.size() - count);
}

// --- undoing ---

model::Mark Memory::mark() {
  ++epoch_;
  return journal_.size();
}

void Memory::rewind(model::Mark mark) {
  ++epoch_;
  while (journal_.size() > mark) undo_one();
}

void Memory::undo_one() {
  const Entry entry = journal_.back();
  journal_.pop_back();
  switch (entry.undo) {
    case Undo::born:
      return undo_born(*static_cast<Object*>(entry.what));
    case Undo::died:
      return undo_died(*static_cast<Object*>(entry.what));
    case Undo::object:
      return undo_object(*static_cast<Object*>(entry.what));
    case Undo::klass:
      return undo_class(*static_cast<Class*>(entry.what));
    case Undo::thread:
      return undo_thread(*static_cast<Thread*>(entry.what));
    case Undo::frame:
      return undo_frame(*static_cast<Thread*>(entry.what));
    case Undo::started: {
      Thread& thread = *static_cast<Thread*>(entry.what);
      clear_thread(thread);
      thread.listed = false;
      state_[thread.entity] = 0;
      break;
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
  take_number(object.place, true);
  object.live = static_cast<std::uint32_t>(live_.size());
  live_.push_back(object.place);
}

void Memory::undo_born(Object& object) {
  unhash(object);
  state_[object.entity] = 0;
  take_number(object.place, false);
  leave_live(object);
  places_[object.place] = nullptr;
  release(&object);
}

void Memory::undo_died(Object& object) {
  state_[object.entity] = take();
  const bool listed = take() != 0;
  const bool hashed = take() != 0;
  enter_live(object);
  object.listed = false;
  object.listed_hash = false;
  object.hashed = hashed && hashing_;
  if (object.hashed) sum_ += object.hash;
  relist(object, listed);
}

// After an undo: it waits to be packed if it did so then, and to be hashed if it has no hash.
void Memory::relist(Object& object, bool listed) {
  if (listed && !object.listed) dirty_.push_back(object.entity);
  object.listed = listed;
  if (!hashing_ || object.hashed || object.listed_hash) return;
  object.listed_hash = true;
  dirty_hash_.push_back(object.entity);
}

void Memory::undo_object(Object& object) {
  unhash(object);
  state_[object.entity] = take();
  const Word flags = take();
  object.escaped = (flags & 1) != 0;
  object.frozen = (flags & 2) != 0;
  if ((flags & 4) != 0) {
    object.hash = take_hash();
    object.hashed = hashing_;
    if (hashing_) sum_ += object.hash;
  }
  object.monitor = take();
  std::copy(saved_.end() - object.words, saved_.end(), object.data());
  saved_.resize(saved_.size() - object.words);
  relist(object, (flags & 8) != 0);
}

void Memory::undo_class(Class& klass) {
  if (class_hashed_[klass.id] != 0) sum_ -= class_hash_[klass.id];
  class_hashed_[klass.id] = 0;
  state_[klass.entity] = take();
  if (take() != 0) {
    class_hash_[klass.id] = take_hash();
    if (hashing_) {
      class_hashed_[klass.id] = 1;
      sum_ += class_hash_[klass.id];
    }
  }
  const bool listed = take() != 0;
  const std::uint32_t init_thread = take();
  set_init(klass, static_cast<Class::Init>(take()), init_thread);
  std::copy(saved_.end() - static_cast<std::ptrdiff_t>(klass.statics.size()), saved_.end(), klass.statics.begin());
  saved_.resize(saved_.size() - klass.statics.size());
  if (listed && class_listed_[klass.id] == 0) dirty_.push_back(klass.entity);
  class_listed_[klass.id] = listed ? 1 : 0;
  if (!hashing_ || class_hashed_[klass.id] != 0 || class_listed_hash_[klass.id] != 0) return;
  class_listed_hash_[klass.id] = 1;
  dirty_hash_.push_back(klass.entity);
}

void Memory::undo_thread(Thread& thread) {
  unhash_record(thread);
  state_[thread.entity] = take();
  const bool was_living = thread.status != Status::none;
  if (take() != 0) {
    thread.hash = take_hash();
    thread.hashed = hashing_;
    if (hashing_) sum_ += thread.hash;
  }
  const bool listed = take() != 0;
  thread.record_part = take();
  thread.flags = take();
  thread.entries = take();
  thread.waits_on = take();
  thread.object = take();
  thread.status = static_cast<Status>(take());
  thread.pending = {};
  const bool lives = thread.status != Status::none;
  living_ += (lives ? 1u : 0u) - (was_living ? 1u : 0u);
  if (listed && !thread.listed) dirty_.push_back(thread.entity);
  thread.listed = listed;
  if (!hashing_ || thread.listed_hash) return;
  thread.listed_hash = true;
  dirty_hash_.push_back(thread.entity);
}

void Memory::clear_thread(Thread& thread) {
  for (Frame& frame : thread.frames) unhash_frame(frame);
  unhash_record(thread);
  thread.frames.clear();
  if (thread.status != Status::none) --living_;
  thread.status = Status::none;
  thread.object = 0;
  thread.waits_on = 0;
  thread.entries = 0;
  thread.flags = 0;
  thread.record_part = 0;
  thread.pending = {};
}

void Memory::forget_journal() {
  for (const Entry& entry : journal_) {
    if (entry.undo == Undo::died) release(static_cast<Object*>(entry.what));
  }
  journal_.clear();
  saved_.clear();
  ++epoch_;
}

// --- garbage ---

void Memory::kill(Ref ref) {
  Object& object = *places_[ref];
  put(object.hashed ? 1 : 0);
  put(object.listed ? 1 : 0);
  put(state_[object.entity]);
  journal_.push_back({Undo::died, &object, saved_.size()});
  unhash(object);
  state_[object.entity] = 0;
  take_number(ref, false);
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

// --- the start ---

void Memory::freeze() {
  CHECK(!frozen_);
  forget_journal();
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
  group_of_.clear();
  groups_.assign(1, {});
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

// --- packing ---

std::uint32_t Memory::part(std::span<const Word> words) {
  const std::uint32_t number = pools_.part(words);
  if (number >= model::Pools::none - 1) throw model::PoolsFull();
  return number + 1;
}

Word Memory::pack_object(const Object& object) {
  if (object.immortal && is_base(object)) return 0;
  scratch_.clear();
  scratch_.push_back(object.klass->id);
  scratch_.push_back(object.monitor | (object.escaped ? 1u << 30 : 0) | (object.frozen ? 1u << 31 : 0));
  if (object.klass->is_array()) scratch_.push_back(object.length);
  scratch_.insert(scratch_.end(), object.data(), object.data() + object.words);
  return part(scratch_);
}

Word Memory::pack_class(const Class& klass) {
  if (is_base(klass)) return 0;
  scratch_.clear();
  scratch_.push_back(static_cast<Word>(klass.init) | klass.init_thread << 8);
  scratch_.insert(scratch_.end(), klass.statics.begin(), klass.statics.end());
  return part(scratch_);
}

Word Memory::pack_thread(Thread& thread) {
  if (thread.status == Status::none) return 0;
  std::uint32_t chain = 0;
  std::size_t i = thread.frames.size();
  while (i > 0 && thread.frames[i - 1].chain == 0) --i;
  if (i > 0) chain = thread.frames[i - 1].chain;
  for (; i < thread.frames.size(); ++i) {
    Frame& frame = thread.frames[i];
    if (frame.part == 0) {
      scratch_.clear();
      scratch_.push_back(frame.method->id);
      scratch_.push_back(frame.pc | frame.flags << pc_bits);
      scratch_.push_back(frame.lock);
      const Word* const words = thread.words.data() + frame.base;
      scratch_.insert(scratch_.end(), words, words + frame.method->max_locals + frame.depth);
      frame.part = part(scratch_);
    }
    const std::uint32_t pair = pools_.pair(frame.part, chain);
    if (pair >= model::Pools::none - 1) throw model::PoolsFull();
    frame.chain = pair + 1;
    chain = frame.chain;
  }
  if (thread.record_part == 0) {
    const std::array<Word, 5> record{static_cast<Word>(thread.status) | thread.flags << 8, thread.object,
                                     thread.waits_on, thread.entries, static_cast<Word>(thread.frames.size())};
    thread.record_part = part(record);
  }
  const std::uint32_t pair = pools_.pair(thread.record_part, chain);
  if (pair >= model::Pools::none - 1) throw model::PoolsFull();
  return pair + 1;
}

model::Packed Memory::pack() {
  for (const std::uint32_t e : dirty_) {
    const Entity& entity = entities_[e];
    switch (entity.is) {
      case Entity::Is::object: {
        Object* object = places_[entity.index];
        if (object == nullptr || !object->listed) break;
        object->listed = false;
        state_[e] = pack_object(*object);
        break;
      }
      case Entity::Is::klass:
        if (class_listed_[entity.index] == 0) break;
        class_listed_[entity.index] = 0;
        state_[e] = pack_class(*classes[entity.index]);
        break;
      case Entity::Is::thread: {
        Thread& thread = *threads_[entity.index];
        if (!thread.listed) break;
        thread.listed = false;
        state_[e] = pack_thread(thread);
        break;
      }
    }
  }
  dirty_.clear();
  std::size_t size = state_.size();
  while (size > 1 && state_[size - 1] == 0) --size;
  // Few different lengths: the tree store keeps one state of each.
  std::size_t padded = 8;
  while (padded < size) padded *= 2;
  packed_.assign(padded, 0);
  std::copy(state_.begin(), state_.begin() + static_cast<std::ptrdiff_t>(size), packed_.begin());
  cuts_.clear();
  for (std::size_t i = 8; i <= padded; i += 8) cuts_.push_back(static_cast<std::uint32_t>(i));
  return {packed_, cuts_};
}

void Memory::unpack(std::span<const Word> words) {
  forget_journal();
  for (const std::uint32_t e : dirty_) {
    const Entity& entity = entities_[e];
    bool was_listed = false;
    if (entity.is == Entity::Is::object) {
      Object* object = places_[entity.index];
      if (object != nullptr) was_listed = std::exchange(object->listed, false);
    } else if (entity.is == Entity::Is::klass) {
      was_listed = std::exchange(class_listed_[entity.index], std::uint8_t{0}) != 0;
    } else {
      was_listed = std::exchange(threads_[entity.index]->listed, false);
    }
    if (was_listed) state_[e] = written_since;
  }
  dirty_.clear();
  const std::size_t all = entities_.size();
  for (std::size_t e = 1; e < all; ++e) {
    const Word target = e < words.size() ? words[e] : 0;
    if (state_[e] != target) restore(static_cast<std::uint32_t>(e), target);
  }
}

void Memory::restore(std::uint32_t e, Word value) {
  const Entity& entity = entities_[e];
  switch (entity.is) {
    case Entity::Is::object:
      restore_object(entity.index, value);
      break;
    case Entity::Is::klass:
      restore_class(*classes[entity.index], value);
      break;
    case Entity::Is::thread:
      restore_thread(*threads_[entity.index], value);
      break;
  }
  state_[e] = value;
}

void Memory::restore_object(Ref ref, Word value) {
  Object* object = places_[ref];
  if (value == 0) {
    if (object == nullptr) return;
    unhash(*object);
    if (object->immortal) {
      const Base& base = bases_[ref];
      std::copy(base.data.begin(), base.data.end(), object->data());
      object->monitor = base.monitor;
      if (hashing_) relist(*object, false);
      return;
    }
    take_number(ref, false);
    leave_live(*object);
    places_[ref] = nullptr;
    release(object);
    return;
  }
  const std::span<const Word> words = pools_.part_at(value - 1);
  Class& klass = *classes[words[0]];
  const std::size_t at = klass.is_array() ? 3 : 2;
  const std::uint32_t length = klass.is_array() ? words[2] : 0;
  if (object != nullptr && (object->klass != &klass || object->length != length)) {
    unhash(*object);
    take_number(ref, false);
    leave_live(*object);
    places_[ref] = nullptr;
    release(object);
    object = nullptr;
  }
  if (object == nullptr) {
    object = make(klass, length, ref);
    object->entity = names_[ref].entity;
    enter_live(*object);
  }
  unhash(*object);
  object->monitor = words[1] & 0x3FFFFFFF;
  object->escaped = (words[1] >> 30 & 1) != 0;
  object->frozen = words[1] >> 31 != 0;
  std::copy(words.begin() + static_cast<std::ptrdiff_t>(at), words.end(), object->data());
  relist(*object, false);
}

void Memory::restore_class(Class& klass, Word value) {
  if (class_hashed_[klass.id] != 0) sum_ -= class_hash_[klass.id];
  class_hashed_[klass.id] = 0;
  if (hashing_ && class_listed_hash_[klass.id] == 0) {
    class_listed_hash_[klass.id] = 1;
    dirty_hash_.push_back(klass.entity);
  }
  if (value == 0) {
    const ClassBase& base = class_bases_[klass.id];
    set_init(klass, base.init, 0);
    klass.statics = base.statics;
    klass.statics.resize(klass.static_words, 0);
    return;
  }
  const std::span<const Word> words = pools_.part_at(value - 1);
  set_init(klass, static_cast<Class::Init>(words[0] & 0xFF), words[0] >> 8);
  std::copy(words.begin() + 1, words.end(), klass.statics.begin());
}

void Memory::restore_thread(Thread& thread, Word value) {
  if (value == 0) {
    clear_thread(thread);
    return;
  }
  const model::Pair both = pools_.pair_at(value - 1);
  const std::span<const Word> record = pools_.part_at(both.left - 1);
  unhash_record(thread);
  if (thread.status == Status::none) ++living_;
  thread.status = static_cast<Status>(record[0] & 0xFF);
  thread.flags = record[0] >> 8;
  thread.object = record[1];
  thread.waits_on = record[2];
  thread.entries = record[3];
  thread.record_part = both.left;
  thread.pending = {};
  std::size_t index = record[4];
  std::uint32_t chain = both.right;
  frame_scratch_.clear();
  while (index > 0 && (index > thread.frames.size() || thread.frames[index - 1].chain != chain)) {
    frame_scratch_.push_back(chain);
    chain = pools_.pair_at(chain - 1).right;
    --index;
  }
  for (std::size_t i = index; i < thread.frames.size(); ++i) unhash_frame(thread.frames[i]);
  thread.frames.resize(index);
  std::uint32_t base = 0;
  if (index > 0) {
    const Frame& below = thread.frames[index - 1];
    base = below.base + below.method->max_locals + below.depth;
  }
  while (!frame_scratch_.empty()) {
    const std::uint32_t number = frame_scratch_.back();
    frame_scratch_.pop_back();
    const model::Pair pair = pools_.pair_at(number - 1);
    const std::span<const Word> words = pools_.part_at(pair.left - 1);
    Frame& frame = thread.frames.emplace_back();
    frame.method = methods[words[0]];
    frame.pc = words[1] & ((1u << pc_bits) - 1);
    frame.flags = words[1] >> pc_bits;
    frame.lock = words[2];
    frame.base = base;
    frame.depth = static_cast<std::uint32_t>(words.size()) - 3 - frame.method->max_locals;
    frame.part = pair.left;
    frame.chain = number;
    const std::size_t need = std::size_t{base} + frame.method->max_locals + frame.method->max_stack + 4;
    if (thread.words.size() < need) thread.words.resize(need * 2);
    std::copy(words.begin() + 3, words.end(), thread.words.begin() + base);
    base += frame.method->max_locals + frame.depth;
  }
  if (!hashing_ || thread.listed_hash) return;
  thread.listed_hash = true;
  dirty_hash_.push_back(thread.entity);
}

// --- fingerprints ---

model::Fingerprint Memory::hash_words(std::uint64_t name) {
  return key_.hash(name, {reinterpret_cast<const std::uint8_t*>(hash_scratch_.data()), hash_scratch_.size() * 8});
}

void Memory::hash_object(Object& object) {
  if (object.hashed) return;
  object.hash = {};
  object.hashed = true;
  if (object.immortal && is_base(object)) return;
  auto& out = hash_scratch_;
  out.clear();
  out.push_back(object.klass->name_hash);
  out.push_back(object.monitor | (object.escaped ? 1u << 30 : 0) | (object.frozen ? 1u << 31 : 0));
  out.push_back(object.length);
  if (object.klass->is_array() && object.klass->element_kind == Kind::ref) {
    for (std::uint32_t i = 0; i < object.length; ++i) out.push_back(ref_hash(object.data()[i]));
  } else {
    for (std::uint32_t i = 0; i < object.words; ++i) out.push_back(object.data()[i]);
    if (object.klass->holds_methods) {
      for (std::uint32_t i = 0; i < object.words; i += 2) out[3 + i] = methods[object.data()[i]]->name_hash;
    }
    if (!object.klass->is_array()) {
      for (const std::uint32_t offset : object.klass->ref_offsets) out[3 + offset] = ref_hash(object.data()[offset]);
    }
  }
  object.hash = hash_words(names_[object.place].hash);
  sum_ += object.hash;
}

bool Memory::is_base(const Object& object) {
  const Base& base = bases_[object.place];
  return object.monitor == base.monitor && std::equal(base.data.begin(), base.data.end(), object.data());
}

bool Memory::is_base(const Class& klass) const {
  const ClassBase& base = class_bases_[klass.id];
  if (klass.init != base.init || klass.init_thread != 0) return false;
  if (base.statics == klass.statics) return true;
  return base.statics.empty() && std::all_of(klass.statics.begin(), klass.statics.end(), [](Word w) { return w == 0; });
}

void Memory::hash_class(const Class& klass) {
  if (class_hashed_[klass.id] != 0) return;
  class_hashed_[klass.id] = 1;
  class_hash_[klass.id] = {};
  if (is_base(klass)) return;
  auto& out = hash_scratch_;
  out.clear();
  out.push_back(static_cast<Word>(klass.init) | klass.init_thread << 8);
  for (const Word word : klass.statics) out.push_back(word);
  for (const std::uint32_t offset : klass.static_refs) out[1 + offset] = ref_hash(klass.statics[offset]);
  class_hash_[klass.id] = hash_words(mix(klass.name_hash, 5));
  sum_ += class_hash_[klass.id];
}

void Memory::hash_thread(Thread& thread) {
  if (thread.status == Status::none) return;
  auto& out = hash_scratch_;
  for (std::size_t i = thread.frames.size(); i-- > 0;) {
    Frame& frame = thread.frames[i];
    if (frame.hashed) break;
    const Method& method = *frame.method;
    out.clear();
    out.push_back(method.name_hash);
    out.push_back(frame.pc | frame.flags << pc_bits);
    out.push_back(ref_hash(frame.lock));
    const std::uint64_t* const row = &method.refs[std::size_t{frame.pc} * method.stride];
    const Word* const words = thread.words.data() + frame.base;
    for (std::uint32_t w = 0; w < method.max_locals + frame.depth; ++w) {
      out.push_back((row[w / 64] >> w % 64 & 1) != 0 ? ref_hash(words[w]) : words[w]);
    }
    frame.hash = hash_words(mix(thread.number, i + 100));
    frame.hashed = true;
    sum_ += frame.hash;
  }
  if (thread.hashed) return;
  out.clear();
  out.push_back(static_cast<Word>(thread.status) | thread.flags << 8);
  out.push_back(ref_hash(thread.object));
  out.push_back(ref_hash(thread.waits_on));
  out.push_back(thread.entries);
  out.push_back(thread.frames.size());
  thread.hash = hash_words(mix(thread.number, 7));
  thread.hashed = true;
  sum_ += thread.hash;
}

model::Fingerprint Memory::fingerprint() {
  if (!hashing_) {
    hashing_ = true;
    sum_ = {};
    dirty_hash_.clear();
    for (std::size_t e = 1; e < entities_.size(); ++e) {
      const Entity& entity = entities_[e];
      if (entity.is == Entity::Is::object && places_[entity.index] != nullptr) places_[entity.index]->hashed = false;
      if (entity.is == Entity::Is::klass) class_hashed_[entity.index] = 0;
      if (entity.is == Entity::Is::thread) {
        threads_[entity.index]->hashed = false;
        for (Frame& frame : threads_[entity.index]->frames) frame.hashed = false;
      }
      dirty_hash_.push_back(static_cast<std::uint32_t>(e));
    }
  }
  for (const std::uint32_t e : dirty_hash_) {
    const Entity& entity = entities_[e];
    if (entity.is == Entity::Is::object) {
      Object* object = places_[entity.index];
      if (object == nullptr) continue;
      object->listed_hash = false;
      hash_object(*object);
    } else if (entity.is == Entity::Is::klass) {
      class_listed_hash_[entity.index] = 0;
      hash_class(*classes[entity.index]);
    } else {
      threads_[entity.index]->listed_hash = false;
      hash_thread(*threads_[entity.index]);
    }
  }
  dirty_hash_.clear();
  return sum_;
}

std::uint64_t Memory::bytes() const {
  return pools_.bytes() + object_bytes_ + saved_.capacity() * 4 + journal_.capacity() * sizeof(Entry) +
         places_.capacity() * (sizeof(Object*) + sizeof(Name)) + state_.capacity() * 4;
}

}  // namespace waymark::java
