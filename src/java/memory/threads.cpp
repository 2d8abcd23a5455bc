// Threads and their frames.
#include "java/memory/undo_log.hpp"

namespace waymark::java {

// The thread of that number, which may be none.
Thread& Heap::slot(std::uint32_t number) {
  while (number >= threads_.size()) {
    Thread& added = *threads_.emplace_back(std::make_unique<Thread>());
    added.number = static_cast<std::uint32_t>(threads_.size() - 1);
    added.entity = new_entity(Entity::Is::thread, added.number);
    added.words.resize(256);
  }
  return *threads_[number];
}

Thread& UndoLog::start_thread(Ref object) {
  std::uint32_t number = 0;
  while (number < threads_.size() && threads_[number]->status != Status::none) ++number;
  Thread& thread = slot(number);
  begin_thread(thread, object);
  return thread;
}

void UndoLog::begin_thread(Thread& thread, Ref object) {
  thread.clear_record();
  thread.status = Status::running;
  thread.object = object;
  thread.frames.clear();
  thread.clean = 0;
  thread.epoch = epoch_;
  thread.record_part = 0;
  ++living_;
  undo_log_.push_back({Undo::started, &thread, saved_.size()});
  list(thread);
}

void UndoLog::end_thread(Thread& thread) {
  touch(thread);
  while (!thread.frames.empty()) pop_frame(thread);
  unhash_record(thread);
  thread.clear_record();
  --living_;
}

Frame& UndoLog::push_frame(Thread& thread, Method& method, std::uint32_t base) {
  const std::size_t need = std::size_t{base} + method.max_locals + method.max_stack + 4;
  if (thread.words.size() < need) thread.words.resize(need * 2);
  Word* const locals = thread.words.data() + base;
  for (std::uint32_t i = method.argument_words; i < method.max_locals; ++i) locals[i] = 0;
  Frame& frame = thread.frames.emplace_back();
  frame.method = &method;
  frame.base = base;
  return frame;
}

void UndoLog::pop_frame(Thread& thread) {
  unhash_frame(thread.frames.back());
  thread.frames.pop_back();
  const auto size = static_cast<std::uint32_t>(thread.frames.size());
  if (size != 0 && size - 1 < thread.clean) {
    save_frame(thread, size - 1);
    thread.clean = size - 1;
  }
}

void Heap::clear_thread(Thread& thread) {
  for (Frame& frame : thread.frames) unhash_frame(frame);
  unhash_record(thread);
  thread.frames.clear();
  if (thread.status != Status::none) --living_;
  thread.clear_record();
  thread.record_part = 0;
}

}  // namespace waymark::java
