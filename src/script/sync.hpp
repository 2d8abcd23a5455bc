// Sync points: places in a lean walk or one of its kin from which a worker can start. Each says where in the streams
// the walk stands and, for every state on the path, its row, how many of its symbols are consumed and its announced
// count. They are claims by the writer of the script: a certifier compares each with the walk that comes by.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
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

// What stands before the nodes of a point in the stream. The numbers are sums, the path is left alone.
struct SyncHead {
  SyncPoint at;
  std::uint64_t shared = 0;  // nodes of the path that are those of the point before
  std::uint64_t fresh = 0;   // nodes that follow

  // Goes on to the next point. `claims`: it names a place in that stream. `first`: of a part, which begins there; every
  // other one lies behind the one before it. False: malformed; the cursor has failed, or why says so.
  [[nodiscard]] bool read(Cursor& cursor, bool claims, bool first, std::string& why);
};

// Goes through the sync points in order; each shares its first nodes with the one before.
class SyncReader {
 public:
  // Reading stops with a fault when a point would hold more than limit bytes.
  SyncReader(const std::shared_ptr<const File>& file, std::uint64_t limit)
      : claims_(has_claims(file->header().form)),
        cursor_(file, Stream::sync),
        limit_(limit),
        part_(file->header().parts != 0) {}

  // The next point; null at the end or after a fault.
  [[nodiscard]] const SyncPoint* next();
  // The one read last, until the next is.
  [[nodiscard]] const SyncPoint& last() const { return head_.at; }
  // Behind that one, in the stream.
  [[nodiscard]] std::uint64_t position() const { return cursor_.position(); }
  [[nodiscard]] bool failed() const { return cursor_.failed() || !why_.empty(); }
  [[nodiscard]] Fault fault() const {
    return cursor_.failed() ? cursor_.fault() : Fault{cursor_.position(), why_, full_};
  }

 private:
  [[nodiscard]] bool read_node(PathNode& node);

  bool claims_;
  Cursor cursor_;
  std::uint64_t limit_;
  bool part_;
  bool begun_ = false;
  std::uint64_t held_ = 0;
  std::string why_;
  bool full_ = false;
  SyncHead head_;
};

// Compares the points of a slice with the walk that comes by them. Holds nothing but the numbers of the next one, and
// looks at no more nodes than the walk's path has: what a script claims costs nothing.
class SyncFollower {
 public:
  struct Node {
    std::span<const std::uint8_t> row;
    std::uint64_t taken = 0;
    std::uint64_t count = 0;
    std::uint64_t rank = 0;
    std::uint64_t set = 0;
  };

  // Follows the file's points from `position` on, which is behind `begin`.
  SyncFollower(const std::shared_ptr<const File>& file, const SyncPoint& begin, std::uint64_t position);

  // When the walk has entered so many states, it comes by the next point: not before that, and not after it.
  [[nodiscard]] std::uint64_t due() const { return due_; }
  // Whether the walk stands at the point that is due; if so, goes on to the next. `here`: where it stands, without its
  // path, which has so many nodes, node(i) the i-th. Of these the first `untouched` have not changed since the point
  // before, and the one behind them has, so that no point can share more.
  template <typename NodeAt>
  [[nodiscard]] bool confirm(const SyncPoint& here, std::size_t nodes, std::size_t untouched, NodeAt node) {
    if (!well() || here != head_.at || head_.shared > untouched || head_.fresh != nodes - head_.shared) return false;
    for (auto i = static_cast<std::size_t>(head_.shared); i < nodes; ++i) {
      if (!next_is(node(i))) return false;
    }
    advance();
    return true;
  }
  // There are no further points.
  [[nodiscard]] bool finished() const { return well() && over_; }

 private:
  [[nodiscard]] bool well() const { return !cursor_.failed() && why_.empty(); }
  [[nodiscard]] bool next_is(const Node& node);
  void advance();

  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
  bool claims_;
  Cursor cursor_;
  SyncHead head_;
  std::uint64_t due_ = never;
  bool over_ = false;
  std::string why_;
};

}  // namespace waymark::script
