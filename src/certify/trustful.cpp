#include "certify/trustful.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/check.hpp"
#include "certify/workers.hpp"
#include "script/row.hpp"

namespace waymark::certify {

TrustfulSlice::TrustfulSlice(model::Model& model, const Request& request) : walk_(model, request), request_(request) {
  CHECK(request.step_invariants.empty());
}

bool TrustfulSlice::reject(std::string why) {
  result_.verdict = Verdict::rejected;
  result_.why = "state " + std::to_string(slice_->begin.states + figures_.states) + " of the walk: " + std::move(why);
  result_.choices = walk_.choices();
  return false;
}

bool TrustfulSlice::stopped() {
  result_ = walk_.result();
  return false;
}

bool TrustfulSlice::ended(std::string why) {
  result_.verdict = Verdict::incomplete;
  result_.why = std::move(why);
  result_.choices = walk_.choices();
  return false;
}

bool TrustfulSlice::in_time() {
  constexpr std::uint64_t states_between_looks = 1024;
  if (figures_.states % states_between_looks != 0) return true;
  if (halt_ != nullptr && halt_->load(std::memory_order_relaxed)) return ended("stopped");
  if (request_.stop != nullptr && request_.stop->load(std::memory_order_relaxed)) return ended("interrupted");
  if (request_.deadline.has_value() && std::chrono::steady_clock::now() > *request_.deadline)
    return ended("out of time");
  return true;
}

bool TrustfulSlice::read_row() {
  Level level;
  level.row = rows_.size();
  level.byte = level.row;
  std::uint8_t byte = 0;
  do {
    byte = stream_->byte();
    rows_.push_back(byte);
    if (rows_.size() > request_.memory) return reject("its row needs more memory than allowed");
  } while (byte >= 0x80);
  if (stream_->failed()) return reject(stream_->fault().why);
  if (byte == 0) return reject("its row has no end mark");
  if (7 * (rows_.size() - level.row - 1) + script::symbols_in_last(byte) != walk_.width()) {
    return reject("its row has more or fewer symbols than it has transitions");
  }
  levels_.push_back(level);
  return true;
}

bool TrustfulSlice::enter() {
  if (!walk_.enter()) return stopped();
  ++figures_.states;
  figures_.depth = std::max(figures_.depth, walk_.depth() - 1);
  return read_row();
}

bool TrustfulSlice::next_choice(std::uint32_t& choice) {
  Level& level = levels_.back();
  for (;;) {
    const std::uint8_t byte = rows_[level.byte];
    // The symbols still to come in this byte, without the mark above them.
    const unsigned mark = std::bit_floor(static_cast<unsigned>(byte));
    const unsigned left = (byte & ~mark) >> level.bit;
    if (left != 0) {
      const auto skip = static_cast<unsigned>(std::countr_zero(left));
      choice = level.choice + skip;
      level.choice = choice + 1;
      level.bit += skip + 1;
      return true;
    }
    if (byte < 0x80) return false;
    level.choice += 7 - level.bit;
    level.bit = 0;
    ++level.byte;
  }
}

bool TrustfulSlice::replay() {
  walk_.reset();
  rows_.clear();
  levels_.clear();
  bool entering = true;
  for (const script::Level& from : slice_->begin.path) {
    if (entering && !walk_.enter()) return stopped();
    const std::uint64_t symbols =
        from.row.empty() ? 0 : 7 * (from.row.size() - 1) + script::symbols_in_last(from.row.back());
    if (symbols != walk_.width() || from.taken == 0 || from.taken > symbols) return reject("malformed sync point");
    const auto choice = static_cast<std::uint32_t>(from.taken - 1);
    Level level{rows_.size(), rows_.size() + choice / 7, choice % 7 + 1, choice + 1};
    levels_.push_back(level);
    rows_.insert(rows_.end(), from.row.begin(), from.row.end());
    const Walk::Event event = walk_.take(choice);
    if (event == Walk::Event::stopped) return stopped();
    if (event == Walk::Event::nowhere) return reject("a sync point takes a transition that leads nowhere");
    entering = event == Walk::Event::arrived;
  }
  return entering || reject("a sync point ends inside an indivisible sequence");
}

bool TrustfulSlice::at(const script::SyncPoint& point) const {
  if (slice_->rows + stream_->position() != point.rows) return false;
  if (slice_->begin.states + figures_.states != point.states) return false;
  if (slice_->begin.transitions + figures_.transitions != point.transitions) return false;
  if (levels_.size() != point.path.size()) return false;
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    const std::size_t end = i + 1 < levels_.size() ? levels_[i + 1].row : rows_.size();
    const script::Level& there = point.path[i];
    if (levels_[i].choice != there.taken) return false;
    if (!std::equal(rows_.begin() + static_cast<std::ptrdiff_t>(levels_[i].row),
                    rows_.begin() + static_cast<std::ptrdiff_t>(end), there.row.begin(), there.row.end())) {
      return false;
    }
  }
  return true;
}

