// States as rows of numbers in Pools, and going over to another one.
#include <algorithm>
#include <array>
#include <utility>

#include "llvm/memory/memory.hpp"

namespace waymark::llvm {

namespace {

constexpr Word unknown_word = ~Word{0};
constexpr Word has_undefined = 1u << 16;
constexpr Word has_references = 1u << 17;

void put64(std::vector<Word>& out, std::uint64_t bits) {
  out.push_back(static_cast<Word>(bits));
  out.push_back(static_cast<Word>(bits >> 32));
}
std::uint64_t get64(std::span<const Word> words, std::size_t at) {
  return words[at] | std::uint64_t{words[at + 1]} << 32;
}

// Small values take one word. The first word of each says how it goes on.
void put_value(std::vector<Word>& out, const Value& value) {
  if (value.object == 0 && value.undefined == 0 && value.bits < 0xffff'fff0) {
    out.push_back(static_cast<Word>(value.bits));
    return;
  }
  const Word how =
      0xffff'fff0 | (value.undefined != 0 ? 1 : 0) | (value.object != 0 ? 2 : 0) | (value.bits >> 32 != 0 ? 4 : 0);
  out.push_back(how);
  out.push_back(static_cast<Word>(value.bits));
  if ((how & 4) != 0) out.push_back(static_cast<Word>(value.bits >> 32));
  if ((how & 1) != 0) put64(out, value.undefined);
  if ((how & 2) != 0) out.push_back(value.object);
}
Value get_value(std::span<const Word> words, std::size_t& at) {
  Value value;
  const Word how = words[at++];
  if (how < 0xffff'fff0) {
    value.bits = how;
    return value;
  }
  value.bits = words[at++];
  if ((how & 4) != 0) value.bits |= std::uint64_t{words[at++]} << 32;
  if ((how & 1) != 0) {
    value.undefined = get64(words, at);
    at += 2;
  }
  if ((how & 2) != 0) value.object = words[at++];
  return value;
}

}  // namespace

std::uint32_t Memory::named(std::uint32_t number) {
  if (number >= containers::Pools::none - 1) {
    full_ = true;
    return 0;
  }
  return number + 1;
}

Word Memory::pack_object(const Object& object) {
  if (is_initial(object)) return 0;
  bool undefined = false;
  bool refers = false;
  for (const Value& cell : object.cells) {
    undefined = undefined || cell.undefined != 0;
    refers = refers || cell.object != 0;
  }
  scratch_.clear();
  scratch_.push_back(static_cast<Word>(object.life) | static_cast<Word>(object.kind) << 4 |
                     (object.shared ? 1u << 8 : 0) | (undefined ? has_undefined : 0) | (refers ? has_references : 0));
  scratch_.push_back(static_cast<Word>(object.size));
  for (const Value& cell : object.cells) put64(scratch_, cell.bits);
  if (undefined) {
    for (const Value& cell : object.cells) put64(scratch_, cell.undefined);
  }
  if (refers) {
    for (const Value& cell : object.cells) scratch_.push_back(cell.object);
  }
  return named(pools_.part(scratch_));
}

void Memory::pack_frame(Thread& thread, std::size_t index) {
  Frame& frame = thread.frames[index];
  const std::size_t end = index + 1 < thread.frames.size() ? thread.frames[index + 1].first_slot : thread.slots.size();
  scratch_.clear();
  scratch_.push_back(frame.code->index);
  scratch_.push_back(frame.pc);
  scratch_.push_back(frame.flags | static_cast<Word>(end - frame.first_slot) << 8);
  for (std::size_t i = frame.first_slot; i < end; ++i) scratch_.push_back(thread.slots[i]);
  for (const std::uint32_t i : live(thread, index)) put_value(scratch_, thread.values[frame.base + i]);
  frame.part = named(pools_.part(scratch_));
}

Word Memory::pack_thread(Thread& thread) {
  if (thread.record.status == Status::none) return 0;
  std::uint32_t chain = 0;
  std::size_t i = thread.frames.size();
  while (i > 0 && thread.frames[i - 1].chain == 0) --i;
  if (i > 0) chain = thread.frames[i - 1].chain;
  for (; i < thread.frames.size(); ++i) {
    if (thread.frames[i].part == 0) pack_frame(thread, i);
    const std::uint32_t pair = pools_.pair(thread.frames[i].part, chain);
    chain = thread.frames[i].chain = named(pair);
  }
  if (thread.record_part == 0) {
    const Record& record = thread.record;
    scratch_.clear();
    scratch_.push_back(static_cast<Word>(record.status) | record.flags << 8);
    scratch_.push_back(record.atomic);
    scratch_.push_back(static_cast<Word>(thread.frames.size()));
    put_value(scratch_, record.waits_on);
    put_value(scratch_, record.result);
    put_value(scratch_, record.finish);
    if (const Trace& trace = record.trace; trace.bytes != 0) {
      put_value(scratch_, trace.address);
      for (const Word word : {trace.bytes, trace.flags}) scratch_.push_back(word);
      for (const std::uint64_t both : {trace.place, trace.unaware}) {
        scratch_.push_back(static_cast<Word>(both));
        scratch_.push_back(static_cast<Word>(both >> 32));
      }
    }
    thread.record_part = named(pools_.part(scratch_));
  }
  return named(pools_.pair(thread.record_part, chain));
}

model::Packed Memory::pack() {
  for (const std::uint32_t e : dirty_) {
    if (entities_[e].is_thread) {
      Thread& thread = *threads_[entities_[e].index];
      if (!thread.listed) continue;
      thread.listed = false;
      state_[e] = pack_thread(thread);
    } else if (Object* object = objects_[e]) {
      if (!object->listed) continue;
      object->listed = false;
      state_[e] = pack_object(*object);
    } else {
      state_[e] = 0;
    }
  }
  dirty_.clear();
  return row(state_);
}

bool Memory::stands_before(std::uint32_t one, std::uint32_t other) const {
  const Entity& a = entities_[one];
  const Entity& b = entities_[other];
  if (a.is_thread != b.is_thread) return b.is_thread;
  if (a.is_thread) return a.index < b.index;
  return names_[one] < names_[other];
}

void Memory::unpack(std::span<const Word> words) {
  log_.clear();
  for (const std::uint32_t e : dirty_) {
    if (entities_[e].is_thread) {
      Thread& thread = *threads_[entities_[e].index];
      if (!std::exchange(thread.listed, false)) continue;
    } else if (Object* object = objects_[e]) {
      if (!std::exchange(object->listed, false)) continue;
    }
    state_[e] = unknown_word;
  }
  dirty_.clear();
  const std::size_t all = entities_.size();
  for (std::size_t e = 1; e < all; ++e) {
    const Word target = e < words.size() ? words[e] : 0;
    if (state_[e] == target) continue;
    if (entities_[e].is_thread) {
      restore_thread(*threads_[entities_[e].index], target);
    } else {
      restore_object(static_cast<Reference>(e), target);
    }
    state_[e] = target;
  }
  // What was restored is known as packed.
  for (const std::uint32_t e : dirty_) {
    if (entities_[e].is_thread) {
      threads_[entities_[e].index]->listed = false;
    } else if (Object* object = objects_[e]) {
      object->listed = false;
    }
  }
  dirty_.clear();
}

void Memory::restore_object(Reference ref, Word value) {
  Object* object = objects_[ref];
  if (object != nullptr) forget_cells(*object);
  const bool is_global = names_[ref].thread == 0xffff;
  if (value == 0) {
    if (object == nullptr) return;
    if (!is_global) return release(*object);
    const DecodedGlobal& global = program_->globals[program_->variables[ref - 1]];
    std::copy(global.cells.begin(), global.cells.end(), object->cells.begin());
    for (const Value& cell : global.cells) count(cell.object, 1);
    return touch(*object);
  }
  const std::span<const Word> words = pools_.part_at(value - 1);
  const auto kind = static_cast<ObjectKind>(words[0] >> 4 & 0xf);
  const auto life = static_cast<Life>(words[0] & 0xf);
  const std::uint64_t size = words[1];
  const bool empty = life == Life::freed || life == Life::gone;
  const std::uint64_t cells = empty ? 0 : (size + 7) / 8;
  if (object != nullptr && object->cells.size() != cells) {
    release(*object);
    object = nullptr;
  }
  if (object == nullptr) object = &create(ref, kind, size, cells);
  object->kind = kind;
  object->life = life;
  object->size = size;
  object->shared = (words[0] >> 8 & 1) != 0;
  std::size_t undefined = 2 + 2 * cells;
  std::size_t refers = undefined + ((words[0] & has_undefined) != 0 ? 2 * cells : 0);
  for (std::uint64_t i = 0; i < cells; ++i) {
    Value& cell = object->cells[i];
    cell.bits = get64(words, 2 + 2 * i);
    cell.undefined = (words[0] & has_undefined) != 0 ? get64(words, undefined + 2 * i) : 0;
    cell.object = (words[0] & has_references) != 0 ? words[refers + i] : 0;
    count(cell.object, 1);
  }
  if (empty) entomb(*object);
  touch(*object);
}

void Memory::clear_thread(Thread& thread) {
  for (Frame& frame : thread.frames) unhash_frame(frame);
  thread.frames.clear();
  thread.slots.clear();
  const Status before = thread.record.status;
  if (is_living(before)) --living_;
  thread.record = {};
  changed_record(thread);
}

void Memory::restore_thread(Thread& thread, Word value) {
  if (value == 0) return clear_thread(thread);
  const containers::Pair both = pools_.pair_at(value - 1);
  const std::span<const Word> words = pools_.part_at(both.left - 1);
  Record& record = thread.record;
  const auto status = static_cast<Status>(words[0] & 0xff);
  if (is_living(record.status) != is_living(status)) living_ += is_living(status) ? 1 : ~0u;
  record.status = status;
  record.flags = words[0] >> 8;
  record.atomic = words[1];
  std::size_t at = 3;
  record.waits_on = get_value(words, at);
  record.result = get_value(words, at);
  record.finish = get_value(words, at);
  Trace& trace = record.trace = {};
  if (at < words.size()) {
    trace.address = get_value(words, at);
    const auto wide = [&] {
      at += 2;
      return std::uint64_t{words[at - 1]} << 32 | words[at - 2];
    };
    trace.bytes = words[at++];
    trace.flags = words[at++];
    trace.place = wide();
    trace.unaware = wide();
  }
  changed_record(thread);
  thread.record_part = both.left;
  restore_frames(thread, both.right, words[2]);
}

void Memory::restore_frames(Thread& thread, std::uint32_t chain, std::size_t frames) {
  std::size_t index = frames;
  chain_.clear();
  while (index > 0 && (index > thread.frames.size() || thread.frames[index - 1].chain != chain)) {
    chain_.push_back(chain);
    chain = pools_.pair_at(chain - 1).right;
    --index;
  }
  for (std::size_t i = index; i < thread.frames.size(); ++i) unhash_frame(thread.frames[i]);
  if (index < thread.frames.size()) thread.slots.resize(thread.frames[index].first_slot);
  thread.frames.resize(index);
  while (!chain_.empty()) {
    const std::uint32_t number = chain_.back();
    chain_.pop_back();
    const containers::Pair pair = pools_.pair_at(number - 1);
    const std::span<const Word> words = pools_.part_at(pair.left - 1);
    Frame frame;
    if (!thread.frames.empty()) frame.base = thread.frames.back().base + thread.frames.back().code->slots;
    frame.code = &program_->codes[words[0]];
    frame.pc = words[1];
    frame.flags = words[2] & 0xff;
    frame.first_slot = static_cast<std::uint32_t>(thread.slots.size());
    frame.part = pair.left;
    frame.chain = number;
    make_room(thread, frame);
    thread.frames.push_back(frame);
    std::size_t at = 3;
    for (Word i = 0; i < words[2] >> 8; ++i) thread.slots.push_back(words[at++]);
    const bool top = thread.frames.size() == frames;
    const auto slots = top ? frame.code->live(frame.pc) : frame.code->live_behind(frame.pc);
    for (const std::uint32_t i : slots) thread.values[frame.base + i] = get_value(words, at);
  }
}

std::uint64_t Memory::bytes() const {
  return pools_.bytes() + object_bytes_ + log_.bytes() + entities_.capacity() * 40 + state_.capacity() * sizeof(Word);
}

}  // namespace waymark::llvm
