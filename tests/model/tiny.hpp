// Tiny: a model given by a function from a number to its transitions, for steps that Graph does not have: pruned ones,
// failures that arrive nowhere, features unsupported, indivisible sequences without end.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "model/model.hpp"

namespace waymark::model {

struct TinyStep {
  Step step = Step::moved;
  std::uint32_t to = 0;
  Step after = Step::failed;  // for failed steps
};

class Tiny final : public Model {
 public:
  using Steps = std::function<std::vector<TinyStep>(std::uint32_t)>;
  explicit Tiny(Steps steps) : steps_(std::move(steps)) {}

  void key(const Key&) override {}
  // Watch n holds everywhere but in state n.
  Watch watch(std::string_view expression) override { return static_cast<Watch>(std::stoul(std::string(expression))); }
  void reset() override { unpack(std::vector<Word>{0}); }
  void enabled(std::vector<Transition>& out) override {
    out.clear();
    const auto count = static_cast<std::uint32_t>(steps_(here_[0]).size());
    for (std::uint32_t i = 0; i < count; ++i) out.push_back({0, 0, i});
  }
  Step fire(const Transition& transition) override {
    const TinyStep step = steps_(here_[0]).at(transition.choice);
    journal_.push_back(here_[0]);
    here_[0] = step.to;
    violation_ = {"assertion", "tiny", "tiny:1", step.after};
    return step.step;
  }
  const Violation& violation() const override { return violation_; }
  Mark mark() override { return journal_.size(); }
  void rewind(Mark mark) override {
    while (journal_.size() > mark) {
      here_[0] = journal_.back();
      journal_.pop_back();
    }
  }
  Packed pack() override { return {here_, here_[0] < room_}; }
  // States from this number on do not fit into its memory.
  void give_room_to(std::uint32_t states) { room_ = states; }
  void unpack(std::span<const Word> words) override {
    here_[0] = words[0];
    journal_.clear();
  }
  void write(base::ByteSink& sink) override { sink.varint(here_[0]); }
  bool read(base::ByteSource& source) override {
    unpack(std::vector<Word>{static_cast<Word>(source.varint())});
    return !source.failed();
  }
  Fingerprint fingerprint() override { return {here_[0], 0}; }
  Facts facts() override { return {}; }
  bool holds(Watch watch) override { return here_[0] != watch; }
  std::uint64_t bytes() const override { return journal_.capacity() * sizeof(Word); }
  ActionId actions() const override { return 0; }
  Action action(ActionId) const override { return {}; }
  bool reached(ActionId) const override { return true; }
  Step explain(const Transition& transition, Explanation&) override { return fire(transition); }

 private:
  Steps steps_;
  std::vector<Word> here_{0};
  std::uint32_t room_ = ~std::uint32_t{0};
  std::vector<Word> journal_;
  Violation violation_;
};

}  // namespace waymark::model
