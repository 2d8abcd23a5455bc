// Sync points: places in a lean walk or one of its kin from which a worker can start. Each says where in the streams
// the walk stands and, for every state on the path, its row, how many of its symbols are consumed and its announced
// count. They are hints by whoever wrote the script: a certifier makes sure that the slices between them tile the whole
// walk.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "script/reader.hpp"

namespace waymark::script {

// A state on the path; in a trustful walk also a choice inside an indivisible sequence.
struct PathNode {
  std::vector<std::uint8_t> row;
  std::uint64_t taken = 0;  // symbols consumed, the last of them a tree edge: the way to the next node
  std::uint64_t count = 0;
  std::uint64_t rank = 0;  // its label, where labels are claimed
  std::uint64_t set = 0;
  friend bool operator==(const PathNode&, const PathNode&) = default;
};

// The moment before a state is entered, that is before its row is read. The path has all states above it; the first
// point of a walk has none.
struct SyncPoint {
  std::uint64_t rows = 0;  // bytes consumed of each stream
  std::uint64_t counts = 0;
  std::uint64_t claims = 0;
  std::uint64_t states = 0;       // entered so far
  std::uint64_t transitions = 0;  // symbols consumed so far
  std::vector<PathNode> path;
  friend bool operator==(const SyncPoint&, const SyncPoint&) = default;
};

// What a task result binds a point by.
[[nodiscard]] Digest digest_of(const SyncPoint& point);

// Goes through the sync points in order; each shares its first nodes with the one before.
class SyncReader {
 public:
  // Reading stops with a fault when a point would hold more than limit bytes.
  SyncReader(std::shared_ptr<const File> file, std::uint64_t limit)
      : claims_(has_claims(file->header().form)), cursor_(std::move(file), Stream::sync), limit_(limit) {}

  // The next point; null at the end or after a fault.
  [[nodiscard]] const SyncPoint* next();
  // The one read last, until the next is.
  [[nodiscard]] const SyncPoint& last() const { return point_; }
  [[nodiscard]] bool failed() const { return cursor_.failed() || !why_.empty(); }
  [[nodiscard]] Fault fault() const { return cursor_.failed() ? cursor_.fault() : Fault{cursor_.position(), why_}; }

 private:
  [[nodiscard]] bool read_node(PathNode& node);

  bool claims_;
  Cursor cursor_;
  std::uint64_t limit_;
  std::uint64_t held_ = 0;
  std::string why_;
  SyncPoint point_;
};

}  // namespace waymark::script
