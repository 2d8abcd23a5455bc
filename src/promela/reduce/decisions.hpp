// Decisions: remembers which processes were found to be enough (stubborn.hpp), by what the finding looked at.
//
// What is looked at first is the key: where the processes stand, as far as it matters, and what can be executed. What
// is then asked about the state depends on the answers before, so a key leads to a tree of questions with decisions at
// its leaves. Following it asks the same questions again, in the same order, and comes to the same decision.
//
// Memory is bounded, and a program in which nothing repeats is given up.
#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "containers/number_table.hpp"

namespace waymark::promela {

using Pids = std::bitset<256>;

// Something that can be asked about the state at hand.
struct Question {
  enum class About : std::uint8_t {
    condition,  // whether that transition's holds for that process, wherever it stands; true if asking goes wrong
    full,       // whether that channel is
    empty
  };
  About about = About::condition;
  std::uint32_t pid = 0;
  std::uint32_t number = 0;  // of the transition or the channel
};

class StateOracle {
 public:
  StateOracle() = default;
  StateOracle(const StateOracle&) = delete;
  StateOracle& operator=(const StateOracle&) = delete;
  [[nodiscard]] virtual bool ask(const Question& question) = 0;

 protected:
  ~StateOracle() = default;
};

struct Answered {
  Question question;
  bool answer = false;
};

class Decisions {
 public:
  // Begins a key; what decides is then added to it.
  void begin() { key_.clear(); }
  void add(std::uint64_t word) { key_.push_back(word); }

  struct Decision {
    bool all = true;  // all are needed
    Pids enough;
  };
  // nullptr: not known.
  [[nodiscard]] const Decision* find(StateOracle& oracle);
  // REQUIRES: find() has just answered nullptr.
  void learn(std::span<const Answered> asked, const Decision& decision);

  void clear() { *this = {}; }
  [[nodiscard]] std::uint64_t bytes() const {
    return table_.bytes() + entries_.size() * sizeof(Entry) + keys_.size() * sizeof(std::uint64_t) +
           nodes_.size() * sizeof(Node) + decisions_.size() * sizeof(Decision);
  }

 private:
  static constexpr std::uint32_t nothing = 0;
  struct Entry {
    std::uint32_t key = 0;  // where it begins; its length comes first
    std::uint32_t root = nothing;
  };
  // Numbers of nodes count from 1; that of a decision has its highest bit set.
  static constexpr std::uint32_t leaf = 1u << 31;
  struct Node {
    Question question;
    std::uint32_t next[2] = {nothing, nothing};  // by the answer
  };

  [[nodiscard]] std::uint32_t hash() const;
  [[nodiscard]] Entry& entry_of_key();

  std::vector<std::uint64_t> key_;
  containers::NumberTable table_;  // of entries, by the hash of their keys
  std::vector<Entry> entries_{1};  // number 0 is none
  std::vector<std::uint64_t> keys_;
  std::vector<Node> nodes_;
  std::vector<Decision> decisions_;
  std::uint32_t hash_ = 0;   // of the key
  std::uint32_t found_ = 0;  // the key's entry; 0: none
  std::uint64_t tries_ = 0;
  std::uint64_t misses_ = 0;
  bool given_up_ = false;
};

}  // namespace waymark::promela
