#include "observe/trustful.hpp"

#include <algorithm>
#include <vector>

#include "script/part_writer.hpp"
#include "script/row.hpp"
#include "script/writer.hpp"

namespace waymark::observe {

namespace {

constexpr std::uint64_t most_sync_points = 100;  // tasks for ten workers are even within a tenth
constexpr std::uint64_t least_between = 1024;    // states

// A state, or a choice inside an indivisible sequence. Its trustful row is filled in while it is on the path; how long
// it is, is known from the start.
struct Frame {
  std::vector<model::Transition> transitions;
  model::Mark mark = 0;
  std::uint32_t next = 0;
  bool passing = false;
  std::size_t row = 0;             // in Walker::rows_
  std::vector<std::uint8_t> lean;  // a state's lean row
  std::size_t lean_byte = 0;
  unsigned lean_bit = 0;
};

class Walker {
 public:
  Walker(model::Model& model, const std::shared_ptr<const script::File>& lean)
      : model_(model), stream_(lean, script::Stream::rows) {}

  [[nodiscard]] bool run(std::string& why) {
    model_.reset();
    if (!enter(why)) return false;
    while (top_ != 0) {
      Frame& frame = frames_[top_ - 1];
      if (frame.next == frame.transitions.size()) {
        if (!frame.passing && symbol(frame) != none) return fail(why);
        --top_;
        continue;
      }
      model_.rewind(frame.mark);
      const std::uint32_t choice = frame.next++;
      model::Step step = model_.fire(frame.transitions[choice]);
      if (step == model::Step::failed) step = model_.violation().after;
      if (step == model::Step::unsupported) return fail(why);
      if (step == model::Step::intermediate) push(true);
      if (step != model::Step::moved) continue;
      std::size_t state = top_ - 1;
      while (frames_[state].passing) --state;
      const int is_tree = symbol(frames_[state]);
      if (is_tree == none) return fail(why);
      if (is_tree == 0) continue;
      // The choices on the way from the state, through the indivisible sequence, to the arrival.
      for (std::size_t i = state; i < top_; ++i) mark_taken(frames_[i]);
      if (!enter(why)) return false;
    }
    return stream_.at_end() || fail(why);
  }
  // In the order of the walk; a choice inside an indivisible sequence without a tree edge below it is left out.
  [[nodiscard]] std::vector<std::uint8_t>& rows() { return rows_; }
  [[nodiscard]] const std::vector<bool>& is_state() const { return is_state_; }

 private:
  static constexpr int none = 2;

  static bool fail(std::string& why) {
    why = "the lean script does not fit the program";
    return false;
  }
  void push(bool passing) {
    if (top_ == frames_.size()) frames_.emplace_back();
    Frame& frame = frames_[top_++];
    model_.enabled(frame.transitions);
    frame.mark = model_.mark();
    frame.next = 0;
    frame.passing = passing;
    frame.row = rows_.size();
    is_state_.push_back(!passing);
    script::RowBuilder row(rows_);
    for (std::size_t i = 0; i < frame.transitions.size(); ++i) row.add(false);
    row.close();
  }
  bool enter(std::string& why) {
    push(false);
    Frame& frame = frames_[top_ - 1];
    frame.lean.clear();
    do {
      frame.lean.push_back(stream_.byte());
    } while (frame.lean.back() >= 0x80);
    frame.lean_byte = 0;
    frame.lean_bit = 0;
    return (!stream_.failed() && frame.lean.back() != 0) || fail(why);
  }
  static int symbol(Frame& frame) {
    if (frame.lean_bit == 7) {
      ++frame.lean_byte;
      frame.lean_bit = 0;
    }
    const unsigned left = static_cast<unsigned>(frame.lean[frame.lean_byte]) >> frame.lean_bit;
    if (left == 1) return none;
    ++frame.lean_bit;
    return static_cast<int>(left & 1);
  }
  void mark_taken(const Frame& frame) {
    const std::uint32_t choice = frame.next - 1;
    rows_[frame.row + choice / 7] = static_cast<std::uint8_t>(rows_[frame.row + choice / 7] | 1u << choice % 7);
  }

  model::Model& model_;
  script::Cursor stream_;
  std::vector<Frame> frames_;
  std::size_t top_ = 0;
  std::vector<std::uint8_t> rows_;
  std::vector<bool> is_state_;
};

// Writes the rows, leaving out choices that are never taken, and puts sync points between them.
class Emitter {
 public:
  Emitter(const std::vector<std::uint8_t>& rows, const std::vector<bool>& is_state, script::Writer& writer,
          std::uint64_t states)
      : rows_(rows), is_state_(is_state), writer_(writer), syncs_(writer) {
    between_ = std::max(least_between, states / most_sync_points);
    next_sync_ = between_;
    total_ = states;
  }

  void run() {
    for (std::size_t at = 0; at < rows_.size(); ++index_) {
      std::size_t end = at;
      bool taken = false;
      while (rows_[end] >= 0x80) taken = (rows_[end++] & 0x7F) != 0 || taken;
      taken = (rows_[end] & (rows_[end] - (1u << script::symbols_in_last(rows_[end])))) != 0 || taken;
      ++end;
      if (is_state_[index_] || taken) enter(at, end);
      at = end;
    }
  }

 private:
  void enter(std::size_t begin, std::size_t end) {
    // Up to the nearest level that still has a choice to take; that choice leads here.
    while (!path_.empty() && !advance(path_.back())) path_.pop_back();
    if (is_state_[index_]) {
      if (states_ >= next_sync_ && states_ + between_ / 2 < total_) {
        syncs_.add({writer_.position(script::Stream::rows), 0, states_, states_, path_});
        next_sync_ = states_ + between_;
      }
      ++states_;
    }
    writer_.bytes(script::Stream::rows, std::span(rows_).subspan(begin, end - begin));
    script::PathNode& level = path_.emplace_back();
    level.row.assign(rows_.begin() + static_cast<std::ptrdiff_t>(begin),
                     rows_.begin() + static_cast<std::ptrdiff_t>(end));
  }
  // Moves past the next 1; false if there is none.
  static bool advance(script::PathNode& level) {
    const std::uint64_t size = 7 * (level.row.size() - 1) + script::symbols_in_last(level.row.back());
    while (level.taken < size) {
      const std::uint64_t symbol = level.taken++;
      if ((level.row[static_cast<std::size_t>(symbol / 7)] >> symbol % 7 & 1) != 0) return true;
    }
    return false;
  }

  const std::vector<std::uint8_t>& rows_;
  const std::vector<bool>& is_state_;
  script::Writer& writer_;
  script::SyncWriter syncs_;
  std::vector<script::PathNode> path_;
  std::size_t index_ = 0;
  std::uint64_t states_ = 0;
  std::uint64_t between_ = 0;
  std::uint64_t next_sync_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace

bool write_trustful(model::Model& model, const std::shared_ptr<const script::File>& lean, const std::string& path,
                    std::string& why) {
  if (lean->header().form != script::Form::lean || lean->header().parts != 0) {
    why = "a whole lean script is needed";
    return false;
  }
  Walker walker(model, lean);
  if (!walker.run(why)) return false;
  script::Writer writer(path, script::Writer::Effort::patient);
  script::Header header = lean->header();
  header.form = script::Form::trustful;
  Emitter(walker.rows(), walker.is_state(), writer, header.states).run();
  header.transitions = header.states - 1;
  if (writer.finish(header)) return true;
  why = writer.why();
  return false;
}

}  // namespace waymark::observe