bool TrustfulSlice::go_on() {
  const script::SyncPoint* const end = slice_->end.has_value() ? &*slice_->end : nullptr;
  for (;;) {
    if (end != nullptr && slice_->begin.states + figures_.states == end->states) {
      return at(*end) || reject("the walk does not come by the next sync point");
    }
    if (!in_time() || !enter()) return false;
    for (bool entering = false; !entering;) {
      std::uint32_t choice = 0;
      if (next_choice(choice)) {
        const Walk::Event event = walk_.take(choice);
        if (event == Walk::Event::stopped) return stopped();
        if (event == Walk::Event::nowhere) return reject("it takes a transition that leads nowhere");
        if (event == Walk::Event::intermediate && !read_row()) return false;
        entering = event == Walk::Event::arrived;
        if (entering) ++figures_.transitions;
        continue;
      }
      rows_.resize(levels_.back().row);
      levels_.pop_back();
      walk_.leave();
      if (!levels_.empty()) continue;
      if (end != nullptr) return reject("the walk ends before the next sync point");
      return stream_->at_end() || reject("stream rows goes on after the walk has ended");
    }
  }
}

Result TrustfulSlice::run(const script::Slice& slice, const std::atomic<bool>* halt) {
  result_ = {};
  figures_ = {};
  slice_ = &slice;
  halt_ = halt;
  stream_.emplace(slice.file, script::Stream::rows);
  stream_->seek(slice.begin.rows - slice.rows);
  if (replay() && go_on()) result_.verdict = Verdict::certified;
  figures_.path_bytes = walk_.path_bytes() + rows_.capacity() + levels_.capacity() * sizeof(Level);
  result_.figures = figures_;
  return result_;
}

Trustful::Trustful(Factory factory, std::vector<std::shared_ptr<const script::File>> files, Request request)
    : factory_(std::move(factory)), files_(std::move(files)), request_(std::move(request)) {
  CHECK(!files_.empty());
}

Result Trustful::run() {
  Result result;
  std::vector<script::Slice> slices;
  if (!slices_of(files_, script::Form::trustful, request_, slices, result)) return result;
  Figures figures;
  result = share_out(
      slices, factory_, request_.jobs,
      [&](model::Model& model) { return std::make_unique<TrustfulSlice>(model, request_); },
      [&](std::size_t, const TrustfulSlice&, const Result& slice) {
        figures.states += slice.figures.states;
        figures.transitions += slice.figures.transitions;
        figures.depth = std::max(figures.depth, slice.figures.depth);
        figures.path_bytes = std::max(figures.path_bytes, slice.figures.path_bytes);
      });
  if (result.verdict != Verdict::certified) return result;
  std::uint64_t states = 0;
  for (const auto& file : files_) states += file->header().states;
  if (states != figures.states) result = rejected("the header's number of states is not that of the walk");
  result.figures = figures;
  return result;
}

}  // namespace waymark::certify
