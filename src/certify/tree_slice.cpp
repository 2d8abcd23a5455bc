#include "certify/tree_slice.hpp"

#include <algorithm>

namespace waymark::certify {

std::string TreeSlice::place() const { return "state " + std::to_string(at()) + " of the walk"; }

bool TreeSlice::read_row() {
  stream_->poll_growth(open_);
  open_.push_back({rows_.size(), script::RowCursor(), 0, {}});
  if (!append_row()) return false;
  if (rows_.back() != 0) return true;
  const bool alone = rows_.size() == open_.back().begin + 1;
  const bool partial = slice_->file->header().form == script::Form::partial;
  return (alone && partial) || reject("its row has no end mark");
}

bool TreeSlice::append_row() {
  if (!script::read_row(*stream_, rows_, request_.memory)) return ended("a row needs more memory than allowed");
  return !stream_->failed() || reject(stream_->fault().why);
}

void TreeSlice::reopen(const script::PathNode& node) {
  open_.push_back({rows_.size(), script::RowCursor(node.taken), node.count, {node.rank, node.set}});
  rows_.insert(rows_.end(), node.row.begin(), node.row.end());
}

void TreeSlice::leave() {
  rows_.resize(open_.back().begin);
  open_.pop_back();
  walk_.leave();
  // The row below is read on from here.
  untouched_ = std::min(untouched_, open_.empty() ? 0 : open_.size() - 1);
}

script::SyncPoint TreeSlice::here() const {
  script::SyncPoint here;
  here.rows = slice_->rows + stream_->position();
  here.states = at();
  here.transitions = slice_->begin.transitions + result_.figures.transitions;
  note_streams(here);
  return here;
}

script::SyncFollower::Node TreeSlice::node(std::size_t index) const {
  const OpenRow& open = open_[index];
  return {script::row_at(rows_, open.begin), open.cursor.taken(), open.count, open.label.rank, open.label.set};
}

bool TreeSlice::passes_point() {
  if (!points_->confirm(here(), open_.size(), untouched_, [this](std::size_t i) { return node(i); })) {
    return reject("the walk does not come by the next sync point");
  }
  untouched_ = open_.size();
  return true;
}

bool TreeSlice::stands_at(const script::SyncPoint& point) const {
  const script::SyncPoint now = here();
  if (now.rows != point.rows || now.counts != point.counts || now.claims != point.claims ||
      now.states != point.states || now.transitions != point.transitions || open_.size() != point.path.size()) {
    return false;
  }
  for (std::size_t i = 0; i < open_.size(); ++i) {
    const script::SyncFollower::Node mine = node(i);
    const script::PathNode& theirs = point.path[i];
    if (mine.taken != theirs.taken || mine.count != theirs.count || mine.rank != theirs.rank ||
        mine.set != theirs.set || !std::ranges::equal(mine.row, theirs.row)) {
      return false;
    }
  }
  return true;
}

bool TreeSlice::closed() {
  if (!stream_->at_end()) return reject("stream rows goes on after the walk has ended");
  return points_->finished() || reject("stream sync goes on after the walk has ended");
}

// A part holds what is between its points and no more, and its header counts that; a whole script is judged with all
// slices.
bool TreeSlice::ends_as_headed() {
  const script::Header& header = slice_->file->header();
  const Figures& figures = result_.figures;
  if (header.parts == 0) return slice_->end.has_value() || closed();
  if (!closed()) return false;
  if (header.states == figures.states && header.transitions == figures.transitions) return true;
  return reject("the part's numbers of states and transitions are not those of its walk");
}

bool TreeSlice::go_to_begin() {
  for (const script::PathNode& node : slice_->begin.path) {
    if (!replay(node)) return false;
  }
  return !inside_ || reject("a sync point ends inside an indivisible sequence");
}

bool TreeSlice::go_on() {
  const script::SyncPoint* const end = slice_->end.has_value() ? &*slice_->end : nullptr;
  for (;;) {
    if (at() >= points_->due() && !passes_point()) return false;
    if (end != nullptr && at() == end->states) {
      return stands_at(*end) ? ends_as_headed() : reject("the walk does not come by the next sync point");
    }
    if (!in_time(result_.figures.states) || !enter() || !find_tree_edge()) return false;
    if (!open_.empty()) continue;
    return end == nullptr ? ends_as_headed() : reject("the walk ends before the next sync point");
  }
}

Result TreeSlice::run(const script::Slice& slice, const std::atomic<std::uint64_t>* halt) {
  begin(halt);
  slice_ = &slice;
  rows_.clear();
  open_.clear();
  inside_ = false;
  stream_.emplace(slice.file, script::Stream::rows);
  stream_->seek(slice.begin.rows - slice.rows);
  points_.emplace(slice.file, slice.begin, slice.sync);
  untouched_ = slice.begin.path.size();
  const bool well = in_time(0) && go_to_begin() && go_on();
  return finish(well, rows_.capacity() + open_.capacity() * sizeof(OpenRow));
}

}  // namespace waymark::certify
