// States as rows of numbers in Pools, and going over to another one.
#include <algorithm>
#include <array>
#include <utility>

#include "java/memory/memory.hpp"

namespace waymark::java {

namespace {

constexpr Word written_since = ~Word{0};

}  // namespace

std::uint32_t Memory::named(std::uint32_t number) {
  if (number >= containers::Pools::none - 1) {
    full_ = true;
    return 0;
  }
  return number + 1;
}

std::uint32_t Memory::part(std::span<const Word> words) { return named(pools_.part(words)); }

Word Memory::pack_object(const Object& object) {
  if (object.immortal && is_base(object)) return 0;
  scratch_.clear();
  scratch_.push_back(object.klass->id);
  scratch_.push_back(object.header());
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
      scratch_.push_back(frame.pc | frame.flags << Frame::pc_bits);
      scratch_.push_back(frame.lock);
      const Word* const words = thread.words.data() + frame.base;
      scratch_.insert(scratch_.end(), words, words + frame.method->max_locals + frame.depth);
      frame.part = part(scratch_);
    }
    const std::uint32_t pair = pools_.pair(frame.part, chain);
    frame.chain = named(pair);
    chain = frame.chain;
  }
  if (thread.record_part == 0) {
    const std::array<Word, 7> record{static_cast<Word>(thread.status) | thread.flags << 8,
                                     thread.object,
                                     thread.waits_on,
                                     thread.entries,
                                     static_cast<Word>(thread.frames.size()),
                                     static_cast<Word>(thread.elapsed),
                                     static_cast<Word>(thread.elapsed >> 32)};
    thread.record_part = part(record);
  }
  const std::uint32_t pair = pools_.pair(thread.record_part, chain);
  return named(pair);
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
  return row(state_);
}

bool Memory::stands_before(std::uint32_t one, std::uint32_t other) const {
  const Entity& a = entities_[one];
  const Entity& b = entities_[other];
  if (a.is != b.is) return a.is < b.is;
  switch (a.is) {
    case Entity::Is::object:
      return names_.comes_before(a.index, b.index);
    case Entity::Is::klass:
      return classes[a.index]->name < classes[b.index]->name;
    case Entity::Is::thread:
      break;
  }
  return a.index < b.index;
}

void Memory::unpack(std::span<const Word> words) {
  forget_undo_log();
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
    if (object->immortal) {
      unhash(*object);
      const Base& base = bases_[ref];
      std::copy(base.data.begin(), base.data.end(), object->data());
      object->monitor = base.monitor;
      if (hashing_) relist(*object, false);
      return;
    }
    discard(*object);
    return;
  }
  const std::span<const Word> words = pools_.part_at(value - 1);
  Class& klass = *classes[words[0]];
  const std::size_t at = klass.is_array() ? 3 : 2;
  const std::uint32_t length = klass.is_array() ? words[2] : 0;
  if (object != nullptr && (object->klass != &klass || object->length != length)) {
    discard(*object);
    object = nullptr;
  }
  if (object == nullptr) {
    object = make(klass, length, ref);
    object->entity = names_[ref].entity;
    enter_live(*object);
  }
  unhash(*object);
  object->set_header(words[1]);
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
  const containers::Pair both = pools_.pair_at(value - 1);
  const std::span<const Word> record = pools_.part_at(both.left - 1);
  unhash_record(thread);
  if (thread.status == Status::none) ++living_;
  thread.status = static_cast<Status>(record[0] & 0xFF);
  thread.flags = record[0] >> 8;
  thread.object = record[1];
  thread.waits_on = record[2];
  thread.entries = record[3];
  thread.elapsed = record[5] | std::uint64_t{record[6]} << 32;
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
    const containers::Pair pair = pools_.pair_at(number - 1);
    const std::span<const Word> words = pools_.part_at(pair.left - 1);
    Frame& frame = thread.frames.emplace_back();
    frame.method = methods[words[0]];
    frame.pc = words[1] & ((1u << Frame::pc_bits) - 1);
    frame.flags = words[1] >> Frame::pc_bits;
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

std::uint64_t Memory::bytes() const {
  return pools_.bytes() + object_bytes_ + saved_.capacity() * 4 + undo_log_.capacity() * sizeof(Entry) +
         places_.capacity() * (sizeof(Object*) + sizeof(Names::Name)) + state_.capacity() * 4 + keyed_.bytes();
}

}  // namespace waymark::java
