// Objects and threads as they are in the state in which a model stands.
#pragma once

#include <cstdint>
#include <vector>

#include "llvm/code/code.hpp"
#include "model/fingerprint.hpp"

namespace waymark::llvm {

enum class Life : std::uint8_t {
  live,
  left,   // its scope was left; it may be entered again
  freed,  // on the heap
  gone,   // its function has returned, or its thread has ended
};
enum class ObjectKind : std::uint8_t { global, constant, missing, thread_local_, stack, heap };

// A cell is eight bytes. Contents of objects that have ended are empty.
struct Object {
  Reference reference = 0;
  ObjectKind kind = ObjectKind::heap;
  Life life = Life::live;
  bool shared = false;  // other threads may come to it
  std::uint64_t size = 0;
  std::vector<Value> cells;

  bool listed = false;       // to be packed
  bool listed_hash = false;  // and hashed
  bool hashed = false;
  bool entombed = false;  // in the list of those that have ended
  std::uint64_t seen = 0;
  model::Fingerprint hash;
};

struct Frame {
  const Code* code = nullptr;
  std::uint32_t pc = 0;
  std::uint32_t base = 0;        // its slots in the thread's values
  std::uint32_t first_slot = 0;  // its objects in the thread's list
  std::uint32_t flags = 0;
  static constexpr std::uint32_t is_atomic = 1;  // an indivisible section ends with it
  static constexpr std::uint32_t finishes = 2;   // its result goes to a function that ends the thread

  std::uint64_t saved = 0;  // the step in which it was last saved
  std::uint32_t part = 0;   // in Pools
  std::uint32_t chain = 0;  // with the frames below
  bool hashed = false;
  model::Fingerprint hash;
};

enum class Status : std::uint8_t {
  none,
  running,
  waiting,
  woken,
  ended,
  forgotten,  // it was joined or let go; its number is free, but handles of it may be left
};
[[nodiscard]] constexpr bool is_there(Status status) { return status != Status::none && status != Status::forgotten; }
[[nodiscard]] constexpr bool is_living(Status status) { return is_there(status) && status != Status::ended; }

// The last plain access of a thread to what others can see, while some may not know of it: the thread has released
// nothing since, or they have acquired nothing since then.
struct Trace {
  Value address;
  std::uint32_t bytes = 0;  // 0: there is none
  std::uint32_t flags = 0;
  std::uint64_t place = 0;    // the function, and the Op in it
  std::uint64_t unaware = 0;  // threads that have acquired nothing since, a bit for each

  static constexpr std::uint32_t writes = 1;
  static constexpr std::uint32_t kept = 2;  // the thread has released nothing since
  static constexpr std::uint32_t most_threads = 64;
  [[nodiscard]] bool has(std::uint32_t flag) const { return (flags & flag) != 0; }
  friend bool operator==(const Trace&, const Trace&) = default;
};

struct Record {
  Status status = Status::none;
  std::uint32_t flags = 0;
  std::uint32_t atomic = 0;  // indivisible sections that it is in
  Value waits_on;            // a condition variable
  Value result;              // once it has ended
  Value finish;              // a function to be called with its result
  Trace trace;               // if races by weaker orders are judged

  static constexpr std::uint32_t detached = 1;
  static constexpr std::uint32_t cut = 2;        // its last step was broken off in a loop
  static constexpr std::uint32_t suspended = 4;  // waits within an indivisible section, which it has left meanwhile
  static constexpr std::uint32_t fresh = 8;      // has not run yet
  static constexpr std::uint32_t looped = 16;    // its last step went round a loop
  static constexpr std::uint32_t outlived = 32;  // a thread has ended that main did not join
  static constexpr std::uint32_t late = 64;      // was started by such a thread, or not by main
  // Above these, how often its number was used before, up to a few times.
  static constexpr unsigned uses_at = 7;
  static constexpr std::uint32_t most_uses = 8;
  [[nodiscard]] std::uint32_t uses() const { return flags >> uses_at; }
};

// Threads of one state; a number is free again once its thread is gone.
inline constexpr std::uint32_t most_threads = 1u << 12;

struct Thread {
  std::uint32_t number = 0;
  std::uint32_t entity = 0;
  Record record;
  std::vector<Frame> frames;
  std::vector<Value> values;
  std::vector<Reference> slots;  // objects of its frames
  std::uint32_t record_part = 0;
  bool listed = false;
  bool listed_hash = false;
  bool hashed = false;
  model::Fingerprint hash;  // of the record

  // Names the thread beyond its end: another one with its number has another handle, a few times.
  [[nodiscard]] std::uint32_t handle() const { return record.uses() * most_threads + number; }
};

}  // namespace waymark::llvm
