// Fingerprints: sums over the parts of a state, of which a step hashes only what it touched.
#include <utility>

#include "java/memory/memory.hpp"
#include "java/memory/names.hpp"

namespace waymark::java {

model::Fingerprint Memory::hash_words(std::uint64_t name) {
  if (spelled_ != nullptr) {
    spelled_->u64(name);
    spelled_->varint(hash_scratch_.size());
    for (const std::uint64_t word : hash_scratch_) spelled_->varint(word);
  }
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
    out.push_back(guard_hash(object.data()[object.length]));
  } else {
    for (std::uint32_t i = 0; i < object.words; ++i) out.push_back(object.data()[i]);
    if (object.klass->holds_methods) {
      for (std::uint32_t i = 0; i < object.length; i += 2) out[3 + i] = methods[object.data()[i]]->name_hash;
    }
    if (object.klass->is_array()) {
      out.back() = guard_hash(object.data()[object.words - 1]);
    } else {
      for (const std::uint32_t offset : object.klass->ref_offsets) out[3 + offset] = ref_hash(object.data()[offset]);
      for (const std::uint32_t at : object.klass->guard_offsets) out[3 + at] = guard_hash(object.data()[at]);
    }
  }
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
  for (const Word word : klass.statics) out.push_back(word);
  for (const std::uint32_t offset : klass.static_refs) out[1 + offset] = ref_hash(klass.statics[offset]);
  for (const std::uint32_t at : klass.static_guards) out[1 + at] = guard_hash(klass.statics[at]);
  class_hash_[klass.id] = hash_words(mix_name(klass.name_hash, 5));
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
    out.push_back(frame.pc | frame.flags << Frame::pc_bits);
    out.push_back(ref_hash(frame.lock));
    const std::uint64_t* const row = &method.refs[std::size_t{frame.pc} * method.stride];
    const Word* const words = thread.words.data() + frame.base;
    for (std::uint32_t w = 0; w < method.max_locals + frame.depth; ++w) {
      out.push_back((row[w / 64] >> w % 64 & 1) != 0 ? ref_hash(words[w]) : words[w]);
    }
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

// What is hashed anew is spelled out on the way, and everything is.
void Memory::write(base::ByteSink& sink) {
  const bool was_hashing = std::exchange(hashing_, false);
  spelled_ = &sink;
  (void)fingerprint();
  spelled_ = nullptr;
  hashing_ = was_hashing;
}

}  // namespace waymark::java
