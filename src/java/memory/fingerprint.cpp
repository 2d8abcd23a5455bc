// Fingerprints: sums over the parts of a state, of which a step hashes only what it touched.
#include "java/memory/names.hpp"
#include "java/memory/spelling.hpp"

namespace waymark::java {

struct Memory::Hashes {
  const Memory& memory;
  [[nodiscard]] std::uint64_t ref(Ref ref) const { return memory.ref_hash(ref); }
  [[nodiscard]] std::uint64_t guard(Word guard) const { return memory.guard_hash(guard); }
  [[nodiscard]] std::uint64_t method(Word id) const { return memory.methods[id]->name_hash; }
};

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
  spell(object, Hashes{*this}, out);
  object.hash = hash_words(names_[object.place].hash);
  sum_ += object.hash;
}

void Memory::hash_class(const Class& klass) {
  if (class_hashed_[klass.id] != 0) return;
  class_hashed_[klass.id] = 1;
  class_hash_[klass.id] = {};
  if (is_base(klass)) return;
  auto& out = hash_scratch_;
  out.clear();
  out.push_back(static_cast<Word>(klass.init) | klass.init_thread << 8);
  spell(klass, Hashes{*this}, out);
  class_hash_[klass.id] = hash_words(mix_name(klass.name_hash, 5));
  sum_ += class_hash_[klass.id];
}

void Memory::hash_thread(Thread& thread) {
  if (thread.status == Status::none) return;
  auto& out = hash_scratch_;
  for (std::size_t i = thread.frames.size(); i-- > 0;) {
    Frame& frame = thread.frames[i];
    if (frame.hashed) break;
    out.clear();
    out.push_back(frame.method->name_hash);
    out.push_back(frame.pc | frame.flags << Frame::pc_bits);
    out.push_back(ref_hash(frame.lock));
    spell(thread, frame, Hashes{*this}, out);
    frame.hash = hash_words(mix_name(thread.number, i + 100));
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
  thread.hash = hash_words(mix_name(thread.number, 7));
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

}  // namespace waymark::java
