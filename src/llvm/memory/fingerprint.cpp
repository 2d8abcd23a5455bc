// Fingerprints: sums over the parts of a state, of which a step hashes only what it touched.
#include "llvm/memory/memory.hpp"

namespace waymark::llvm {

namespace {

enum class PartKind : std::uint64_t { object = 1, frame, record };

}  // namespace

void Memory::key(const model::Key& key) {
  key_ = key;
  hashing_ = false;
}

void Memory::hash_value(const Value& value) {
  part_.push_back(value.bits);
  part_.push_back(value.undefined);
  part_.push_back(label(value.object));
}

model::Fingerprint Memory::hash_of(const Object& object) {
  part_.clear();
  part_.push_back(label(object.reference));
  part_.push_back(static_cast<std::uint64_t>(object.life) | static_cast<std::uint64_t>(object.kind) << 4 |
                  (object.shared ? 1u << 8 : 0));
  part_.push_back(object.size);
  for (const Value& cell : object.cells) hash_value(cell);
  return key_.hash(static_cast<std::uint64_t>(PartKind::object),
                   {reinterpret_cast<const std::uint8_t*>(part_.data()), part_.size() * 8});
}

model::Fingerprint Memory::hash_of_frame(const Thread& thread, std::size_t index) {
  const Frame& frame = thread.frames[index];
  const std::size_t end = index + 1 < thread.frames.size() ? thread.frames[index + 1].first_slot : thread.slots.size();
  part_.clear();
  part_.push_back(std::uint64_t{thread.number} << 32 | index);
  part_.push_back(std::uint64_t{frame.code->index} << 32 | frame.pc);
  part_.push_back(std::uint64_t{frame.flags} << 32 | (end - frame.first_slot));
  for (std::size_t i = frame.first_slot; i < end; ++i) part_.push_back(label(thread.slots[i]));
  for (const std::uint32_t i : live(thread, index)) hash_value(thread.values[frame.base + i]);
  return key_.hash(static_cast<std::uint64_t>(PartKind::frame),
                   {reinterpret_cast<const std::uint8_t*>(part_.data()), part_.size() * 8});
}

model::Fingerprint Memory::hash_of_record(const Thread& thread) {
  const Record& record = thread.record;
  part_.clear();
  part_.push_back(std::uint64_t{thread.number} << 32 | thread.frames.size());
  part_.push_back(static_cast<std::uint64_t>(record.status) << 32 | record.flags);
  part_.push_back(record.atomic);
  hash_value(record.waits_on);
  hash_value(record.result);
  hash_value(record.finish);
  if (const Trace& trace = record.trace; trace.bytes != 0) {
    hash_value(trace.address);
    part_.push_back(std::uint64_t{trace.bytes} << 32 | trace.flags);
    part_.push_back(trace.place);
    part_.push_back(trace.unaware);
  }
  return key_.hash(static_cast<std::uint64_t>(PartKind::record),
                   {reinterpret_cast<const std::uint8_t*>(part_.data()), part_.size() * 8});
}

std::uint64_t Memory::hash_at(std::uint32_t position) {
  if (!entities_[position].is_thread) return hash_of(*objects_[position]).high;
  const Thread& thread = *threads_[entities_[position].index];
  model::Fingerprint sum = hash_of_record(thread);
  for (std::size_t i = 0; i < thread.frames.size(); ++i) sum += hash_of_frame(thread, i);
  return sum.high;
}

model::Fingerprint Memory::fingerprint() {
  if (!hashing_) {
    hashing_ = true;
    sum_ = {};
    dirty_hash_.clear();
    for (std::uint32_t e = 1; e < entities_.size(); ++e) {
      dirty_hash_.push_back(e);
      if (Object* object = objects_[e]) object->hashed = false;
      if (!entities_[e].is_thread) continue;
      Thread& thread = *threads_[entities_[e].index];
      thread.hashed = false;
      for (Frame& frame : thread.frames) frame.hashed = false;
    }
  }
  for (const std::uint32_t e : dirty_hash_) {
    if (Object* object = objects_[e]) {
      object->listed_hash = false;
      if (object->hashed) continue;
      object->hashed = true;
      object->hash = is_initial(*object) ? model::Fingerprint{} : hash_of(*object);
      sum_ += object->hash;
    } else if (entities_[e].is_thread) {
      Thread& thread = *threads_[entities_[e].index];
      thread.listed_hash = false;
      if (thread.record.status == Status::none) continue;
      for (std::size_t i = thread.frames.size(); i-- > 0;) {
        Frame& frame = thread.frames[i];
        if (frame.hashed) continue;
        frame.hash = hash_of_frame(thread, i);
        frame.hashed = true;
        sum_ += frame.hash;
      }
      if (thread.hashed) continue;
      thread.hash = hash_of_record(thread);
      thread.hashed = true;
      sum_ += thread.hash;
    }
  }
  dirty_hash_.clear();
  return sum_;
}

}  // namespace waymark::llvm
