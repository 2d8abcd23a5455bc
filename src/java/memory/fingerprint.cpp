// Fingerprints: sums over the parts of a state, of which a step hashes only what it touched.
//
// A part is hashed with all that it is. Names in it have 128 bits: the lower half stands where the name does, the upper
// ones follow behind the part's last word, in the same order; of null there is none. Class or method and the number of
// words tell which words are names, so different parts are different words.
#include "java/memory/fingerprinting.hpp"
#include "java/memory/spelling.hpp"

namespace waymark::java {

struct Fingerprinting::Hashes {
  Fingerprinting& memory;

  [[nodiscard]] std::uint64_t ref(Ref ref) const { return ref == 0 ? 0 : put(memory.keyed_.of(memory.names_, ref)); }
  [[nodiscard]] std::uint64_t guard(Word guard) const {
    if (guard == 0) return 0;
    model::Fingerprint name = memory.keyed_.of(memory.names_, guard & ~thread_guard);
    name.high ^= guard & thread_guard;
    return put(name);
  }
  [[nodiscard]] std::uint64_t method(Word id) const { return put(memory.keyed_.of(*memory.methods[id])); }
  [[nodiscard]] std::uint64_t put(const model::Fingerprint& name) const {
    memory.part_rest_.push_back(name.high);
    return name.low;
  }
};

model::Fingerprint Fingerprinting::hash_part(PartKind kind) {
  part_.insert(part_.end(), part_rest_.begin(), part_rest_.end());
  return key_.hash(static_cast<std::uint64_t>(kind),
                   {reinterpret_cast<const std::uint8_t*>(part_.data()), part_.size() * 8});
}

model::Fingerprint Fingerprinting::hash_of(const Object& object) {
  begin_part();
  const Hashes names{*this};
  part_.push_back(names.ref(object.place));
  part_.push_back(names.put(keyed_.of(*object.klass)));
  part_.push_back(object.header() | std::uint64_t{object.length} << 32);
  spell(object, names, part_);
  return hash_part(PartKind::object);
}

model::Fingerprint Fingerprinting::hash_of(const Class& klass) {
  begin_part();
  const Hashes names{*this};
  part_.push_back(names.put(keyed_.of(klass)));
  part_.push_back(static_cast<Word>(klass.init) | klass.init_thread << 8);
  spell(klass, names, part_);
  return hash_part(PartKind::statics);
}

model::Fingerprint Fingerprinting::hash_of_frame(const Thread& thread, std::size_t i) {
  const Frame& frame = thread.frames[i];
  begin_part();
  const Hashes names{*this};
  part_.push_back(thread.number | std::uint64_t{i} << 32);
  part_.push_back(names.put(keyed_.of(*frame.method)));
  part_.push_back(frame.pc | frame.flags << Frame::pc_bits | std::uint64_t{frame.depth} << 32);
  part_.push_back(names.ref(frame.lock));
  spell(thread, frame, names, part_);
  return hash_part(PartKind::frame);
}

model::Fingerprint Fingerprinting::hash_of_record(const Thread& thread) {
  begin_part();
  const Hashes names{*this};
  part_.push_back(thread.number | std::uint64_t{thread.frames.size()} << 32);
  part_.push_back(static_cast<Word>(thread.status) | thread.flags << 8);
  part_.push_back(names.ref(thread.object));
  part_.push_back(names.ref(thread.waits_on));
  part_.push_back(thread.entries);
  part_.push_back(thread.elapsed);
  return hash_part(PartKind::record);
}

void Fingerprinting::hash_object(Object& object) {
  if (object.hashed) return;
  object.hash = {};
  object.hashed = true;
  if (object.immortal && is_base(object)) return;
  object.hash = hash_of(object);
  sum_ += object.hash;
}

void Fingerprinting::hash_class(const Class& klass) {
  if (class_hashed_[klass.id] != 0) return;
  class_hashed_[klass.id] = 1;
  class_hash_[klass.id] = {};
  if (is_base(klass)) return;
  class_hash_[klass.id] = hash_of(klass);
  sum_ += class_hash_[klass.id];
}

void Fingerprinting::hash_thread(Thread& thread) {
  if (thread.status == Status::none) return;
  for (std::size_t i = thread.frames.size(); i-- > 0;) {
    Frame& frame = thread.frames[i];
    if (frame.hashed) break;
    frame.hash = hash_of_frame(thread, i);
    frame.hashed = true;
    sum_ += frame.hash;
  }
  if (thread.hashed) return;
  thread.hash = hash_of_record(thread);
  thread.hashed = true;
  sum_ += thread.hash;
}

std::uint64_t Fingerprinting::hash_at(std::uint32_t position) {
  const Entity& entity = entities_[position];
  switch (entity.is) {
    case Entity::Is::object:
      return hash_of(*places_[entity.index]).high;
    case Entity::Is::klass:
      return hash_of(*classes[entity.index]).high;
    case Entity::Is::thread:
      break;
  }
  const Thread& thread = *threads_[entity.index];
  model::Fingerprint sum = hash_of_record(thread);
  for (std::size_t i = 0; i < thread.frames.size(); ++i) sum += hash_of_frame(thread, i);
  return sum.high;
}

model::Fingerprint Fingerprinting::fingerprint() {
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

}  // namespace waymark::java
