// LibraryCall: the call into the library that the running thread is in and that has had its stop, so that what follows
// in it needs none (machine/linearizable.hpp says which classes are so). It is known within one transition only: each
// begins with an operation whose turn has come, and where the thread stands then tells which call that belongs to.
#pragma once

#include <cstddef>
#include <cstdint>

#include "java/memory/thread.hpp"

namespace waymark::java {

class LibraryCall {
 public:
  // A transition begins, of a thread that is in no call yet.
  void reset() {
    lowest_ = 0;
    operations_ = 0;
  }
  // The thread stands at the stop that is granted, or where it needs none. Its call, if any, is the lowest frame of a
  // class that is safe for threads, as far down as there is nothing but library code.
  void begin(const Thread& thread) { lowest_ = call_of(thread); }
  // The method of the call that the thread is in; null if it is in none.
  [[nodiscard]] static const Method* method_of(const Thread& thread) {
    const std::size_t lowest = call_of(thread);
    return lowest == 0 ? nullptr : thread.frames[lowest - 1].method;
  }
  void end() { lowest_ = 0; }
  [[nodiscard]] bool goes_on() const { return lowest_ != 0; }
  // One more operation that passes without a stop. False: these are enough, others have to get their turn.
  [[nodiscard]] bool count() { return ++operations_ <= most_operations; }

  // A frame was pushed.
  void entered(const Method& method) {
    if (lowest_ != 0 && (method.part == Part::program || method.part == Part::boundary)) lowest_ = 0;
  }
  // A frame was popped; so many are left.
  void left(const Method& method, std::size_t frames) {
    if (lowest_ != 0 && (frames < lowest_ || method.part == Part::boundary)) lowest_ = 0;
  }

 private:
  [[nodiscard]] static std::size_t call_of(const Thread& thread) {
    std::size_t lowest = 0;
    for (std::size_t i = thread.frames.size(); i-- > 0 && thread.frames[i].method->part != Part::program;) {
      if (thread.frames[i].method->part != Part::library) lowest = i + 1;
    }
    return lowest;
  }

  static constexpr std::uint32_t most_operations = 4096;

  std::size_t lowest_ = 0;  // its place among the frames, and one more; 0: there is none
  std::uint32_t operations_ = 0;
};

}  // namespace waymark::java
