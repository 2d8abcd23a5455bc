// LeanRecorder: listens to a breadth-first search and writes a lean script of it or, if it does not end, a partial one.
// Per state it keeps its row (about a byte) and the number of other transitions that lead to it (a byte, more for the
// few that need it); per other transition, in a bit or three, how far back it leads. Breadth-first search numbers the
// children of a state one after the other, so the tree needs no further record, and writing it out depth-first is a
// table walk without running the program again. Nothing of a state is recorded before all its transitions are taken.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/budget.hpp"
#include "checkpoint/reader.hpp"
#include "checkpoint/writer.hpp"
#include "observe/gamma_codes.hpp"
#include "observe/labelling.hpp"
#include "script/row.hpp"
#include "script/writer.hpp"
#include "search/observer.hpp"

namespace waymark::observe {

// How close sync points lie: a task for each of a hundred workers should be even within a tenth, but small scripts need
// few.
struct SyncSpacing {
  std::uint64_t most = 1200;     // points in a script
  std::uint64_t between = 4096;  // at least so many transitions between two
};

class LeanRecorder final : public search::StepListener, public search::SampleListener {
 public:
  // What it keeps is taken from the budget; when that is spent it records no more, and the search goes on.
  explicit LeanRecorder(base::Budget& budget, SyncSpacing spacing = {}) : held_(budget), spacing_(spacing) {}

  void started(std::uint64_t root) override;
  void stepped(const search::Stepped& step) override;
  void left(std::uint64_t number, std::uint64_t depth) override;
  // Of a search that goes on through a sample of the states, the script is of what it explored before, unless the
  // sample turns out to be all of them.
  void sample_begins() override;
  void sample_thinned() override;

  // Instead of listening, of a search whose events nobody heard in one place: the row of the next state, in the order
  // of their numbers; and, when all are there, how many other transitions lead to each.
  void add_row(std::span<const std::uint8_t> row);
  void set_arrivals(std::uint64_t state, std::uint64_t count);

  // After a complete search: writes the script; form and numbers in the header are filled in here. A lean one, or one
  // of its kin if there are labels. False: see why().
  [[nodiscard]] bool write(const std::string& path, script::Header header, const Labelling* labels = nullptr);
  // After one that did not end: the same of the states whose transitions were all taken; all others that were met from
  // these are its frontier.
  [[nodiscard]] bool write_partial(const std::string& path, script::Header header);
  [[nodiscard]] const std::string& why() const { return why_; }

  // All that was recorded of a search, which has met and explored so many states, for a checkpoint.
  void save(checkpoint::Writer& writer, const search::Tallies& tallies) const;
  // Records on from there. Throws base::InputError if no recorder of such a search has written it, or if there is no
  // room for it. REQUIRES: nothing has been recorded.
  void load(checkpoint::Reader& reader, const search::Tallies& tallies);
  [[nodiscard]] std::uint64_t file_bytes() const { return file_bytes_; }

 private:
  // Where a state's row begins, which is its first child, and where the falls of its other transitions begin; kept for
  // every eighth state, between them one counts.
  struct Landmark {
    std::uint64_t row = 0;
    std::uint64_t child = 0;
    std::uint64_t falls = 0;
  };
  static constexpr std::uint64_t stride = 8;
  static constexpr std::uint8_t many = 255;  // the count is in large_

  // From a state to the next one. These two with or without the place of its falls, which costs more.
  template <bool falls>
  void step_over(Landmark& place) const;
  template <bool falls>
  [[nodiscard]] Landmark find(std::uint64_t state) const;
  [[nodiscard]] std::uint64_t count(std::uint64_t state) const;
  // The states up to this one, of which nothing was heard, were met and not explored. False: this is no such search.
  [[nodiscard]] bool pass_over_to(std::uint64_t state);
  void count_many(std::uint64_t state);
  void close_row() { close_row({rows_.size(), counts_.size(), falls_.position()}); }
  // The next row begins at this place.
  void close_row(const Landmark& next);
  // These read, and judge what they can by itself.
  void load_bytes(checkpoint::Reader& reader, std::uint64_t count, std::vector<std::uint8_t>& out);
  void load_large(checkpoint::Reader& reader);
  void take_room(const checkpoint::Reader& reader, std::uint64_t bytes);
  [[noreturn]] static void refuse_large(const checkpoint::Reader& reader);
  // Goes through all rows, and finds the landmarks and levels again.
  void survey(checkpoint::Reader& reader, const search::Tallies& tallies);
  // REQUIRES: it is not of the next level, to which one does not fall at all.
  [[nodiscard]] std::uint64_t fall_to(std::uint64_t state) const;
  void make_room();
  void give_up(std::string why);
  template <bool partial>
  void emit(script::Writer& writer, script::Header& header, const Labelling* labels) const;
  [[nodiscard]] bool write_as(script::Form form, const std::string& path, script::Header header,
                              const Labelling* labels);

  base::Reservation held_;
  SyncSpacing spacing_;
  std::vector<std::uint64_t> targets_;  // of the transitions taken so far from the state that is being explored
  std::vector<std::uint8_t> rows_;      // that of a state which was passed over is a zero
  std::vector<Landmark> landmarks_;
  std::vector<std::uint8_t> counts_;
  std::unordered_map<std::uint64_t, std::uint64_t> large_;
  // The first state at each distance from the initial one; the last is that of the states that are met from those
  // being explored.
  std::vector<std::uint64_t> levels_ = {0, 1};
  // For each other transition, how much nearer than one step further than its source its target is.
  GammaCodes falls_;
  std::uint64_t open_ = 0;  // the state that is being explored; those before it are done
  std::uint64_t passed_over_ = 0;
  std::uint64_t transitions_ = 0;
  std::uint64_t file_bytes_ = 0;
  // As it was when a sample began; what else is recorded meanwhile only adds to it.
  struct FirstPart {
    std::vector<std::uint8_t> counts;
    std::unordered_map<std::uint64_t, std::uint64_t> large;
    std::uint64_t open = 0;
    std::uint64_t transitions = 0;
  };
  std::optional<FirstPart> first_part_;
  bool over_ = false;  // what is heard from now on is of no use
  bool full_ = false;  // there was no room for more; what there is, is right
  std::string why_;
};

}  // namespace waymark::observe
