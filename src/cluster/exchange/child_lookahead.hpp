// ChildLookahead: children lookahead, as the JPF paper has it. A rank that sends a state to its owner looks for
// its own states among the successors, and keeps them for a while. The owner, when it expands the state one level
// later, does not send those but only the transition by which they are met. With several generations, ways that stay
// with the owner are followed further, which costs exponentially more steps.
//
// Nothing rests on the rank that looked: the transitions of a state and their order follow from the state (contract 1),
// so both ends mean the same by the index of a transition. An object is both ends of it for one rank.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cluster/exchange/state_codec.hpp"
#include "cluster/transport/transport.hpp"
#include "model/model.hpp"

namespace waymark::cluster {

class ChildLookahead {
 public:
  // How a rank names, to another one, the state behind one that it was sent.
  struct Promise {
    unsigned by = 0;          // the rank that has looked
    unsigned generation = 1;  // levels since it was sent
    std::string way;          // which of the states sent on that level, and the indices of transitions from there
  };
  // The owner of the state in which the model stands.
  using Owner = std::function<unsigned()>;

  ChildLookahead(unsigned ranks, model::Model& model, unsigned generations, Owner owner);

  // The model stands in a state that was just sent to this rank; and does so afterwards.
  // `chain`: most places inside an indivisible sequence.
  void look(unsigned self, unsigned to, std::uint32_t chain);
  // What was found there, which is taken once; nothing if it was never found.
  [[nodiscard]] std::optional<Bytes> take(unsigned from, const Promise& promise, std::uint64_t index);

  // The other end. A state was sent by this rank, and is kept by that number if it is one of the next level.
  void came(unsigned from, std::optional<std::uint64_t> id);
  // The state of this number is going to be expanded.
  void expand(std::uint64_t id);
  // Whether the rank has looked at the successors of the state that is being expanded.
  [[nodiscard]] const Promise* promised_by(unsigned rank) const;
  // A transition of it leads to a state of the next level, which is kept here.
  void follow(std::uint64_t index, std::uint64_t id);

  void next_level();
  // Nothing of all this; for all ranks at once, between two levels.
  void forget();
  [[nodiscard]] std::uint64_t held_bytes() const { return held_; }

 private:
  using Promises = std::vector<Promise>;
  struct Found {
    std::uint64_t sent = 0;  // states
    std::unordered_map<std::string, Bytes> states;
  };

  void descend(unsigned self, unsigned to, std::uint32_t chain, const std::string& way, unsigned generations);
  void promise(std::uint64_t id, const Promise& one);

  unsigned ranks_;
  model::Model& model_;
  StateCodec codec_;
  unsigned generations_;
  Owner owner_;
  std::deque<std::vector<Found>> found_;  // by levels since then, and by rank
  std::vector<std::uint64_t> came_;       // states on this level, by rank
  std::unordered_map<std::uint64_t, Promises> promises_, next_promises_;
  const Promises* here_ = nullptr;  // of the state that is being expanded
  std::uint64_t held_ = 0;
};

}  // namespace waymark::cluster
