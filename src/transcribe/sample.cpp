#include "transcribe/sample.hpp"

#include <limits>
#include <vector>

#include "base/check.hpp"
#include "model/path.hpp"
#include "script/part_writer.hpp"
#include "script/row.hpp"
#include "script/row_builder.hpp"

namespace waymark::transcribe {

bool SampledStates::add(const model::Fingerprint& state, const Met& met) {
  room_ = room_ && budget_.take(bytes_each);
  if (room_ && !states_.emplace(state, met).second) budget_.give_back(bytes_each);
  return room_;
}

bool SampledStates::arrive(const model::Fingerprint& state, bool from_sample) {
  const auto found = states_.find(state);
  if (found == states_.end()) return add(state, {true, from_sample ? 1u : 0u});
  found->second.arrivals += from_sample ? 1 : 0;
  return false;
}

model::Census SampledStates::census() const {
  model::Census census;
  for (const auto& [state, met] : states_) {
    if (met.sampled) census.count(met.arrivals);
  }
  return census;
}

namespace {

class SampleWriter {
 public:
  SampleWriter(model::Model& model, const std::shared_ptr<const script::File>& partial, std::uint64_t falls,
               SampledStates& states, script::Writer& writer, const base::Stop* stop)
      : model_(model),
        path_(model),
        states_(states),
        draw_(script::sample_seed(partial->header())),
        bound_(model::Draw::bound(falls)),
        stream_(partial, script::Stream::rows),
        points_(partial, std::numeric_limits<std::uint64_t>::max()),
        writer_(writer),
        syncs_(writer, script::Form::partial),
        stop_(stop) {
    point_ = points_.next();
  }

  [[nodiscard]] bool run() {
    model_.reset();
    if (!enter()) return false;
    while (!path_.empty()) {
      if (path_.exhausted()) {
        if (!path_.intermediate()) leave();
        path_.pop();
        continue;
      }
      const model::Step step = path_.step();
      if (step == model::Step::unsupported) return false;
      if (step == model::Step::intermediate) CHECK(path_.push_intermediate());
      if (step == model::Step::moved && !arrive()) return false;
    }
    return stream_.at_end() && !points_.failed();
  }

 private:
  // A state on the path: one that the script has, or one that is on its frontier or of the sample, whose row has a
  // symbol for each transition that leads to where the draw says.
  struct Open {
    std::size_t begin = 0;
    script::RowCursor cursor;
    bool thin = false;
    bool sampled = false;
  };

  // The model stands in a state that the script enters.
  [[nodiscard]] bool enter() {
    if (point_ != nullptr && point_->states == entered_) {
      script::SyncPoint moved = *point_;
      moved.rows += added_;
      syncs_.add(moved);
      point_ = points_.next();
    }
    ++entered_;
    const std::size_t begin = rows_.size();
    const bool read = script::read_row(stream_, rows_, std::numeric_limits<std::uint64_t>::max());
    if (!read || stream_.failed()) return false;
    write_from(begin);
    CHECK(path_.push(0));
    if (rows_.back() != 0) {
      open_.push_back({begin, script::RowCursor()});
      return true;
    }
    rows_.resize(begin);
    return enter_thin(false);
  }

  // The state on top of the path: learns which of its transitions lead to new states of the sample, and writes that.
  [[nodiscard]] bool enter_thin(bool sampled) {
    const std::size_t begin = rows_.size();
    script::RowBuilder row(rows_);
    const model::Expansion expansion = path_.each_step(model::no_chain_limit, [&](model::Step, model::Step became) {
      base::poll(stop_);
      if (became == model::Step::moved && in_sample()) row.add(states_.arrive(model_.fingerprint(), sampled));
      return became != model::Step::unsupported && states_.has_room();
    });
    if (expansion != model::Expansion::complete) return false;
    row.close();
    write_from(begin);
    added_ += rows_.size() - begin;
    open_.push_back({begin, script::RowCursor(), true, sampled});
    path_.skip(0);
    path_.restore();
    return true;
  }

  // A transition of the top state has arrived.
  [[nodiscard]] bool arrive() {
    base::poll(stop_);
    Open& top = open_.back();
    if (top.thin && !in_sample()) return true;
    const script::Symbol symbol = top.cursor.next(rows_.data() + top.begin);
    if (symbol == script::Symbol::end) return false;
    if (symbol == script::Symbol::other) return true;
    if (!top.thin) return enter();
    CHECK(path_.push(0));
    return enter_thin(true);
  }
  void leave() {
    rows_.resize(open_.back().begin);
    open_.pop_back();
  }
  [[nodiscard]] bool in_sample() { return draw_.number(model_) <= bound_; }
  void write_from(std::size_t begin) {
    writer_.bytes(script::Stream::rows, std::span<const std::uint8_t>(rows_).subspan(begin));
  }

  model::Model& model_;
  model::Path path_;
  SampledStates& states_;
  model::Draw draw_;
  std::uint64_t bound_;
  script::Cursor stream_;
  script::SyncReader points_;
  const script::SyncPoint* point_ = nullptr;
  script::Writer& writer_;
  script::SyncWriter syncs_;
  const base::Stop* stop_;
  std::vector<Open> open_;
  std::vector<std::uint8_t> rows_;
  std::uint64_t entered_ = 0;
  std::uint64_t added_ = 0;  // bytes of rows that the sample has so far
};

void copy_stream(const std::shared_ptr<const script::File>& from, script::Stream stream, script::Writer& writer) {
  script::Cursor cursor(from, stream);
  while (!cursor.at_end() && !cursor.failed()) writer.byte(stream, cursor.byte());
}

}  // namespace

bool write_sample(model::Model& model, const std::shared_ptr<const script::File>& partial, std::uint64_t falls,
                  SampledStates& states, const std::string& path, const base::Stop* stop, script::SampleClaim& claim,
                  std::string& why) {
  script::Writer writer(path);
  if (!SampleWriter(model, partial, falls, states, writer, stop).run()) {
    why = states.has_room() ? "what was recorded does not fit the program"
                            : "there is not enough memory to record the sample";
    return false;
  }
  copy_stream(partial, script::Stream::counts, writer);
  copy_stream(partial, script::Stream::claims, writer);
  const model::Census census = states.census();
  claim = {falls, census.states, census.arrivals, census.once, census.twice};
  script::write_claim(writer, claim);
  if (writer.finish(partial->header())) return true;
  why = writer.why();
  return false;
}

}  // namespace waymark::transcribe
