// Graphs that ranks search together, and what is to be the same whoever does it.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cluster/search/frontier.hpp"
#include "containers/mix.hpp"
#include "graph/graph.hpp"
#include "model/composite_state.hpp"
#include "model/layer.hpp"
#include "search/heard.hpp"
#include "search/limits.hpp"
#include "search/outcome.hpp"
#include "search/sprinkled.hpp"

namespace waymark::cluster {

// What a search has to keep for a script, if it writes one.
inline Frontier::Keeps keeps_for(const std::string& script) {
  return script.empty() ? Frontier::Keeps::nothing : Frontier::Keeps::in_degrees;
}

struct Case {
  graph::Edges shape;
  search::Limits limits;
  bool deadlock = true;
  std::vector<std::string> invariants;
  bool words_are_portable = true;
  std::uint32_t supported = 0;  // of so many edges one is more than the model can do; 0: none
};

// A graph of which some edges are not supported.
class Partial final : public model::Layer {
 public:
  Partial(std::unique_ptr<model::Model> inner, std::uint32_t supported)
      : Layer(std::move(inner), 1), supported_(supported) {}

  void enabled(std::vector<model::Transition>& out) override { inner().enabled(out); }
  [[nodiscard]] model::Step fire(const model::Transition& transition) override {
    refused_ = transition.action % supported_ == supported_ - 1;
    if (!refused_) return inner().fire(transition);
    violation_ = {"unsupported", "edge " + std::to_string(transition.action), "", model::Step::unsupported};
    return model::Step::unsupported;
  }
  [[nodiscard]] model::Step explain(const model::Transition& transition, model::Explanation& out) override {
    return inner().explain(transition, out);
  }
  [[nodiscard]] const model::Violation& violation() const override {
    return refused_ ? violation_ : Layer::violation();
  }

 private:
  [[nodiscard]] bool fits(model::Word) const override { return true; }

  std::uint32_t supported_;
  bool refused_ = false;
  model::Violation violation_;
};

// A graph whose packed states mean nothing to another one: it has positions in an order of its own, and calls what
// stands at each by the numbers in which that comes.
class Renaming final : public model::Layer, public model::CompositeState {
 public:
  Renaming(std::unique_ptr<model::Model> inner, std::uint32_t shift) : Layer(std::move(inner), 1), shift_(shift) {}

  void enabled(std::vector<model::Transition>& out) override { inner().enabled(out); }
  [[nodiscard]] model::Step fire(const model::Transition& transition) override { return inner().fire(transition); }
  [[nodiscard]] model::Step explain(const model::Transition& transition, model::Explanation& out) override {
    return inner().explain(transition, out);
  }
  [[nodiscard]] model::Packed pack() override {
    const model::Packed plain = Layer::pack();
    size_ = static_cast<std::uint32_t>(plain.words.size());
    std::vector<model::Word> words(size_);
    for (std::uint32_t i = 0; i < size_; ++i) {
      if (plain.words[i] == 0) continue;
      auto& numbers = numbers_[i];
      const auto known = numbers.try_emplace(plain.words[i], static_cast<model::Word>(numbers.size() + 1)).first;
      meanings_[{i, known->second}] = plain.words[i];
      words[(i + shift_) % size_] = known->second;
    }
    return row(words);
  }
  [[nodiscard]] model::Packed row(std::span<const model::Word> words) override {
    row_.assign(words.begin(), words.end());
    row_.resize(size_);
    return {row_};
  }
  [[nodiscard]] bool words_are_portable() const override { return false; }
  void unpack(std::span<const model::Word> words) override {
    std::vector<model::Word> plain(words.size());
    for (std::uint32_t i = 0; i < plain.size(); ++i) {
      const model::Word word = words[(i + shift_) % size_];
      if (word != 0) plain[i] = meanings_.at({i, word});
    }
    Layer::unpack(plain);
  }
  [[nodiscard]] model::CompositeState* composite_state() override { return this; }
  [[nodiscard]] bool stands_before(std::uint32_t one, std::uint32_t other) const override {
    return original(one) < original(other);
  }
  [[nodiscard]] std::uint64_t hash_at(std::uint32_t position) override {
    const std::uint32_t place = original(position);
    return containers::mix_pair(place, Layer::pack().words[place]);
  }

 private:
  [[nodiscard]] bool fits(model::Word) const override { return true; }
  [[nodiscard]] std::uint32_t original(std::uint32_t position) const {
    return (position + size_ - shift_ % size_) % size_;
  }

  std::uint32_t shift_;
  std::uint32_t size_ = 0;
  std::map<std::uint32_t, std::map<model::Word, model::Word>> numbers_;
  std::map<std::pair<std::uint32_t, model::Word>, model::Word> meanings_;
  std::vector<model::Word> row_;
};

inline std::unique_ptr<model::Model> model_of(const Case& given) {
  auto graph = std::make_unique<graph::Graph>(given.shape);
  if (!given.words_are_portable) graph->keep_words();
  if (given.supported == 0) return graph;
  return std::make_unique<Partial>(std::move(graph), given.supported);
}

inline search::Judged judged(const Case& given, model::Model& model) {
  search::Judged judged;
  judged.deadlock = given.deadlock;
  for (const std::string& text : given.invariants) judged.invariants.push_back({model.watch(text), text});
  return judged;
}

// Ranks number their states in their own way.
inline void expect_same_but_numbers(search::Outcome outcome, const search::Outcome& expected) {
  ASSERT_EQ(outcome.findings.size(), expected.findings.size());
  for (std::size_t i = 0; i < outcome.findings.size(); ++i) outcome.findings[i].from = expected.findings[i].from;
  search::expect_same(outcome, expected);
}

inline std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A random graph, and what is judged of it.
inline Case random_case(unsigned seed) {
  std::mt19937 engine(seed);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  Case given{search::sprinkled(seed, 80), {}, random() % 2 == 0, {}};
  given.limits.errors = random() % 4;
  given.limits.kept = 1 + random() % 20;
  if (random() % 4 == 0) given.limits.states = 1 + random() % 60;
  if (random() % 4 == 0) given.limits.depth = random() % 8;
  // Of a graph one can ask only whether one is in a certain state: all others break it.
  if (random() % 8 == 0) given.invariants.push_back(std::to_string(random() % 3));
  given.words_are_portable = random() % 3 != 0;
  return given;
}

}  // namespace waymark::cluster
