// The undo log: what is about to change is noted first, and rewinding takes the notes back, the last one first.
#include <algorithm>

#include "base/check.hpp"
#include "java/memory/undo_log.hpp"

namespace waymark::java {

void UndoLog::put_hash(const model::Fingerprint& hash) {
  put(static_cast<Word>(hash.low));
  put(static_cast<Word>(hash.low >> 32));
  put(static_cast<Word>(hash.high));
  put(static_cast<Word>(hash.high >> 32));
}

model::Fingerprint UndoLog::take_hash() {
  model::Fingerprint hash;
  hash.high = std::uint64_t{take()} << 32;
  hash.high |= take();
  hash.low = std::uint64_t{take()} << 32;
  hash.low |= take();
  return hash;
}

void UndoLog::touch_first(Object& object) {
  // What is saved may have to move when it grows.
  if (object.words >= many_words) poll_room(2 * (saved_.size() + object.words));
  object.epoch = epoch_;
  if (!frozen_) return;
  if (object.entity == 0) {
    Names::Name& name = names_[object.place];
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
  put((object.hashed ? 1u : 0u) | (object.listed ? 2u : 0u) | object.marks() << 2);
  put(state_[object.entity]);
  undo_log_.push_back({Undo::object, &object, begin});
  unhash(object);
  list(object);
}

void UndoLog::touch_first(Class& klass) {
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
  undo_log_.push_back({Undo::klass, &klass, begin});
  if (class_hashed_[klass.id] != 0) sum_ -= class_hash_[klass.id];
  class_hashed_[klass.id] = 0;
  list_class(klass.id);
}

void UndoLog::touch_first(Thread& thread) {
  thread.epoch = epoch_;
  thread.clean = static_cast<std::uint32_t>(thread.frames.size());
  const std::uint64_t begin = saved_.size();
  put(static_cast<Word>(thread.status));
  put(thread.object);
  put(thread.waits_on);
  put(thread.entries);
  put(thread.flags);
  put(static_cast<Word>(thread.elapsed));
  put(static_cast<Word>(thread.elapsed >> 32));
  put(thread.record_part);
  put(thread.listed ? 1 : 0);
  if (thread.hashed) put_hash(thread.hash);
  put(thread.hashed ? 1 : 0);
  put(state_[thread.entity]);
  undo_log_.push_back({Undo::thread, &thread, begin});
  unhash_record(thread);
  thread.record_part = 0;
  list(thread);
  if (thread.clean != 0) {
    save_frame(thread, thread.clean - 1);
    --thread.clean;
  }
}

void UndoLog::save_frame(Thread& thread, std::uint32_t index) {
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
  undo_log_.push_back({Undo::frame, &thread, begin});
  unhash_frame(frame);
  frame.part = 0;
  frame.chain = 0;
}

void UndoLog::undo_frame(Thread& thread) {
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

model::Mark UndoLog::mark() {
  ++epoch_;
  return undo_log_.size();
}

void UndoLog::rewind(model::Mark mark) {
  ++epoch_;
  while (undo_log_.size() > mark) undo_one();
}

void UndoLog::undo_one() {
  const Entry entry = undo_log_.back();
  undo_log_.pop_back();
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

void UndoLog::undo_born(Object& object) {
  state_[object.entity] = 0;
  discard(object);
}

void UndoLog::undo_died(Object& object) {
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

void UndoLog::undo_object(Object& object) {
  unhash(object);
  state_[object.entity] = take();
  const Word flags = take();
  object.set_marks(flags >> 2);
  if ((flags & 1) != 0) {
    object.hash = take_hash();
    object.hashed = hashing_;
    if (hashing_) sum_ += object.hash;
  }
  object.monitor = take();
  std::copy(saved_.end() - object.words, saved_.end(), object.data());
  saved_.resize(saved_.size() - object.words);
  relist(object, (flags & 2) != 0);
}

void UndoLog::undo_class(Class& klass) {
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

void UndoLog::undo_thread(Thread& thread) {
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
  const Word high = take();
  thread.elapsed = take() | std::uint64_t{high} << 32;
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

void UndoLog::forget_undo_log() {
  for (const Entry& entry : undo_log_) {
    if (entry.undo == Undo::died) release(static_cast<Object*>(entry.what));
  }
  undo_log_.clear();
  saved_.clear();
  ++epoch_;
}

Object* UndoLog::allocate(const AllocationSite& site, Class& klass, std::uint32_t length) {
  poll_room(data_words(klass, length));
  const Ref ref = names_.take(site);
  places_.resize(names_.size(), nullptr);
  return bear(klass, length, ref);
}

std::uint64_t UndoLog::identity_of(Object& object) {
  if (!object.immortal && !object.pinned) {
    touch(object);
    object.pinned = true;
  }
  return names_[object.place].label;
}

Object* UndoLog::bear(Class& klass, std::uint32_t length, Ref ref) {
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

Object* UndoLog::allocate_immortal(Immortal name, Class& klass, std::uint32_t length) {
  poll_room(data_words(klass, length));
  const Ref ref = names_.add_immortal(std::move(name));
  Object* object = make(klass, length, ref);
  object->immortal = true;
  object->escaped = true;
  places_.push_back(object);
  object->epoch = frozen_ ? 0 : epoch_;
  return object;
}

void UndoLog::initialized(Class& klass, Class::Init state, std::uint32_t thread) {
  touch(klass);
  set_init(klass, state, thread);
}

void UndoLog::freeze() {
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

void UndoLog::kill(Ref ref) {
  Object& object = *places_[ref];
  put(object.hashed ? 1 : 0);
  put(object.listed ? 1 : 0);
  put(state_[object.entity]);
  undo_log_.push_back({Undo::died, &object, saved_.size()});
  unhash(object);
  state_[object.entity] = 0;
  names_.mark(ref, false);
  leave_live(object);
  places_[ref] = nullptr;
}

}  // namespace waymark::java
