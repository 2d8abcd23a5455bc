#include "certify/tree_slice.hpp"

#include <algorithm>

namespace waymark::certify {

std::string TreeSlice::place() const {
  return "state " + std::to_string(slice_->begin.states + result_.figures.states) + " of the walk";
}

bool TreeSlice::read_row() {
  open_.push_back({rows_.size(), script::RowCursor(), 0, {}});
  if (!script::read_row(*stream_, rows_, request_.memory)) return reject("its row needs more memory than allowed");
  if (stream_->failed()) return reject(stream_->fault().why);
  if (rows_.back() != 0) return true;
  const bool alone = rows_.size() == open_.back().begin + 1;
  const bool partial = slice_->file->header().form == script::Form::partial;
  return (alone && partial) || reject("its row has no end mark");
}

void TreeSlice::reopen(const script::PathNode& node) {
  open_.push_back({rows_.size(), script::RowCursor(node.taken), node.count, {node.rank, node.set}});
  rows_.insert(rows_.end(), node.row.begin(), node.row.end());
}

void TreeSlice::leave() {
  rows_.resize(open_.back().begin);
  open_.pop_back();
  walk_.leave();
}

bool TreeSlice::stands_at(const script::SyncPoint& point) const {
  if (slice_->rows + stream_->position() != point.rows) return false;
  if (slice_->begin.states + result_.figures.states != point.states) return false;
  if (slice_->begin.transitions + result_.figures.transitions != point.transitions) return false;
  return std::equal(open_.begin(), open_.end(), point.path.begin(), point.path.end(),
                    [&](const OpenRow& open, const script::PathNode& node) {
                      const auto bytes = script::row_at(rows_, open.begin);
                      return open.cursor.taken() == node.taken && std::ranges::equal(bytes, node.row);
                    });
}

bool TreeSlice::closed() { return stream_->at_end() || reject("stream rows goes on after the walk has ended"); }

bool TreeSlice::go_to_begin() {
  for (const script::PathNode& node : slice_->begin.path) {
    if (!replay(node)) return false;
  }
  return !inside_ || reject("a sync point ends inside an indivisible sequence");
}

bool TreeSlice::go_on() {
  const script::SyncPoint* const end = slice_->end.has_value() ? &*slice_->end : nullptr;
  for (;;) {
    if (end != nullptr && slice_->begin.states + result_.figures.states == end->states) {
      return stands_at(*end) || reject("the walk does not come by the next sync point");
    }
    if (!in_time(result_.figures.states) || !enter() || !find_tree_edge()) return false;
    if (!open_.empty()) continue;
    return end == nullptr ? closed() : reject("the walk ends before the next sync point");
  }
}

Result TreeSlice::run(const script::Slice& slice, const std::atomic<bool>* halt) {
  begin(halt);
  slice_ = &slice;
  rows_.clear();
  open_.clear();
  inside_ = false;
  stream_.emplace(slice.file, script::Stream::rows);
  stream_->seek(slice.begin.rows - slice.rows);
  const bool well = go_to_begin() && go_on();
  return finish(well, rows_.capacity() + open_.capacity() * sizeof(OpenRow));
}

}  // namespace waymark::certify
