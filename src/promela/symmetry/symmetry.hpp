// Symmetry: which processes of a program can be exchanged, and what that does to a state. docs/trust/symmetry.md says
// why runs are then the same but for the numbers of processes.
//
// Processes of one type that stand alike in a state, or differ in numbers that are theirs, are instances. An exchange
// of two instances exchanges their parts of the state, the elements of arrays that their numbers index, and their
// numbers wherever these lie. It is used only if it leaves that state as it is, and all code treats the numbers alike.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "promela/program/program.hpp"

namespace waymark::promela {

// Where each instance goes: by the number of its team's first instance, and its own.
using Permutation = std::vector<std::uint8_t>;

// An instance of a team of instances, or none.
struct Member {
  std::int32_t numbering = -1;  // by which it is meant; -1: none
  std::uint32_t instance = 0;
  friend bool operator==(const Member&, const Member&) = default;
};

// A way to number the instances of a team.
struct Numbering {
  std::uint32_t team = 0;
  std::vector<std::int32_t> values;  // by instance
  friend bool operator==(const Numbering&, const Numbering&) = default;
};

// Processes of one type or several, which are exchanged together: the instances of each with the same number.
struct Team {
  std::string name;
  std::uint32_t first = 0;                           // in a Permutation
  std::uint32_t count = 0;                           // instances
  std::vector<std::vector<std::uint32_t>> pids;      // one for each type, by instance
  std::vector<std::vector<std::uint32_t>> together;  // sets of instances that can be exchanged, each of two or more
  friend bool operator==(const Team&, const Team&) = default;
};

// Scalars of one meaning in a state: elements of an array, or the same variable of several processes.
struct Cells {
  struct Axis {
    std::uint32_t stride = 0;     // in `offsets`
    std::vector<Member> members;  // by index
    friend bool operator==(const Axis&, const Axis&) = default;
  };
  Cell cell;
  std::vector<Axis> axes;
  std::vector<std::uint32_t> offsets;  // bytes
  // Of a value, what it means: instances by value, in order; or the number of a channel.
  std::vector<std::pair<std::int32_t, Member>> meaning;
  bool is_channel = false;
  // In a message: where its channel has the number of its messages, and which of these it is in.
  std::vector<std::uint32_t> lengths;
  std::uint32_t slot = 0;

  [[nodiscard]] bool is_empty(std::size_t element, const std::uint8_t* state) const {
    return !lengths.empty() && state[lengths[element]] <= slot;
  }
  [[nodiscard]] Member member(std::int32_t value) const;
  friend bool operator==(const Cells&, const Cells&) = default;
};

// A channel, as the variable with which it was declared: where that goes, it goes.
struct ChannelPlace {
  std::uint32_t cells = 0;
  std::uint32_t element = 0;
  bool moves = false;
  friend bool operator==(const ChannelPlace&, const ChannelPlace&) = default;
};

// A state in which all processes have started. Where one process starts them while others run, states in which all have
// started may be others than this: only the processes, their order and the variables of that one are the same.
struct Start {
  std::vector<model::Word> words;
  std::optional<std::uint32_t> starter;  // its pid
  std::vector<std::uint32_t> passed;     // control states where it may still stand, all processes having started
  friend bool operator==(const Start&, const Start&) = default;
};

class Symmetry {
 public:
  struct Found {
    std::shared_ptr<const Symmetry> symmetry;  // null: there is none
    std::string why;                           // there is none
    bool starts_more = false;                  // some process may start others, from that state on
  };
  // Of the runs of a program in which all processes have started. What is watched keeps its value.
  [[nodiscard]] static Found find(const Program& program, const std::vector<Code>& watches, const Start& start);

  // Whether what is watched keeps its value in all exchanges: all that is watched so far.
  [[nodiscard]] bool leaves(const Program& program, const std::vector<Code>& watches) const;
  friend bool operator==(const Symmetry&, const Symmetry&) = default;

  [[nodiscard]] const std::vector<Team>& teams() const { return teams_; }
  [[nodiscard]] const std::vector<Numbering>& numberings() const { return numberings_; }
  [[nodiscard]] const std::vector<Cells>& cells() const { return cells_; }
  [[nodiscard]] const std::vector<ChannelPlace>& channels() const { return channels_; }
  // States with so many words have all processes.
  [[nodiscard]] std::uint32_t words() const { return words_; }
  // For people: "3 User (pids 1 to 3)".
  [[nodiscard]] std::string text() const;
  // How often a state is counted at most that counts once by symmetry.
  [[nodiscard]] double order() const;
  // Whether some process can end: such a one then stays in the state, and is known to be there by nobody.
  [[nodiscard]] bool ends() const { return ends_; }
  // Sets of processes that can be exchanged.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> exchangeable() const;

  [[nodiscard]] Permutation identity() const;
  [[nodiscard]] Permutation product(const Permutation& first, const Permutation& then) const;
  [[nodiscard]] std::uint32_t image(const Permutation& by, std::uint32_t pid) const;
  [[nodiscard]] Member image(const Permutation& by, const Member& member) const {
    return {member.numbering,
            by[teams_[numberings_[static_cast<std::size_t>(member.numbering)].team].first + member.instance]};
  }
  [[nodiscard]] std::int32_t value(const Member& member) const {
    return numberings_[static_cast<std::size_t>(member.numbering)].values[member.instance];
  }
  // REQUIRES: both have words() words and are different ones.
  void apply(const Permutation& by, std::span<const model::Word> from, std::span<model::Word> to) const;

 private:
  friend class Finder;

  // The number of the channel to which one goes.
  [[nodiscard]] std::int32_t channel_image(const Permutation& by, std::int32_t number) const;
  [[nodiscard]] std::size_t element_image(const Permutation& by, const Cells& cells, std::size_t element) const;

  std::vector<Team> teams_;
  std::vector<Numbering> numberings_;
  std::vector<Cells> cells_;
  std::vector<ChannelPlace> channels_;                         // by number - 1
  std::vector<std::vector<std::uint32_t>> channels_of_cells_;  // by cells and element: the number of the channel
  Start start_;                                                // from which it was found
  std::uint32_t words_ = 0;
  bool ends_ = false;
};

}  // namespace waymark::promela
