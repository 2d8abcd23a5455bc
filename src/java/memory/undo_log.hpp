// UndoLog: every change of a Heap, noted before it happens, and taken back by rewind(), the last one first.
#pragma once

#include "java/memory/heap.hpp"

namespace waymark::java {

class UndoLog : public Heap {
 public:
  // Before any write.
  void touch(Object& object) {
    if (object.epoch != epoch_) touch_first(object);
  }
  void touch(Class& klass) {
    if (klass.epoch != epoch_) touch_first(klass);
  }
  void touch(Thread& thread) {
    if (thread.epoch != epoch_) touch_first(thread);
  }

  [[nodiscard]] Object* allocate(const AllocationSite& site, Class& klass, std::uint32_t length = 0);
  // What an identity hash code is made of. It stays the same as long as the object lives, and so does its name then.
  [[nodiscard]] std::uint64_t identity_of(Object& object);
  [[nodiscard]] Object* allocate_immortal(Immortal name, Class& klass, std::uint32_t length = 0);
  void initialized(Class& klass, Class::Init state, std::uint32_t thread);
  [[nodiscard]] Thread& start_thread(Ref object);
  void end_thread(Thread& thread);
  // Makes room for a frame on top; the arguments stand at the end of the one below and become its first words.
  Frame& push_frame(Thread& thread, Method& method, std::uint32_t base);
  void pop_frame(Thread& thread);

  // All that is there becomes immortal; later states hold only what differs.
  void freeze();
  [[nodiscard]] model::Mark mark();
  void rewind(model::Mark mark);

 protected:
  enum class Undo : std::uint8_t { born, died, object, klass, thread, frame, started };
  struct Entry {
    Undo undo = Undo::born;
    void* what = nullptr;
    std::uint64_t saved = 0;  // where in saved_ it begins
  };

  ~UndoLog() { forget_undo_log(); }

  [[nodiscard]] Object* bear(Class& klass, std::uint32_t length, Ref place);
  void kill(Ref ref);
  void begin_thread(Thread& thread, Ref object);
  void save_frame(Thread& thread, std::uint32_t index);
  void forget_undo_log();

  std::uint64_t epoch_ = 1;
  std::vector<Entry> undo_log_;
  std::vector<Word> saved_;

 private:
  void touch_first(Object& object);
  void touch_first(Class& klass);
  void touch_first(Thread& thread);
  void undo_one();
  void undo_born(Object& object);
  void undo_died(Object& object);
  void undo_object(Object& object);
  void undo_class(Class& klass);
  void undo_thread(Thread& thread);
  void undo_frame(Thread& thread);
  void put(Word word) { saved_.push_back(word); }
  void put_hash(const model::Fingerprint& hash);
  Word take() {
    const Word word = saved_.back();
    saved_.pop_back();
    return word;
  }
  model::Fingerprint take_hash();
};

}  // namespace waymark::java
