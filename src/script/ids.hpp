// The ids form: a depth-first search step by step, as in the thesis. A step goes to a successor of the state on top of
// the path and says which state that is, or goes back. States are numbered from 1 in the order in which they are met. A
// successor is named by its index in the order in which the model has them; they may be taken in any order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "script/reader.hpp"

namespace waymark::script {

struct IdsStep {
  bool back = false;
  std::uint32_t successor = 0;  // its index; back: how many the state has, if the script is true
  std::uint64_t id = 0;         // the state it is; back: the one that is left
  bool fresh = false;           // the state is met for the first time, and its own steps follow
  bool last = false;            // it is not met again

  friend bool operator==(const IdsStep&, const IdsStep&) = default;
};

// The states that are open, and which of their successors have been taken.
class IdsPath {
 public:
  struct OpenState {
    std::uint64_t id = 0;
    std::uint32_t upto = 0;  // all successors before this one have been taken
    std::uint32_t next = 0;  // behind the last one taken
  };
  // A script that takes successors out of order may leave so many gaps open at once.
  static constexpr std::size_t most_gaps = 4096;

  [[nodiscard]] bool empty() const { return states_.empty(); }
  [[nodiscard]] const std::vector<OpenState>& states() const { return states_; }
  void push(std::uint64_t id) { states_.push_back({id, 0, 0}); }
  // Of the top state. False: it was taken before, or too many are out of order.
  [[nodiscard]] bool take(std::uint32_t successor);
  // No successor before one that was taken is left out.
  [[nodiscard]] bool complete() const { return extras_.empty() || extras_.back().depth != states_.size(); }
  void pop() { states_.pop_back(); }
  [[nodiscard]] std::uint64_t bytes() const {
    return states_.size() * sizeof(OpenState) + extras_.size() * sizeof(Extra);
  }
  void encode(base::ByteSink& sink) const;

 private:
  // A successor taken although one before it was not; those of the top state are at the end.
  struct Extra {
    std::uint64_t depth = 0;  // of its state on the path, counted from 1
    std::uint32_t successor = 0;
  };
  std::vector<OpenState> states_;
  std::vector<Extra> extras_;
};

// Follows a script without the program. What can be said of marks and Subgraphs list without it is said here, and so
// of every script alike, whatever it is cut into: no state is met after its last time, and below each state are as many
// transitions as the list says. Memory: the path, and of a script with marks a bit per state.
class IdsReader {
 public:
  // Reading ends with a fault when that is more than `memory` bytes.
  IdsReader(const std::shared_ptr<const File>& file, std::uint64_t memory);

  // False when the search is over, or after a fault.
  [[nodiscard]] bool next(IdsStep& step);
  [[nodiscard]] bool failed() const {
    return steps_.failed() || ids_.failed() || marks_.failed() || sizes_.failed() || !why_.empty();
  }
  [[nodiscard]] Fault fault() const;
  // The search is over, and nothing comes after it.
  [[nodiscard]] bool finished() const;

  [[nodiscard]] const IdsPath& path() const { return path_; }
  [[nodiscard]] std::uint64_t highest() const { return highest_; }          // the highest number so far
  [[nodiscard]] std::uint64_t transitions() const { return transitions_; }  // taken so far
  // Where it stands: streams, numbers and path. Equal for two readers if and only if they stand at the same place.
  [[nodiscard]] Digest position() const {
    return digest(steps_.position(), ids_.position(), highest_, transitions_, path_);
  }
  // Where a reader stands that has read nothing.
  [[nodiscard]] static Digest start();

 private:
  [[nodiscard]] bool read_successor(std::uint64_t code, IdsStep& step);
  [[nodiscard]] bool note_mark(const IdsStep& step);
  [[nodiscard]] bool open(std::uint64_t id);
  // Always false, so that its finder can return it.
  bool fail(std::string why);
  [[nodiscard]] static Digest digest(std::uint64_t steps, std::uint64_t ids, std::uint64_t highest,
                                     std::uint64_t transitions, const IdsPath& path);

  Cursor steps_;
  Cursor ids_;
  Cursor marks_;
  Cursor sizes_;
  bool marked_;
  bool sized_;
  std::uint64_t memory_;
  IdsPath path_;
  std::vector<std::uint64_t> ends_;  // for each state on it, how many transitions will be taken when it is left
  std::vector<bool> gone_;           // by number: marked as not met again
  std::uint64_t highest_ = 1;
  std::uint64_t transitions_ = 0;
  std::uint8_t marks_byte_ = 0;
  std::string why_;
  bool full_ = false;
};

}  // namespace waymark::script
