#include "observe/cycles_recorder.hpp"

#include <limits>

namespace waymark::observe {

namespace {

class RankLabelling final : public Labelling {
 public:
  RankLabelling(const RankedGraph& graph, const Ranks& ranks, const base::Stop* stop)
      : graph_(graph), ranks_(ranks), stop_(stop) {}

  [[nodiscard]] script::Form form() const override { return script::Form::cycles; }
  void write_first(script::Writer& writer) const override {
    writer.varint(script::Stream::claims, ranks_.of(0).rank);
    writer.varint(script::Stream::claims, ranks_.of(0).set);
  }
  void write(std::uint64_t state, std::uint64_t i, std::uint64_t&, script::Writer& writer) const override {
    base::poll(stop_);
    const Ranks::Label& here = ranks_.of(state);
    const Ranks::Label& there = ranks_.of(graph_.targets[graph_.first[state] + i]);
    writer.varint(script::Stream::claims, here.rank - there.rank);
    if (here.rank != there.rank) writer.varint(script::Stream::claims, there.set);
  }
  void label(std::uint64_t state, script::PathNode& node) const override {
    node.rank = ranks_.of(state).rank;
    node.set = ranks_.of(state).set;
  }

 private:
  const RankedGraph& graph_;
  const Ranks& ranks_;
  const base::Stop* stop_;
};

}  // namespace

void CyclesRecorder::add_state(model::Model& model) {
  const std::uint8_t accepting = model.facts().accepting ? 1 : 0;
  room_ = room_ && graph_.accepting.push(accepting);
}

void CyclesRecorder::started(std::uint64_t root, model::Model& model) {
  tree_.started(root);
  add_state(model);
  room_ = room_ && graph_.first.push(std::uint64_t{0});
}

void CyclesRecorder::stepped(const search::Stepped& step, model::Model& model) {
  tree_.stepped(step);
  if (!room_) return;
  room_ = step.found.number < std::numeric_limits<std::uint32_t>::max() &&
          graph_.targets.push(static_cast<std::uint32_t>(step.found.number));
  if (movers_ != nullptr) room_ = room_ && !movers_->full() && graph_.kinds.push(movers_->last());
  if (step.found.seen == store::Seen::fresh) add_state(model);
}

void CyclesRecorder::left(std::uint64_t number, std::uint64_t depth) {
  tree_.left(number, depth);
  room_ = room_ && graph_.first.push(graph_.targets.size());
}

CyclesRecorder::Answer CyclesRecorder::write(const std::string& path, const script::Header& header,
                                             const base::Stop* stop) {
  // Behind the last state begins none.
  if (room_) graph_.first.pop();
  Ranks ranks(graph_, movers_, budget_, stop);
  const Ranks::Answer answer = room_ ? ranks.compute() : Ranks::Answer::no_room;
  if (answer == Ranks::Answer::cycle) return Answer::cycle;
  if (answer == Ranks::Answer::no_room) {
    why_ = "there is not enough memory to find ranks for a script";
    return Answer::failed;
  }
  const RankLabelling labels(graph_, ranks, stop);
  if (tree_.write(path, header, &labels)) return Answer::written;
  why_ = tree_.why();
  return Answer::failed;
}

}  // namespace waymark::observe
