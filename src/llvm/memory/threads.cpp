#include "llvm/memory/threads.hpp"

#include <algorithm>

namespace waymark::llvm {

namespace {

constexpr std::uint64_t behind_bit = std::uint64_t{1} << 63;

}  // namespace

Thread& Threads::slot(std::uint32_t number) {
  while (threads_.size() <= number) {
    auto thread = std::make_unique<Thread>();
    thread->number = static_cast<std::uint32_t>(threads_.size());
    thread->entity = new_entity(true, thread->number);
    threads_.push_back(std::move(thread));
  }
  return *threads_[number];
}

void Threads::list(Thread& thread) {
  if (!thread.listed) {
    thread.listed = true;
    dirty_.push_back(thread.entity);
  }
  if (!hashing_ || thread.listed_hash) return;
  thread.listed_hash = true;
  dirty_hash_.push_back(thread.entity);
}

void Threads::changed_record(Thread& thread) {
  thread.record_part = 0;
  if (thread.hashed) sum_ -= thread.hash;
  thread.hashed = false;
  list(thread);
}

void Threads::begin_step(Thread& thread) {
  ++step_;
  open_frame(thread, false);
}

void Threads::open_frame(Thread& thread, bool behind) {
  if (thread.frames.empty()) return;
  Frame& frame = thread.frames.back();
  if (frame.saved == step_) return;
  // A frame that has just become the innermost one stands behind a call.
  const std::span<const std::uint32_t> all = behind ? frame.code->live_behind(frame.pc) : frame.code->live(frame.pc);
  for (const std::uint32_t i : all) log_.push(thread.values[frame.base + i]);
  for (std::size_t i = frame.first_slot; i < thread.slots.size(); ++i) log_.push(thread.slots[i]);
  log_.push(thread.slots.size() - frame.first_slot);
  log_.push(std::uint64_t{frame.pc} | std::uint64_t{frame.flags} << 32 | (behind ? behind_bit : 0));
  log_.close(UndoLog::Tag::values, thread.number);
  frame.saved = step_;
  frame.part = frame.chain = 0;
  unhash_frame(frame);
  list(thread);
}

void Threads::undo_values(std::uint32_t number) {
  Thread& thread = *threads_[number];
  Frame& frame = thread.frames.back();
  const std::uint64_t both = log_.pop();
  const std::uint64_t count = log_.pop();
  frame.pc = static_cast<std::uint32_t>(both);
  frame.flags = static_cast<std::uint32_t>((both & ~behind_bit) >> 32);
  thread.slots.resize(frame.first_slot + count);
  for (std::size_t i = thread.slots.size(); i-- > frame.first_slot;) {
    thread.slots[i] = static_cast<Reference>(log_.pop());
  }
  const bool behind = (both & behind_bit) != 0;
  const std::span<const std::uint32_t> all = behind ? frame.code->live_behind(frame.pc) : frame.code->live(frame.pc);
  for (std::size_t i = all.size(); i-- > 0;) thread.values[frame.base + all[i]] = log_.pop_value();
  frame.saved = 0;
  frame.part = frame.chain = 0;
  unhash_frame(frame);
  list(thread);
}

Record& Threads::edit(Thread& thread) {
  const Record& record = thread.record;
  log_.push(record.trace.address);
  log_.push(std::uint64_t{record.trace.bytes} << 32 | record.trace.flags);
  log_.push(record.trace.place);
  log_.push(record.trace.unaware);
  log_.push(record.waits_on);
  log_.push(record.result);
  log_.push(record.finish);
  log_.push(std::uint64_t{record.atomic} << 32 | record.flags);
  log_.push(static_cast<std::uint64_t>(record.status));
  log_.close(UndoLog::Tag::record, thread.number);
  changed_record(thread);
  return thread.record;
}

void Threads::undo_record(std::uint32_t number) {
  Thread& thread = *threads_[number];
  Record& record = thread.record;
  const auto status = static_cast<Status>(log_.pop());
  if (is_living(record.status) != is_living(status)) living_ += is_living(status) ? 1 : ~0u;
  record.status = status;
  const std::uint64_t both = log_.pop();
  record.atomic = static_cast<std::uint32_t>(both >> 32);
  record.flags = static_cast<std::uint32_t>(both);
  record.finish = log_.pop_value();
  record.result = log_.pop_value();
  record.waits_on = log_.pop_value();
  Trace& trace = record.trace;
  trace.unaware = log_.pop();
  trace.place = log_.pop();
  const std::uint64_t size = log_.pop();
  trace.bytes = static_cast<std::uint32_t>(size >> 32);
  trace.flags = static_cast<std::uint32_t>(size);
  trace.address = log_.pop_value();
  changed_record(thread);
}

void Threads::set_status(Thread& thread, Status status) {
  Record& record = edit(thread);
  if (is_living(record.status) != is_living(status)) living_ += is_living(status) ? 1 : ~0u;
  record.status = status;
}

Thread* Threads::start_thread() {
  std::uint32_t number = 0;
  while (number < threads_.size() && is_there(threads_[number]->record.status)) ++number;
  if (number >= most_threads) return nullptr;
  Thread& thread = slot(number);
  set_status(thread, Status::running);
  return &thread;
}

void Threads::forget_thread(Thread& thread) {
  const std::uint32_t uses = (thread.record.uses() + 1) % Record::most_uses;
  set_status(thread, uses == 0 ? Status::none : Status::forgotten);
  thread.record = {};
  if (uses == 0) return;
  thread.record.status = Status::forgotten;
  thread.record.flags = uses << Record::uses_at;
}

void Threads::end_thread_for_good(Thread& thread) {
  set_status(thread, Status::none);
  thread.record = {};
}

void Threads::note_outlived() {
  for (const auto& thread : threads_) {
    if (is_living(thread->record.status)) edit(*thread).flags |= Record::outlived;
  }
}

bool Threads::has_others(const Thread& thread) const {
  if (living_ > 1 || (thread.record.flags & Record::outlived) != 0) return true;
  return std::any_of(threads_.begin(), threads_.end(),
                     [](const auto& other) { return other->record.status == Status::ended; });
}

void Threads::make_room(Thread& thread, const Frame& frame) {
  const std::size_t need = std::size_t{frame.base} + frame.code->slots;
  if (thread.values.size() < need) thread.values.resize(need * 2);
}

Frame& Threads::push_frame(Thread& thread, const Code& code) {
  Frame frame;
  frame.code = &code;
  if (!thread.frames.empty()) frame.base = thread.frames.back().base + thread.frames.back().code->slots;
  frame.first_slot = static_cast<std::uint32_t>(thread.slots.size());
  frame.saved = step_;
  make_room(thread, frame);
  if (code.has_marks) std::fill_n(thread.values.begin() + frame.base, code.slots, Value{});  // all of them are live
  thread.frames.push_back(frame);
  log_.close(UndoLog::Tag::pushed, thread.number);
  changed_record(thread);
  return thread.frames.back();
}

void Threads::pop_frame(Thread& thread) {
  Frame& frame = thread.frames.back();
  log_.push(std::uint64_t{frame.base} << 32 | frame.first_slot);
  log_.push(std::uint64_t{frame.code->index} << 32 | frame.flags);
  log_.close(UndoLog::Tag::popped, thread.number);
  unhash_frame(frame);
  thread.slots.resize(frame.first_slot);
  thread.frames.pop_back();
  changed_record(thread);
  open_frame(thread, true);
}

void Threads::undo_popped(std::uint32_t number) {
  Thread& thread = *threads_[number];
  const std::uint64_t one = log_.pop();
  const std::uint64_t two = log_.pop();
  Frame frame;
  frame.code = &program_->codes[one >> 32];
  frame.flags = static_cast<std::uint32_t>(one);
  frame.base = static_cast<std::uint32_t>(two >> 32);
  frame.first_slot = static_cast<std::uint32_t>(two);
  make_room(thread, frame);
  thread.frames.push_back(frame);
  changed_record(thread);
}

void Threads::rewind(model::Mark mark) {
  while (log_.size() > mark) {
    const std::uint64_t last = log_.pop();
    const std::uint64_t who = last >> 8;
    const auto number = static_cast<std::uint32_t>(who);
    switch (static_cast<UndoLog::Tag>(last & 0xff)) {
      case UndoLog::Tag::cell:
        undo_cell(who);
        break;
      case UndoLog::Tag::made:
        forget_cells(*objects_[who]);
        release(*objects_[who]);
        break;
      case UndoLog::Tag::whole:
        undo_whole(who);
        break;
      case UndoLog::Tag::shared:
        objects_[who]->shared = false;
        touch(*objects_[who]);
        break;
      case UndoLog::Tag::record:
        undo_record(number);
        break;
      case UndoLog::Tag::values:
        undo_values(number);
        break;
      case UndoLog::Tag::pushed: {
        Thread& thread = *threads_[number];
        unhash_frame(thread.frames.back());
        thread.slots.resize(thread.frames.back().first_slot);
        thread.frames.pop_back();
        changed_record(thread);
        break;
      }
      case UndoLog::Tag::popped:
        undo_popped(number);
        break;
    }
  }
}

// Only cells and registers can name an object. The first are counted; the others are looked at if it matters.
void Threads::settle() {
  if (tombs_.empty()) return;
  bool doubtful = false;
  std::size_t kept = 0;
  for (const Reference ref : tombs_) {
    if (Object* object = objects_[ref]) object->entombed = false;
  }
  for (const Reference ref : tombs_) {
    Object* object = objects_[ref];
    if (object == nullptr || object->entombed) continue;
    const bool has_ended = object->life == Life::freed || object->life == Life::gone;
    const bool may_be_lost = collects_ && object->kind == ObjectKind::heap && references_[ref] == 0;
    if (!has_ended && !may_be_lost) continue;
    object->entombed = true;
    tombs_[kept++] = ref;
    doubtful = doubtful || references_[ref] == 0;
  }
  tombs_.resize(kept);
  if (!doubtful) return;
  ++looks_;
  const auto see = [&](const Value& value) {
    if (!is_object(value.object)) return;
    if (Object* object = objects_[value.object]) object->seen = looks_;
  };
  for (const auto& thread : threads_) {
    if (!is_there(thread->record.status)) continue;
    see(thread->record.waits_on);
    see(thread->record.result);
    see(thread->record.trace.address);
    for (std::size_t i = 0; i < thread->frames.size(); ++i) {
      for (const std::uint32_t it : live(*thread, i)) see(thread->values[thread->frames[i].base + it]);
    }
  }
  kept = 0;
  // What only a lost one refers to is lost with it, and comes to the end of the list.
  for (std::size_t i = 0; i < tombs_.size(); ++i) {
    const Reference ref = tombs_[i];
    Object* const object = objects_[ref];
    if (object == nullptr) continue;
    if (references_[ref] == 0 && object->seen != looks_) {
      discard(*object);
    } else {
      tombs_[kept++] = ref;
    }
  }
  tombs_.resize(kept);
}

}  // namespace waymark::llvm
