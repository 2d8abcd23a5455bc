// Tiny: a model given by a function from a number to its transitions, for steps that Graph does not have: pruned ones,
// failures that arrive nowhere, features unsupported, indivisible sequences without end.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "model/model.hpp"

namespace waymark::search {

struct TinyStep {
  model::Step step = model::Step::moved;
  std::uint32_t to = 0;
  model::Step after = model::Step::failed;  // for failed steps
};

class Tiny final : public model::Model {
 public:
  using Steps = std::function<std::vector<TinyStep>(std::uint32_t)>;
  explicit Tiny(Steps steps) : steps_(std::move(steps)) {}

  void key(const model::Key&) override {}
  // Watch n holds everywhere but in state n.
  model::Watch watch(std::string_view expression) override {
    return static_cast<model::Watch>(std::stoul(std::string(expression)));
  }
  void reset() override { unpack(std::vector<model::Word>{0}); }
  void enabled(std::vector<model::Transition>& out) override {
    out.clear();
    const auto count = static_cast<std::uint32_t>(steps_(here_[0]).size());
    for (std::uint32_t i = 0; i < count; ++i) out.push_back({0, 0, i});
  }
  model::Step fire(const model::Transition& transition) override {
    const TinyStep step = steps_(here_[0]).at(transition.choice);
    journal_.push_back(here_[0]);
    here_[0] = step.to;
    violation_ = {"assertion", "tiny", "tiny:1", step.after};
    return step.step;
  }
  const model::Violation& violation() const override { return violation_; }
  model::Mark mark() override { return journal_.size(); }
  void rewind(model::Mark mark) override {
    while (journal_.size() > mark) {
      here_[0] = journal_.back();
      journal_.pop_back();
    }
  }
  model::Packed pack() override { return {here_, cuts_, here_[0] < room_}; }
  // States from this number on do not fit into its memory.
  void give_room_to(std::uint32_t states) { room_ = states; }
  void unpack(std::span<const model::Word> words) override {
    here_[0] = words[0];
    journal_.clear();
  }
  void write(base::ByteSink& sink) override { sink.varint(here_[0]); }
  bool read(base::ByteSource& source) override {
    unpack(std::vector<model::Word>{static_cast<model::Word>(source.varint())});
    return !source.failed();
  }
  model::Fingerprint fingerprint() override { return {here_[0], 0}; }
  model::Facts facts() override { return {}; }
  bool holds(model::Watch watch) override { return here_[0] != watch; }
  std::uint64_t bytes() const override { return journal_.capacity() * sizeof(model::Word); }
  model::ActionId actions() const override { return 0; }
  model::Action action(model::ActionId) const override { return {}; }
  bool reached(model::ActionId) const override { return true; }
  model::Step narrate(const model::Transition& transition, model::Narration&) override { return fire(transition); }

 private:
  Steps steps_;
  std::vector<model::Word> here_{0};
  std::vector<std::uint32_t> cuts_{1};
  std::uint32_t room_ = ~std::uint32_t{0};
  std::vector<model::Word> journal_;
  model::Violation violation_;
};

}  // namespace waymark::search
