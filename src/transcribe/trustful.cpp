#include "transcribe/trustful.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "base/check.hpp"
#include "model/path.hpp"
#include "script/part_writer.hpp"
#include "script/row.hpp"
#include "script/row_builder.hpp"
#include "script/writer.hpp"

namespace waymark::transcribe {

namespace {

constexpr std::uint64_t most_sync_points = 100;  // tasks for ten workers are even within a tenth
constexpr std::uint64_t least_between = 1024;    // states

// Walks the tree of a lean script with the program. The trustful row of a node on the path is filled in while it is
// there; how long it is, is known from the start.
class TreeWalk {
 public:
  TreeWalk(model::Model& model, const std::shared_ptr<const script::File>& lean)
      : model_(model), path_(model), stream_(lean, script::Stream::rows), stop_(lean->stop()) {}

  [[nodiscard]] bool run(std::string& why) {
    model_.reset();
    if (!enter(why)) return false;
    while (!path_.empty()) {
      base::poll(stop_);
      if (path_.exhausted()) {
        if (!path_.intermediate() && !leave(why)) return false;
        path_.pop();
        begins_.pop_back();
        continue;
      }
      const model::Step step = path_.step();
      if (step == model::Step::unsupported) return fail(why);
      if (step == model::Step::intermediate) {
        CHECK(path_.push_intermediate());
        begin_row();
      }
      if (step != model::Step::moved) continue;
      const script::Symbol symbol = next_symbol();
      if (symbol == script::Symbol::end) return fail(why);
      if (symbol == script::Symbol::other) continue;
      mark_tree_edge();
      if (!enter(why)) return false;
    }
    return stream_.at_end() || fail(why);
  }
  // In the order of the walk; a choice inside an indivisible sequence without a tree edge below it is left out.
  [[nodiscard]] std::vector<std::uint8_t>& rows() { return rows_; }
  [[nodiscard]] const std::vector<bool>& is_state() const { return is_state_; }

 private:
  // What the lean script says of a state on the path.
  struct LeanRow {
    std::size_t begin = 0;  // in lean_
    script::RowCursor cursor;
  };

  static bool fail(std::string& why) {
    why = "the lean script does not fit the program";
    return false;
  }
  // Of the path's top node.
  void begin_row() {
    const std::size_t longest = path_.width() / 7 + 1;
    if (rows_.capacity() - rows_.size() < longest && stop_ != nullptr) stop_->poll_room(2 * (rows_.size() + longest));
    base::poll_growth(stop_, begins_);
    begins_.push_back(rows_.size());
    is_state_.push_back(!path_.intermediate());
    script::RowBuilder row(rows_);
    for (std::uint64_t i = 0; i < path_.width(); ++i) row.add(false);
    row.close();
  }
  bool enter(std::string& why) {
    CHECK(path_.push(0));
    begin_row();
    states_.push_back({lean_.size(), script::RowCursor()});
    const bool read = script::read_row(stream_, lean_, std::numeric_limits<std::uint64_t>::max());
    return (read && !stream_.failed() && lean_.back() != 0) || fail(why);
  }
  bool leave(std::string& why) {
    if (next_symbol() != script::Symbol::end) return fail(why);
    lean_.resize(states_.back().begin);
    states_.pop_back();
    return true;
  }
  // Of the state on the path that was entered last.
  script::Symbol next_symbol() { return states_.back().cursor.next(lean_.data() + states_.back().begin); }
  // The choices from the last state, through an indivisible sequence, to where the model stands.
  void mark_tree_edge() {
    for (std::uint64_t node = path_.size() - 1 - path_.chain(); node < path_.size(); ++node) {
      script::mark_tree(rows_.data() + begins_[node], path_.choice_at(node));
    }
  }

  model::Model& model_;
  model::Path path_;
  std::vector<std::size_t> begins_;  // of the row of each node on the path, in rows_
  std::vector<LeanRow> states_;      // on the path
  std::vector<std::uint8_t> lean_;   // their rows
  script::Cursor stream_;
  const base::Stop* stop_;
  std::vector<std::uint8_t> rows_;
  std::vector<bool> is_state_;
};

// Writes the rows, leaving out choices that are never taken, and puts sync points between them.
class Emitter {
 public:
  Emitter(const std::vector<std::uint8_t>& rows, const std::vector<bool>& is_state, script::Writer& writer,
          std::uint64_t states, const base::Stop* stop)
      : rows_(rows), is_state_(is_state), writer_(writer), syncs_(writer), stop_(stop) {
    between_ = std::max(least_between, states / most_sync_points);
    next_sync_ = between_;
    total_ = states;
  }

  void run() {
    for (std::size_t at = 0; at < rows_.size(); ++index_) {
      base::poll(stop_);
      const auto row = script::row_at(rows_, at);
      if (is_state_[index_] || script::trees_in(row) != 0) enter(row);
      at += row.size();
    }
  }

 private:
  void enter(std::span<const std::uint8_t> row) {
    // Up to the nearest node that still has a choice to take; that choice leads here.
    while (!path_.empty() && !advance(path_.back())) path_.pop_back();
    if (is_state_[index_]) {
      if (states_ >= next_sync_ && states_ + between_ / 2 < total_) {
        syncs_.add(
            {.rows = writer_.position(script::Stream::rows), .states = states_, .transitions = states_, .path = path_});
        next_sync_ = states_ + between_;
      }
      ++states_;
    }
    writer_.bytes(script::Stream::rows, row);
    base::poll_growth(stop_, path_);
    path_.emplace_back().row.assign(row.begin(), row.end());
  }
  // Moves past the next 1; false if there is none.
  static bool advance(script::PathNode& node) {
    script::RowCursor cursor(node.taken);
    const bool found = cursor.next_tree(node.row.data());
    node.taken = cursor.taken();
    return found;
  }

  const std::vector<std::uint8_t>& rows_;
  const std::vector<bool>& is_state_;
  script::Writer& writer_;
  script::SyncWriter syncs_;
  const base::Stop* stop_;
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
    why = std::string("this is a ") + (lean->header().parts != 0 ? "part of a script" : "script") + " of form " +
          script::name(lean->header().form) + "; a whole one of form lean is needed";
    return false;
  }
  TreeWalk walk(model, lean);
  if (!walk.run(why)) return false;
  script::Writer writer(path, script::Writer::Effort::patient);
  script::Header header = lean->header();
  header.form = script::Form::trustful;
  Emitter(walk.rows(), walk.is_state(), writer, header.states, lean->stop()).run();
  header.transitions = header.states - 1;
  if (writer.finish(header)) return true;
  why = writer.why();
  return false;
}

}  // namespace waymark::transcribe
