#include "script/sync.hpp"

#include "script/row.hpp"

namespace waymark::script {

namespace {

std::uint64_t held_by(const PathNode& node) { return sizeof(PathNode) + node.row.size(); }

}  // namespace

Digest digest_of(const SyncPoint& point) {
  base::ByteSink sink;
  sink.varint(point.rows);
  sink.varint(point.counts);
  sink.varint(point.claims);
  sink.varint(point.states);
  sink.varint(point.transitions);
  sink.varint(point.path.size());
  for (const PathNode& node : point.path) {
    sink.raw(node.row);
    sink.varint(node.taken);
    sink.varint(node.count);
    sink.varint(node.rank);
    sink.varint(node.set);
  }
  return digest_of(sink.bytes());
}

bool SyncReader::read_node(PathNode& node) {
  const std::uint64_t needed = held_ + held_by(node);
  if (!read_row(cursor_, node.row, needed < limit_ ? limit_ - needed : 0)) {
    why_ = "stream sync has a path that needs more memory than allowed";
    full_ = true;
  } else if (!cursor_.failed() && node.row.back() == 0) {
    why_ = "stream sync has a malformed row";
  }
  node.taken = cursor_.varint();
  node.count = cursor_.varint();
  if (claims_) {
    node.rank = cursor_.varint();
    node.set = cursor_.varint();
  }
  held_ += held_by(node);
  return !failed();
}

bool SyncHead::read(Cursor& cursor, bool claims, bool first, std::string& why) {
  const std::uint64_t states = at.states;
  for (std::uint64_t* sum : {&at.rows, &at.counts, &at.claims, &at.states, &at.transitions}) {
    if (sum == &at.claims && !claims) continue;
    if (__builtin_add_overflow(*sum, cursor.varint(), sum)) why = "stream sync has a number that is too large";
  }
  shared = cursor.varint();
  fresh = cursor.varint();
  if (!first && at.states == states) why = "stream sync has a point that does not lie behind the one before it";
  return !cursor.failed() && why.empty();
}

const SyncPoint* SyncReader::next() {
  if (failed() || cursor_.at_end()) return nullptr;
  const bool read = head_.read(cursor_, claims_, part_ && !begun_, why_);
  begun_ = true;
  std::vector<PathNode>& path = head_.at.path;
  if (read && head_.shared > path.size()) why_ = "stream sync refers to levels that are not there";
  if (failed()) return nullptr;
  // What a point costs is what it does not share: a long path under many points is gone through once.
  for (; path.size() > head_.shared; path.pop_back()) held_ -= held_by(path.back());
  for (std::uint64_t i = 0; i < head_.fresh; ++i) {
    cursor_.poll_growth(path);
    if (!read_node(path.emplace_back())) return nullptr;
  }
  return &head_.at;
}

SyncFollower::SyncFollower(const std::shared_ptr<const File>& file, const SyncPoint& begin, std::uint64_t position)
    : claims_(has_claims(file->header().form)), cursor_(file, Stream::sync) {
  head_.at.rows = begin.rows;
  head_.at.counts = begin.counts;
  head_.at.claims = begin.claims;
  head_.at.states = begin.states;
  head_.at.transitions = begin.transitions;
  cursor_.seek(position);
  advance();
}

void SyncFollower::advance() {
  over_ = well() && cursor_.at_end();
  if (over_) {
    due_ = never;
  } else {
    due_ = head_.read(cursor_, claims_, false, why_) ? head_.at.states : 0;
  }
}

bool SyncFollower::next_is(const Node& node) {
  for (const std::uint8_t byte : node.row) {
    if (cursor_.byte() != byte) return false;
  }
  const std::uint64_t taken = cursor_.varint();
  const std::uint64_t count = cursor_.varint();
  const std::uint64_t rank = claims_ ? cursor_.varint() : 0;
  const std::uint64_t set = claims_ ? cursor_.varint() : 0;
  return !cursor_.failed() && taken == node.taken && count == node.count && rank == node.rank && set == node.set;
}

}  // namespace waymark::script
