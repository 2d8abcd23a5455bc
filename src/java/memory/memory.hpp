// Memory: the state of a Java program, and everything that is done with states as a whole: undoing, packing, naming,
// collecting garbage, fingerprinting. All costs follow what a step touches and what the program itself has made, never
// what the JDK keeps in its static fields.
//
// A state is made of *entities*: objects, static fields of classes, threads. An entity's number is handed out once per
// process and stays; a packed state is a row of words, one per entity: 0 if it is not there (or is as it was when the
// program started), else the number of its contents in Pools. Going over to another state compares two rows.
//
// An object's place (Ref) stands for its name: (allocation site, number among the live objects of that site). A name
// has the same place whenever it occurs in this process, so references need no translation in packed states;
// fingerprints use the names instead. Numbers are given anew in each state, by the order in which objects are reached
// (canonical.cpp).
//
// Objects that exist when the program starts are *immortal*: they have no entity until they are first written.
//
// For other processes a state is written as names and values (writer.cpp, reader.cpp): all that differs from how the
// program starts, which follows from the program and its options.
//
// It is made in layers, each of which rests on those before it: Heap, UndoLog, Collector, Fingerprinting, Memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/budget.hpp"
#include "base/bytes.hpp"
#include "containers/padded_row.hpp"
#include "containers/pools.hpp"
#include "java/memory/fingerprinting.hpp"
#include "model/composite_state.hpp"

namespace waymark::java {

class Environment;

class Memory : public Fingerprinting, public model::CompositeState {
 public:
  [[nodiscard]] model::Packed pack();
  void unpack(std::span<const Word> words);
  // Of what packed states have at these positions, and of a row of such words.
  [[nodiscard]] bool stands_before(std::uint32_t one, std::uint32_t other) const override;
  [[nodiscard]] std::uint64_t hash_at(std::uint32_t position) override { return Fingerprinting::hash_at(position); }
  [[nodiscard]] model::Packed row(std::span<const Word> words) override { return row_.of(words, !full_); }
  // For processes that run the same program with the same options; equal bytes if and only if equal states.
  void write(Environment& environment, base::ByteSink& sink);
  // Stands in that state, forgetting all marks. A stranger's bytes: false, and then unpack() is needed. What it takes
  // for a state can be walked and gone on from, though the program may never come there.
  [[nodiscard]] bool read(Environment& environment, base::ByteSource& source);
  [[nodiscard]] std::uint64_t bytes() const;
  // What packed states share.
  [[nodiscard]] std::uint64_t pool_bytes() const { return pools_.bytes(); }

 private:
  class Writer;
  class Reader;

  // The number of a part or pair of Pools as states hold it: 0 is none, or no room.
  [[nodiscard]] std::uint32_t named(std::uint32_t number);
  [[nodiscard]] std::uint32_t part(std::span<const Word> words);
  [[nodiscard]] Word pack_object(const Object& object);
  [[nodiscard]] Word pack_class(const Class& klass);
  [[nodiscard]] Word pack_thread(Thread& thread);
  void restore(std::uint32_t entity, Word value);
  void restore_object(Ref ref, Word value);
  void restore_class(Class& klass, Word value);
  void restore_thread(Thread& thread, Word value);

  base::Budget unlimited_{~std::uint64_t{0} / 2};
  containers::Pools pools_{unlimited_};
  bool full_ = false;  // Pools had no room for some part: what is packed from then on means nothing
  containers::PaddedRow row_;
  std::vector<Word> scratch_;
  std::vector<std::uint32_t> frame_scratch_;
};

}  // namespace waymark::java
