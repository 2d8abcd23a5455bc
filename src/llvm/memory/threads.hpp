// Threads: the threads of a state and their frames, over its objects. A step is begun, writes, and is settled; marks go
// back over whole steps.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "llvm/memory/heap.hpp"
#include "model/model.hpp"

namespace waymark::llvm {

class Threads : public Heap {
 public:
  [[nodiscard]] std::vector<std::unique_ptr<Thread>>& threads() { return threads_; }
  // Those that have not ended.
  [[nodiscard]] std::uint32_t living() const { return living_; }

  // A step of the thread begins: its innermost frame may be written from now on.
  void begin_step(Thread& thread);
  // The innermost frame of another thread may be written in this step, too.
  void open(Thread& thread) { open_frame(thread, false); }
  // Before the record is written.
  [[nodiscard]] Record& edit(Thread& thread);
  // A new thread, without frames; nullptr if there are too many.
  [[nodiscard]] Thread* start_thread();
  // Its number is free from now on; handles that are left do not name the next one with it.
  void forget_thread(Thread& thread);
  // As if its number had never been used.
  void end_thread_for_good(Thread& thread);
  // Of a thread that ends, or is joined by another than main: who lives on may have done so before what it did.
  void note_outlived();
  // Whether others live, or have ended with nothing that says that this is later.
  [[nodiscard]] bool has_others(const Thread& thread) const;
  Frame& push_frame(Thread& thread, const Code& code);
  void pop_frame(Thread& thread);
  void set_status(Thread& thread, Status status);
  // Objects that have ended, and blocks of the heap, leave the state if nothing refers to them. At the end of a step.
  // Blocks that refer to each other stay.
  void settle();

  [[nodiscard]] model::Mark mark() const { return log_.size(); }
  void rewind(model::Mark mark);

  // The slots of a frame that belong to the state.
  [[nodiscard]] static std::span<const std::uint32_t> live(const Thread& thread, std::size_t frame) {
    const Frame& it = thread.frames[frame];
    return frame + 1 == thread.frames.size() ? it.code->live(it.pc) : it.code->live_behind(it.pc);
  }

 protected:
  explicit Threads(std::shared_ptr<const Program> program) : Heap(std::move(program)) {}
  ~Threads() = default;

  [[nodiscard]] Thread& slot(std::uint32_t number);
  void list(Thread& thread);
  void changed_record(Thread& thread);
  void unhash_frame(Frame& frame) {
    if (frame.hashed) sum_ -= frame.hash;
    frame.hashed = false;
  }
  // Before the innermost frame is written in this step, if it is not new; behind: it waits for a result.
  void open_frame(Thread& thread, bool behind);
  void make_room(Thread& thread, const Frame& frame);
  void undo_values(std::uint32_t number);
  void undo_popped(std::uint32_t number);
  void undo_record(std::uint32_t number);

  std::vector<std::unique_ptr<Thread>> threads_;
  std::uint32_t living_ = 0;

 private:
  std::uint64_t step_ = 1;
  std::uint64_t looks_ = 0;
};

}  // namespace waymark::llvm
