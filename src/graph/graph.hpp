// Graph: the toy on which every algorithm is tried first. Its states are numbers, its transitions edges, so the right
// answer is known by construction; tally() computes it by a plain walk that shares nothing with the searches.
//
// As text, one thing per line, '#' starts a comment:
//   0 1       an edge; a state's transitions are ordered as their lines
//   end 3     state 3 is a proper end: no deadlock when it has no edges
//   fail 4    entering state 4 violates an assertion
//   accept 6  state 6 is accepting
//   progress 7  state 7 makes progress
//   pass 5    state 5 lies in the middle of an indivisible step (Step::intermediate): not a state to store or count
// State 0 is the initial one.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/flat_state.hpp"
#include "model/model.hpp"
#include "model/partition_key.hpp"

namespace waymark::graph {

// The shape of a Graph: plain data, to be shared by the models of several threads.
struct Edges {
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t line = 0;
  };
  enum class Kind : std::uint8_t { plain, end, fail, pass };

  std::vector<Edge> edges;
  std::vector<std::pair<std::uint32_t, Kind>> kinds;
  std::vector<std::uint32_t> accepting = {}, progress = {};
  // Further words per state, each a part of its own: digits of the state's number, for stores that look at parts.
  std::uint32_t padding = 0;
  std::string name = "graph";  // of its file, for locations
};

// A search of everything reachable must find exactly this.
struct Tally {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;  // arrivals; choices in the middle of an indivisible step do not count
  std::uint64_t deadlocks = 0;    // states without transitions that are no proper ends
  std::uint64_t failures = 0;     // arrivals at a state that fails
  friend bool operator==(const Tally&, const Tally&) = default;
};

class Graph final : public model::Model, public model::Partitionable {
 public:
  explicit Graph(const Edges& shape);
  Graph(std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> edges);
  // Throws base::InputError.
  static std::unique_ptr<Graph> parse(std::string_view text, std::uint32_t padding = 0,
                                      const std::string& name = "graph");

  [[nodiscard]] Tally tally() const;

  void key(const model::Key& key) override { state_.key(key); }
  // A number: holds in the state of that number. Throws base::InputError.
  model::Watch watch(std::string_view expression) override;
  void reset() override { enter_anew(0); }
  void enabled(std::vector<model::Transition>& out) override;
  [[nodiscard]] bool steps_are_cheap() const override { return true; }
  [[nodiscard]] model::Step fire(const model::Transition& transition) override;
  [[nodiscard]] const model::Violation& violation() const override { return violation_; }
  [[nodiscard]] model::Mark mark() override { return state_.mark(); }
  void rewind(model::Mark mark) override { state_.rewind(mark); }
  void set_stop(const base::Stop* stop) override { stop_ = stop; }
  [[nodiscard]] model::Packed pack() override { return state_.pack(); }
  [[nodiscard]] model::Partitionable* partitionable() override { return this; }
  void unpack(std::span<const model::Word> words) override { enter_anew(words[0]); }
  void write(base::ByteSink& sink) override { sink.varint(here()); }
  [[nodiscard]] bool read(base::ByteSource& source) override;
  [[nodiscard]] bool words_are_portable() const override { return words_travel_; }
  // As if they meant something to this process only.
  void keep_words() { words_travel_ = false; }
  [[nodiscard]] bool read_words(std::span<const model::Word> words) override;
  [[nodiscard]] model::Fingerprint fingerprint() override { return state_.fingerprint(); }
  // As if four successive numbers differed in what is shared only.
  [[nodiscard]] std::uint64_t partition_hash(model::PartitionKey key) override;
  [[nodiscard]] model::Facts facts() override {
    return {.proper_end = kinds_[here()] == Kind::end, .accepting = accepting_[here()], .progress = progress_[here()]};
  }
  [[nodiscard]] bool holds(model::Watch watch) override { return here() == watches_[watch]; }
  [[nodiscard]] std::uint64_t bytes() const override { return state_.held_bytes(); }
  [[nodiscard]] model::ActionId actions() const override { return static_cast<model::ActionId>(edges_.size()); }
  [[nodiscard]] model::Action action(model::ActionId id) const override;
  [[nodiscard]] bool reached(model::ActionId id) const override { return reached_[id]; }
  [[nodiscard]] model::Step explain(const model::Transition& transition, model::Explanation& out) override;

 private:
  using Edge = Edges::Edge;
  using Kind = Edges::Kind;

  [[nodiscard]] std::uint32_t here() const { return state_.get<model::Word>(0); }
  void enter_anew(std::uint32_t number);
  [[nodiscard]] model::Word pad(std::uint32_t number, std::uint32_t index) const {
    return number >> (2 * index % 32) & 3;
  }
  void refuse_bad_passing() const;
  void arrive(std::uint32_t number, Tally& tally, std::vector<bool>& met, std::vector<std::uint32_t>& open) const;

  model::FlatState state_;
  std::vector<Edge> edges_;            // by state, in the order given
  std::vector<std::uint32_t> begins_;  // the edges of state n are begins_[n] .. begins_[n + 1] - 1
  std::vector<Kind> kinds_;
  std::vector<bool> accepting_, progress_;
  std::uint32_t padding_;
  std::string name_;
  std::vector<std::uint32_t> watches_;
  std::vector<bool> reached_;
  bool words_travel_ = true;
  const base::Stop* stop_ = nullptr;
  model::Violation violation_;
};

// All states reachable, no passing ones; some are proper ends. REQUIRES: states > 0 and edges >= states - 1.
[[nodiscard]] Edges random_graph(std::uint32_t states, std::uint32_t edges, std::uint64_t seed);

}  // namespace waymark::graph
