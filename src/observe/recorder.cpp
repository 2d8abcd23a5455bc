#include "observe/recorder.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "script/part_writer.hpp"

namespace waymark::observe {

namespace {

constexpr const char* not_breadth_first = "the search was not a complete breadth-first one";

}  // namespace

bool LeanRecorder::room() {
  if (!why_.empty()) return false;
  const std::uint64_t bytes =
      rows_.capacity() + counts_.capacity() + landmarks_.capacity() * sizeof(Landmark) + large_.size() * 64;
  if (bytes <= held_) return true;
  if (budget_.take(bytes - held_)) {
    held_ = bytes;
    return true;
  }
  give_up("there is not enough memory to record a script");
  return false;
}

void LeanRecorder::give_up(std::string why) {
  why_ = std::move(why);
  rows_ = {};
  counts_ = {};
  landmarks_ = {};
  large_ = {};
  budget_.give_back(held_);
  held_ = 0;
}

void LeanRecorder::started(std::uint64_t root) {
  CHECK(root == 0 && counts_.empty());
  counts_.push_back(0);
  landmarks_.push_back({0, 1});
}

void LeanRecorder::stepped(const search::Stepped& step) {
  if (!why_.empty()) return;
  if (step.from != open_) return give_up(not_breadth_first);
  ++transitions_;
  const bool tree = step.found.seen == store::Seen::fresh;
  row_.add(tree);
  if (tree) {
    CHECK(step.found.number == counts_.size());
    counts_.push_back(0);
    return;
  }
  CHECK(step.found.seen == store::Seen::known && step.found.number < counts_.size());
  std::uint8_t& count = counts_[step.found.number];
  if (count == many) {
    ++large_[step.found.number];
  } else if (++count == many) {
    large_[step.found.number] = many;
  }
}

void LeanRecorder::left(std::uint64_t number, std::uint64_t) {
  if (!why_.empty()) return;
  if (number != open_) return give_up(not_breadth_first);
  row_.close();
  ++open_;
  if (open_ % stride == 0) landmarks_.push_back({rows_.size(), counts_.size()});
  if (open_ % 1024 == 0) static_cast<void>(room());
}

LeanRecorder::Landmark LeanRecorder::find(std::uint64_t state) const {
  Landmark place = landmarks_[state / stride];
  for (std::uint64_t i = state % stride; i > 0; --i) {
    const auto row = script::row_at(rows_, place.row);
    place.row += row.size();
    place.child += script::trees_in(row);
  }
  return place;
}

std::uint64_t LeanRecorder::count(std::uint64_t state) const {
  return counts_[state] == many ? large_.at(state) : counts_[state];
}

void LeanRecorder::emit(script::Writer& writer, script::Header& header) const {
  struct Node {
    std::uint64_t row = 0;  // where it begins
    script::RowCursor cursor;
    std::uint64_t child = 0;
    std::uint64_t count = 0;
  };
  std::vector<Node> path;
  script::SyncWriter syncs(writer);
  const std::uint64_t between = std::max(spacing_.between, transitions_ / spacing_.most);
  std::uint64_t next_sync = between;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  const auto enter = [&](std::uint64_t state) {
    const Landmark place = find(state);
    const std::uint64_t above = path.empty() ? 0 : path.back().count;
    path.push_back({place.row, script::RowCursor(), place.child, count(state)});
    writer.bytes(script::Stream::rows, script::row_at(rows_, place.row));
    writer.varint(script::Stream::counts, base::zigzag(path.back().count - above));
    ++states;
    header.depth = std::max<std::uint64_t>(header.depth, path.size() - 1);
  };
  const auto sync_point = [&] {
    script::SyncPoint point;
    point.rows = writer.position(script::Stream::rows);
    point.counts = writer.position(script::Stream::counts);
    point.states = states;
    point.transitions = transitions;
    for (const Node& node : path) {
      const auto row = script::row_at(rows_, node.row);
      point.path.push_back({.row = {row.begin(), row.end()}, .taken = node.cursor.taken(), .count = node.count});
    }
    return point;
  };
  header.depth = 0;
  enter(0);
  while (!path.empty()) {
    Node& node = path.back();
    const script::Symbol symbol = node.cursor.next(rows_.data() + node.row);
    if (symbol == script::Symbol::end) {
      path.pop_back();
      continue;
    }
    ++transitions;
    if (symbol == script::Symbol::other) continue;
    const std::uint64_t child = node.child++;
    if (transitions >= next_sync && transitions + between / 2 < transitions_) {
      syncs.add(sync_point());
      next_sync = transitions + between;
    }
    enter(child);
  }
  CHECK(states == counts_.size() && transitions == transitions_);
  header.form = script::Form::lean;
  header.states = states;
  header.transitions = transitions;
}

bool LeanRecorder::write(const std::string& path, script::Header header) {
  if (why_.empty() && open_ != counts_.size()) give_up(not_breadth_first);
  if (!room()) return false;
  script::Writer writer(path);
  emit(writer, header);
  if (!writer.finish(header)) {
    why_ = writer.why();
    return false;
  }
  file_bytes_ = writer.file_bytes();
  return true;
}

}  // namespace waymark::observe
