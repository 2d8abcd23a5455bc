// Reducer: which accesses to shared memory need no stop before them, because no other thread can tell when they happen.
// That rests on how the threads of a program are presumed to access each of its variables while there are several
// threads: only to read it, only in one thread or in main while that thread is not there, or only while they hold one
// and the same lock. Walks through the program find out what to presume. Every access of every step is held against it;
// one that is not as presumed refutes the presumption, and the search begins anew.
//
// A variable is four bytes of the objects that one place in the code makes; of large objects, all of their bytes. Where
// nothing can be presumed of such a one, its single bytes in single objects are variables: elements.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/mutex.hpp"
#include "llvm/memory/memory.hpp"

namespace waymark::llvm {

// Variables of which nothing may be presumed, for all models of one program.
class Refuted {
 public:
  // "17.4 21.0 21.0+": places and offsets; with a plus, of the elements there.
  [[nodiscard]] std::string text() const;
  // What such a text says, in addition. A stranger's text: false if it is none.
  [[nodiscard]] bool read(std::string_view text);
  // Numbers of variables as Reducer has them.
  [[nodiscard]] std::vector<std::uint64_t> all() const;

 private:
  mutable base::Mutex mutex_;
  std::map<std::uint64_t, bool> variables_ GUARDED_BY(mutex_);
};

// Thrown by an access that is not as presumed.
struct Refutation {
  std::string variable;
};

class Reducer {
 public:
  explicit Reducer(Memory& memory) : memory_(memory) {}

  // From now on accesses are noted; nothing is presumed.
  void learn(const std::vector<std::uint64_t>& refuted);
  // From now on what was learnt is presumed.
  void presume();
  [[nodiscard]] bool learning() const { return mode_ == Mode::learning; }
  [[nodiscard]] bool active() const { return mode_ != Mode::off; }
  // Grows with all that is learnt.
  [[nodiscard]] std::uint64_t learnt() const { return learnt_; }

  // A thread takes a mutex there, or a lock for readers and writers.
  void note_lock(const Object& object, std::uint64_t offset, bool has_readers);
  // Whether nobody else can tell when a lock there is given back: it is presumed that it is neither destroyed nor freed
  // while there are several threads.
  [[nodiscard]] bool unlocks_freely(const Object& object, std::uint64_t offset) const;
  // Whether nobody else can tell when the thread does this, while others live. Throws Refutation.
  [[nodiscard]] bool moves_freely(const Thread& thread, const Object& object, std::uint64_t offset, std::uint64_t bytes,
                                  bool writes);

 private:
  enum class Mode : std::uint8_t { off, learning, presuming };
  // A lock: at this place, or at this offset of the same object. Who reads may have it as one of several readers.
  struct Guard {
    bool same_object = false;
    Reference object = 0;
    std::uint64_t offset = 0;
    bool has_readers = false;
    friend auto operator<=>(const Guard&, const Guard&) = default;
  };
  struct Variable {
    bool written = false;
    bool refuted = false;
    bool seen = false;
    bool is_owned = true;       // by the thread with one number, or by main while that one is not there
    std::uint32_t owner = 0;    // main, if nobody else
    std::uint64_t beside = 0;   // threads that were there when main had it, a bit for each
    std::vector<Guard> guards;  // that were always held
    // Of elements: whether something is presumed of some, and whether that was refuted.
    bool has_elements = false;
    bool elements_refuted = false;
    std::uint64_t whole = 0;  // of an element: the variable that it is of

    // Whether something is presumed of it.
    [[nodiscard]] bool is_presumed() const { return !refuted && (!written || is_owned || !guards.empty()); }
  };

  [[nodiscard]] std::uint64_t variable(const Object& object, std::uint64_t offset) const;
  // 0 if it is none.
  [[nodiscard]] std::uint64_t element(const Object& object, std::uint64_t offset) const;
  [[nodiscard]] bool holds(const Thread& thread, const Object& object, const Guard& guard, bool writes);
  // Threads that are there beside main, a bit for each; all, if one has ended that main did not join.
  [[nodiscard]] std::uint64_t beside(const Thread& main) const;
  void note(const Thread& thread, const Object& object, Variable& it, bool writes);
  void note_owner(const Thread& thread, Variable& it);
  void note_elements(const Thread& thread, const Object& object, std::uint64_t offset, std::uint64_t bytes,
                     bool writes);
  [[nodiscard]] bool is_owner(const Thread& thread, const Variable& it) const;
  [[nodiscard]] bool is_as_presumed(const Thread& thread, const Object& object, const Variable& it, bool writes);
  // Whether nobody else can tell when the thread accesses these bytes of a variable, element by element. Throws
  // Refutation.
  [[nodiscard]] bool elements_move_freely(const Thread& thread, const Object& object, std::uint64_t offset,
                                          std::uint64_t bytes, bool writes);

  Memory& memory_;
  Mode mode_ = Mode::off;
  std::unordered_map<std::uint64_t, Variable> variables_;
  std::unordered_map<std::uint64_t, Variable> elements_;
  // Locks that were ever taken: of globals, and within objects of a site.
  std::vector<Guard> locks_;
  std::vector<std::pair<std::uint64_t, Guard>> site_locks_;
  std::uint64_t learnt_ = 0;
};

}  // namespace waymark::llvm
