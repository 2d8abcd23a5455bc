// Memory: a state of a program in LLVM IR: objects, threads and their frames. A step is begun, writes, and is settled;
// marks go back over whole steps.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "base/bytes.hpp"
#include "containers/pools.hpp"
#include "llvm/memory/heap.hpp"
#include "model/model.hpp"

namespace waymark::llvm {

class Memory final : public Heap {
 public:
  explicit Memory(std::shared_ptr<const Program> program);
  ~Memory();

  using Heap::read;
  using Heap::write;

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
  // Objects that have ended leave the state if nothing refers to them. At the end of a step.
  void settle();

  void key(const model::Key& key);
  [[nodiscard]] model::Mark mark() const { return log_.size(); }
  void rewind(model::Mark mark);
  [[nodiscard]] model::Packed pack();
  void unpack(std::span<const Word> words);
  [[nodiscard]] model::Packed row(std::span<const Word> words);
  [[nodiscard]] bool stands_before(std::uint32_t one, std::uint32_t other) const;
  [[nodiscard]] std::uint64_t hash_at(std::uint32_t position);
  [[nodiscard]] model::Fingerprint fingerprint();
  void write(base::ByteSink& sink);
  [[nodiscard]] bool read(base::ByteSource& source);
  [[nodiscard]] std::uint64_t bytes() const;

  // The slots of a frame that belong to the state.
  [[nodiscard]] static std::span<const std::uint32_t> live(const Thread& thread, std::size_t frame) {
    const Frame& it = thread.frames[frame];
    return frame + 1 == thread.frames.size() ? it.code->live(it.pc) : it.code->live_behind(it.pc);
  }

 private:
  class Reader;

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
  [[nodiscard]] std::uint32_t named(std::uint32_t number);
  [[nodiscard]] Word pack_object(const Object& object);
  [[nodiscard]] Word pack_thread(Thread& thread);
  void pack_frame(Thread& thread, std::size_t index);
  void restore_object(Reference reference, Word value);
  void restore_thread(Thread& thread, Word value);
  void restore_frames(Thread& thread, std::uint32_t chain, std::size_t count);
  void clear_thread(Thread& thread);
  [[nodiscard]] model::Fingerprint hash_of(const Object& object);
  [[nodiscard]] model::Fingerprint hash_of_frame(const Thread& thread, std::size_t index);
  [[nodiscard]] model::Fingerprint hash_of_record(const Thread& thread);
  void hash_value(const Value& value);
  void write_value(base::ByteSink& sink, const Value& value) const;
  void write_object(base::ByteSink& sink, const Object& object) const;
  void write_thread(base::ByteSink& sink, const Thread& thread) const;

  std::vector<std::unique_ptr<Thread>> threads_;
  std::uint32_t living_ = 0;
  std::uint64_t step_ = 1;
  std::uint64_t looks_ = 0;
  base::Budget budget_;
  containers::Pools pools_;
  bool full_ = false;
  model::Key key_ = model::Key::quick();
  std::vector<Word> scratch_;
  std::vector<Word> packed_;
  std::vector<std::uint32_t> cuts_;
  std::vector<std::uint32_t> chain_;
  std::vector<std::uint64_t> part_;
};

}  // namespace waymark::llvm
