// Footprints: what each statement of a process may read and write of what it shares with others, now and in all its
// future. Partial order reduction rests on them.
//
// A footprint belongs to an *instance*: a process type, a pid and the values of those of its variables that are never
// assigned after its start. With these known, `queue[id]!x` or `want[1 - me]` name one channel, one element, for the
// whole life of the process. So footprints are finer than what the program's text alone tells, and still a function of
// the state (contract 1).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/flat_state.hpp"
#include "promela/program.hpp"

namespace waymark::promela {

// Sets of shared objects: elements of global variables, the two ends of each channel, the table of processes, control
// states and variables that others look at. All sets over one program have the same number of words.
using ObjectSet = std::vector<std::uint64_t>;

class Objects {
 public:
  explicit Objects(const Program& program);

  [[nodiscard]] std::size_t words() const { return (count_ + 63) / 64; }
  [[nodiscard]] ObjectSet none() const { return ObjectSet(words(), 0); }
  // What lies in the bytes [begin, end) of the globals.
  void add_globals(ObjectSet& set, std::uint32_t begin, std::uint32_t end) const;
  // The ends of a channel: 0 stands for any.
  void add_send_end(ObjectSet& set, std::uint32_t channel) const { add_end(set, channel, 0); }
  void add_receive_end(ObjectSet& set, std::uint32_t channel) const { add_end(set, channel, 1); }
  void add_type(ObjectSet& set, std::uint32_t type) const { add(set, types_ + type); }
  void add_label(ObjectSet& set, std::uint32_t type, std::uint32_t state) const;
  static void add_all(ObjectSet& set) { set.assign(set.size(), ~std::uint64_t{0}); }

  static constexpr std::size_t starts = 0;  // written by who starts a process
  static constexpr std::size_t ends = 1;    // written by who ends
  static void add(ObjectSet& set, std::size_t object) { set[object / 64] |= std::uint64_t{1} << object % 64; }

  // Types whose variables others may read, and control states that somebody asks about.
  [[nodiscard]] bool is_read_from_outside(std::uint32_t type) const { return read_types_[type]; }

 private:
  void add_end(ObjectSet& set, std::uint32_t channel, std::size_t end) const;

  std::vector<std::uint32_t> element_of_;  // of each byte of the globals: its object, or no_object
  std::size_t channels_ = 0;               // first object of channel 1; two for each, then two for all others
  std::size_t channel_count_ = 0;
  std::size_t types_ = 0;
  std::size_t labels_ = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> asked_;  // (type, control state)
  std::vector<bool> read_types_;
  std::size_t count_ = 0;
};

// Of one statement and of what follows it indivisibly.
struct Effects {
  ObjectSet reads, writes;
  ObjectSet guard;  // what can make the statement executable if it is not
  bool sticky = false;
  bool visible = false;
};

struct Footprints {
  std::vector<Effects> ways;  // by transition of the type, from its first
  std::uint32_t first_way = 0;
  std::vector<ObjectSet> reads, writes;  // by control state: of it and all that can follow
};

// What must be seen of a reduced graph: everything that `watched` reads, and labels if asked for.
struct Visibility {
  ObjectSet objects;
  bool accepting = false;
  bool progress = false;
};

class Footprinter {
 public:
  Footprinter(const Program& program, const Objects& objects);

  // What a piece of code over the globals reads.
  [[nodiscard]] ObjectSet reads_of(Code code) const;
  // The bytes of a type's part that are assigned nowhere after its start.
  [[nodiscard]] const std::vector<bool>& stable(std::uint32_t type) const { return stable_[type]; }
  // Of the process whose part begins at `base`.
  [[nodiscard]] Footprints of(std::uint32_t type, std::uint32_t pid, const model::FlatState& state, std::uint32_t base,
                              const Visibility& visible) const;

 private:
  friend class Reading;

  const Program& program_;
  const Objects& objects_;
  std::vector<std::vector<bool>> stable_;  // by type and byte
  std::vector<bool> stable_globals_;       // by byte
  Effects acceptances_;                    // what any receive of a rendezvous may do to its receiver
  bool rendezvous_ = false;                // there are rendezvous channels
  bool atomic_acceptance_ = false;         // the receiver of one may go on alone
};

}  // namespace waymark::promela
