// TreeSlice: walks the tree that the rows of a lean or a trustful script describe, from one sync point to another. It
// is accepted only if the walk, at the moment before it enters the state whose number the second point names, stands
// exactly there; so slices that tile a script are worth what one walk over it is worth. Every point on the way is
// compared with the walk, too: which of them a script is cut at makes no difference to what is made of it. Memory: the
// path.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "certify/labels.hpp"
#include "certify/slice_walk.hpp"
#include "script/reader.hpp"
#include "script/row.hpp"
#include "script/split.hpp"

namespace waymark::certify {

class TreeSlice : public SliceWalk {
 public:
  // Certified means: this slice agrees with the script, ends exactly where it should, and what was asked holds in its
  // states. Ends early behind the state that halt names.
  [[nodiscard]] Result run(const script::Slice& slice, const std::atomic<std::uint64_t>* halt = nullptr);

 protected:
  using SliceWalk::SliceWalk;
  ~TreeSlice() = default;

  // Of a state on the path, or of a choice inside an indivisible sequence. It lies in rows_, as in the stream.
  struct OpenRow {
    std::size_t begin = 0;
    script::RowCursor cursor;
    std::uint64_t count = 0;  // lean and its kin: announced for the state
    Label label;
    bool accepting = false;
  };

  // Follows a node of the sync point's path without judging or counting: the slices before it do that.
  [[nodiscard]] virtual bool replay(const script::PathNode& node) = 0;
  // Enters the state in which the model stands.
  [[nodiscard]] virtual bool enter() = 0;
  // Goes on to the next tree edge, and stands where it leads; leaves states that have none left, perhaps all.
  [[nodiscard]] virtual bool find_tree_edge() = 0;
  // Notes how many bytes of the whole script's other streams are consumed. A trustful script has none.
  virtual void note_streams(script::SyncPoint& here) const { static_cast<void>(here); }
  // When the walk is over, or a part's: the streams are at their ends too.
  [[nodiscard]] virtual bool closed();

  [[nodiscard]] const std::uint8_t* row(const OpenRow& open) const { return rows_.data() + open.begin; }
  [[nodiscard]] bool read_row();
  // Reads the next row of the stream behind those in rows_, whosesoever it is.
  [[nodiscard]] bool append_row();
  // The top row is that of a state on a partial script's frontier.
  [[nodiscard]] bool at_frontier() const { return rows_.back() == 0; }
  void reopen(const script::PathNode& node);
  void leave();
  [[nodiscard]] std::string place() const override;
  [[nodiscard]] std::uint64_t at() const final { return slice_->begin.states + result_.figures.states; }

  const script::Slice* slice_ = nullptr;
  std::vector<std::uint8_t> rows_;
  std::vector<OpenRow> open_;
  bool inside_ = false;  // the last node that was replayed leads into an indivisible sequence

 private:
  [[nodiscard]] bool go_to_begin();
  [[nodiscard]] bool go_on();
  [[nodiscard]] bool passes_point();
  [[nodiscard]] bool stands_at(const script::SyncPoint& point) const;
  [[nodiscard]] bool ends_as_headed();
  // Where the walk stands, but for the path.
  [[nodiscard]] script::SyncPoint here() const;
  [[nodiscard]] script::SyncFollower::Node node(std::size_t index) const;

  std::optional<script::Cursor> stream_;
  std::optional<script::SyncFollower> points_;
  std::size_t untouched_ = 0;  // so many rows at the bottom of the path are as they were at the last sync point
};

}  // namespace waymark::certify
