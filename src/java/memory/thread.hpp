// A thread: its record, its frames, and what it is about to do.
#pragma once

#include <cstdint>
#include <vector>

#include "java/link/klass.hpp"
#include "model/fingerprint.hpp"

namespace waymark::java {

struct Frame {
  Method* method = nullptr;
  std::uint32_t pc = 0;     // of the call, while another frame stands above
  std::uint32_t base = 0;   // of the local variables, in the thread's words
  std::uint32_t depth = 0;  // of the operand stack
  Ref lock = 0;             // of a synchronized method
  std::uint32_t flags = 0;
  std::uint32_t part = 0;  // numbers in Pools and one more; 0: changed since
  std::uint32_t chain = 0;
  bool hashed = false;
  model::Fingerprint hash;

  static constexpr std::uint32_t again = 1;        // the call below is repeated when this returns
  static constexpr std::uint32_t initializer = 2;  // of its method's class
  static constexpr std::uint32_t drop = 4;         // the result is not wanted
  static constexpr std::uint32_t make = 8;         // a constructor whose object, in `lock`, is the result
  static constexpr std::uint32_t box = 16;         // the result is boxed
  static constexpr std::uint32_t prints = 64;      // its text is printed; the result is the stream, in `lock`
  static constexpr std::uint32_t reflective = 32;  // what is thrown is wrapped

  static constexpr std::uint32_t pc_bits = 20;  // place and flags share a word of the state
};

enum class Status : std::uint8_t {
  none,  // no such thread
  running,
  waiting,   // in Object.wait
  timed,     // the same, with a time-out
  entering,  // left the wait, needs its monitor again
};

// What a thread is about to do, where others could notice.
struct Pending {
  enum class What : std::uint8_t {
    unknown,  // has to be looked up
    run,      // nothing that could be refused
    enter,    // a monitor
    read,
    write,
    update,  // read and write in one
    join,
    park,
    sleep,
    yield,
    notify,  // one of several that wait
    choose,  // a number below `count`
    init,    // of a class, perhaps by another thread
    exit,
  };
  What what = What::unknown;
  bool synchronizes = false;  // volatile, atomic
  bool timed = false;
  std::int64_t length = 0;  // of what is timed, in nanoseconds; for people
  Ref object = 0;
  Ref also = 0;            // an array that is read besides
  Class* klass = nullptr;  // of a static field, or to be initialised
  std::uint32_t offset = 0;
  std::uint32_t count = 0;  // of an access: the ways in which it may end, if there are several
};

struct Thread {
  std::uint32_t number = 0;
  std::uint32_t entity = 0;
  // The record: what is not in the frames.
  Status status = Status::none;
  Ref object = 0;  // its java.lang.Thread
  Ref waits_on = 0;
  std::uint32_t entries = 0;  // to its monitor, while it waits
  std::uint32_t flags = 0;
  std::uint64_t elapsed = 0;  // on its clock, since the program began, without the leaps far ahead

  std::vector<Word> words;
  std::vector<Frame> frames;
  std::uint32_t record_part = 0;
  bool listed = false;
  bool listed_hash = false;
  bool hashed = false;
  model::Fingerprint hash;  // of the record
  std::uint64_t epoch = 0;
  std::uint32_t clean = 0;  // frames below are as they were when the epoch began
  Pending pending;

  static constexpr std::uint32_t permit = 1;
  static constexpr std::uint32_t daemon = 2;
  static constexpr std::uint32_t notified = 4;
  static constexpr std::uint32_t timed_out = 8;
  static constexpr std::uint32_t interrupted = 16;
  static constexpr std::uint32_t far_leap = 32;  // two bits: how often its clock has leapt far ahead, modulo four
  static constexpr std::uint32_t far_leaps = 3 * far_leap;
  static constexpr std::uint32_t near_leap = 4096;  // three bits: how often it has leapt as far as was asked for
  static constexpr std::uint32_t near_leaps = 7 * near_leap;
  static constexpr std::uint32_t paused = 1024;    // before something nobody else notices, for one who was just started
  static constexpr std::uint32_t amid = 2048;      // paused inside a library call that has had its stop
  static constexpr std::uint32_t cut = 512;        // stopped in the middle of something nobody else notices
  static constexpr std::uint32_t atomic = 128;     // nobody else runs
  static constexpr std::uint32_t fresh = 256;      // has not run yet
  static constexpr std::uint32_t carried = 32768;  // a virtual thread that has a carrier (machine/carriers.hpp)

  [[nodiscard]] Frame& top() { return frames.back(); }
  // As that of a thread that is not there.
  void clear_record() {
    status = Status::none;
    object = waits_on = 0;
    entries = flags = 0;
    elapsed = 0;
    pending = {};
  }
  // Its clock stands still but for the leaps, which time-outs make. The first few go just past what was asked for, so
  // many nanoseconds; the others, and those over ages, go far ahead. These go round, so that polling has finitely many
  // states; and so do the differences of System.nanoTime, by which the library judges its deadlines: whatever was
  // set before the last leap, or the one before that, is over.
  void leap(std::int64_t length) {
    constexpr std::uint32_t most_near = 4;
    constexpr std::int64_t longest = std::int64_t{1} << 58;
    if (length >= 0 && length <= longest && (flags & near_leaps) < most_near * near_leap) {
      elapsed += static_cast<std::uint64_t>(length) + 1;
      flags += near_leap;
    } else {
      flags = (flags & ~far_leaps) | ((flags + far_leap) & far_leaps);
    }
  }
  [[nodiscard]] std::uint64_t far() const { return (flags & far_leaps) / far_leap; }
};

}  // namespace waymark::java
