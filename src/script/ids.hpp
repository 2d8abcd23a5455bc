// The ids form: a depth-first search step by step, as in the thesis. A step takes an arrival of the state on top of the
// path and says which state it leads to, or goes back. States are numbered from 1 in the order in which they are met.
// An arrival is named by its place in the order in which the model has them, and may be taken in any order.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "script/reader.hpp"
#include "script/writer.hpp"

namespace waymark::script {

struct IdsStep {
  bool back = false;
  std::uint32_t arrival = 0;  // which one is taken; back: how many the state has, if the script is true
  std::uint64_t id = 0;       // where it leads; back: the state that is left
  bool fresh = false;         // the state is met for the first time, and its own steps follow
  bool last = false;          // it is not met again

  friend bool operator==(const IdsStep&, const IdsStep&) = default;
};

// The states that are open, and which of their arrivals have been taken.
class IdsPath {
 public:
  struct Level {
    std::uint64_t id = 0;
    std::uint32_t upto = 0;  // all arrivals before this one have been taken
    std::uint32_t next = 0;  // behind the last one taken
  };
  // A script that takes arrivals out of order may leave so many gaps open at once.
  static constexpr std::size_t most_gaps = 4096;

  [[nodiscard]] bool empty() const { return levels_.empty(); }
  [[nodiscard]] const std::vector<Level>& levels() const { return levels_; }
  void push(std::uint64_t id) { levels_.push_back({id, 0, 0}); }
  // Of the top state. False: it was taken before, or too many are out of order.
  [[nodiscard]] bool take(std::uint32_t arrival);
  // No arrival before one that was taken is left out.
  [[nodiscard]] bool complete() const { return extras_.empty() || extras_.back().level != levels_.size(); }
  void pop() { levels_.pop_back(); }
  [[nodiscard]] std::uint64_t bytes() const { return levels_.size() * sizeof(Level) + extras_.size() * sizeof(Extra); }
  void encode(base::ByteSink& sink) const;

 private:
  // An arrival taken although one before it was not; those of the top state are at the end.
  struct Extra {
    std::uint64_t level = 0;  // counted from 1
    std::uint32_t arrival = 0;
  };
  std::vector<Level> levels_;
  std::vector<Extra> extras_;
};

// Follows a script without the program.
class IdsReader {
 public:
  // Reading ends with a fault when the path needs more than `memory` bytes.
  IdsReader(const std::shared_ptr<const File>& file, std::uint64_t memory);

  // False when the search is over, or after a fault.
  [[nodiscard]] bool next(IdsStep& step);
  [[nodiscard]] bool failed() const { return steps_.failed() || ids_.failed() || marks_.failed() || !why_.empty(); }
  [[nodiscard]] Fault fault() const;
  // The search is over, and nothing comes after it.
  [[nodiscard]] bool finished() const;

  [[nodiscard]] const IdsPath& path() const { return path_; }
  [[nodiscard]] std::uint64_t highest() const { return highest_; }    // the highest number so far
  [[nodiscard]] std::uint64_t arrivals() const { return arrivals_; }  // taken so far
  // Where it stands: streams, numbers and path. Equal for two readers if and only if they stand at the same place.
  [[nodiscard]] Digest position() const {
    return digest(steps_.position(), ids_.position(), highest_, arrivals_, path_);
  }
  // Where a reader stands that has read nothing.
  [[nodiscard]] static Digest start();

 private:
  [[nodiscard]] bool read_arrival(std::uint64_t code, IdsStep& step);
  [[nodiscard]] static Digest digest(std::uint64_t steps, std::uint64_t ids, std::uint64_t highest,
                                     std::uint64_t arrivals, const IdsPath& path);

  Cursor steps_;
  Cursor ids_;
  Cursor marks_;
  bool marked_;
  std::uint64_t memory_;
  IdsPath path_;
  std::uint64_t highest_ = 1;
  std::uint64_t arrivals_ = 0;
  std::uint8_t marks_byte_ = 0;
  std::string why_;
};

// Writes steps as they come, true or not.
class IdsEncoder {
 public:
  explicit IdsEncoder(Writer& writer) : writer_(writer) {}
  void add(const IdsStep& step);

 private:
  Writer& writer_;
  std::vector<std::uint32_t> expected_{0};  // for each state of the path, the arrival after the last one taken
  std::uint64_t highest_ = 1;
};

// Writes the ids script of a depth-first search, with the marks and the Subgraphs list, which it collects.
class IdsWriter {
 public:
  explicit IdsWriter(Writer& writer) : writer_(writer), encoder_(writer) {}

  // An arrival of the state on top of the path, the next one unless another is named; an id of highest() + 1 is a new
  // state.
  void arrive(std::uint64_t id) { arrive(id, open_.back().next); }
  void arrive(std::uint64_t id, std::uint32_t arrival);
  void back();
  // After the last back: marks and Subgraphs list; fills in the header's numbers.
  void finish(Header& header);

  [[nodiscard]] std::uint64_t highest() const { return last_.size(); }
  [[nodiscard]] std::uint64_t top() const { return open_.back().id; }
  [[nodiscard]] bool closed() const { return open_.empty(); }
  // What it holds, most of it for each state.
  [[nodiscard]] std::uint64_t bytes() const {
    return (last_.capacity() + sizes_.capacity()) * sizeof(std::uint64_t) + open_.capacity() * sizeof(Open);
  }

 private:
  struct Open {
    std::uint64_t id = 0;
    std::uint32_t taken = 0;
    std::uint32_t next = 0;
  };
  Writer& writer_;
  IdsEncoder encoder_;
  std::vector<Open> open_{{1, 0, 0}};
  std::vector<std::uint64_t> last_{0};   // by id - 1: the last arrival that leads there, counted from 1
  std::vector<std::uint64_t> sizes_{0};  // by id - 1: the arrivals of its subtree
  std::uint64_t arrivals_ = 0;
  std::uint64_t depth_ = 0;
};

// What a worker gets: a slice, from one place of the script to another, or a region, which is the subtree of a state
// without the subtrees that are regions of their own.
struct IdsTask {
  static constexpr std::uint64_t to_the_end = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t begin = 0;  // slice: goes on when so many arrivals have been taken
  std::uint64_t end = to_the_end;
  std::uint64_t root = 0;            // region: its state; 0: a slice
  std::vector<std::uint64_t> holes;  // region: the states at which others begin, in order
};

enum class IdsCut : std::uint8_t { slice, subtree };

// At most k tasks that make up the whole script. Slices are of equal length. Regions are whole subtrees, each nearest
// in size to its share of what is left (thesis, algorithm 3.2); a Subgraphs list that does not fit the script is
// refused.
[[nodiscard]] bool cut_ids(const std::shared_ptr<const File>& file, IdsCut how, std::uint64_t k, std::uint64_t memory,
                           std::vector<IdsTask>& tasks, Fault& fault);

// How much work tasks are, in arrivals: their own, and the way to where they begin.
struct IdsWork {
  std::uint64_t arrivals = 0;
  std::uint64_t path = 0;
};
[[nodiscard]] bool measure(const std::shared_ptr<const File>& file, const std::vector<IdsTask>& tasks,
                           std::uint64_t memory, std::vector<IdsWork>& works, Fault& fault);

}  // namespace waymark::script
