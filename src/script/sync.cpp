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

const SyncPoint* SyncReader::next() {
  if (failed() || cursor_.at_end()) return nullptr;
  std::uint64_t* const sums[] = {&point_.rows, &point_.counts, &point_.claims, &point_.states, &point_.transitions};
  for (std::uint64_t* sum : sums) {
    if (sum == &point_.claims && !claims_) continue;
    if (__builtin_add_overflow(*sum, cursor_.varint(), sum)) why_ = "stream sync has a number that is too large";
  }
  const std::uint64_t shared = cursor_.varint();
  const std::uint64_t fresh = cursor_.varint();
  if (!failed() && shared > point_.path.size()) why_ = "stream sync refers to levels that are not there";
  if (failed()) return nullptr;
  // What a point costs is what it does not share: a long path under many points is gone through once.
  for (; point_.path.size() > shared; point_.path.pop_back()) held_ -= held_by(point_.path.back());
  for (std::uint64_t i = 0; i < fresh; ++i) {
    if (!read_node(point_.path.emplace_back())) return nullptr;
  }
  return &point_;
}

}  // namespace waymark::script
