// Sync points: places in a lean (or trustful) walk from which a worker can start. Each says where in the streams the
// walk stands and, for every state on the path, its row, how many of its symbols are consumed and its announced count.
// They are hints by whoever wrote the script: a certifier makes sure that the slices between them tile the whole walk.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "script/reader.hpp"
#include "script/writer.hpp"

namespace waymark::script {

struct Level {
  std::vector<std::uint8_t> row;
  std::uint64_t taken = 0;  // symbols consumed, the last of them a tree edge: the way to the next level
  std::uint64_t count = 0;
  friend bool operator==(const Level&, const Level&) = default;
};

// The moment before a state is entered, that is before its row is read. The path has all states above it; the first
// point of a walk has none.
struct SyncPoint {
  std::uint64_t rows = 0;  // bytes consumed of each stream
  std::uint64_t counts = 0;
  std::uint64_t states = 0;       // entered so far
  std::uint64_t transitions = 0;  // symbols consumed so far
  std::vector<Level> path;
  friend bool operator==(const SyncPoint&, const SyncPoint&) = default;
};

// The point as bytes: what a task result binds by its hash.
void encode(const SyncPoint& point, base::ByteSink& sink);

// A stretch of a walk, whole or part of one, as a worker gets it.
struct Slice {
  std::shared_ptr<const File> file;
  std::uint64_t rows = 0;  // where in the streams of the whole script the file's own begin
  std::uint64_t counts = 0;
  SyncPoint begin;
  std::optional<SyncPoint> end;  // none: to the end of the walk
};

// Cuts a whole script at sync points into at most k slices of about equal length; memory bounds what they hold. False:
// its sync points are malformed.
[[nodiscard]] bool cut(const std::shared_ptr<const File>& file, std::uint64_t k, std::uint64_t memory,
                       std::vector<Slice>& slices, Fault& fault);

// A part by itself.
[[nodiscard]] bool read_part(const std::shared_ptr<const File>& file, std::uint64_t memory, Slice& slice, Fault& fault);

// Puts the parts of a script in order, whatever order they come in. False if they are not the parts of one whole, each
// once, or if one does not begin where the one before ends.
[[nodiscard]] bool join(const std::vector<std::shared_ptr<const File>>& files, std::uint64_t memory,
                        std::vector<Slice>& slices, Fault& fault);

// Writes a slice as a script file of its own: part `part` of `parts`.
[[nodiscard]] bool write_part(const Slice& slice, std::uint64_t part, std::uint64_t parts, const std::string& path,
                              Fault& fault);

class SyncWriter {
 public:
  explicit SyncWriter(Writer& writer) : writer_(writer) {}
  void add(const SyncPoint& point);

 private:
  Writer& writer_;
  SyncPoint last_;
};

// Goes through the sync points in order; each shares its first levels with the one before.
class SyncReader {
 public:
  // Reading stops with a fault when a point would hold more than limit bytes.
  SyncReader(std::shared_ptr<const File> file, std::uint64_t limit)
      : cursor_(std::move(file), Stream::sync), limit_(limit) {}

  // The next point; null at the end or after a fault.
  [[nodiscard]] const SyncPoint* next();
  [[nodiscard]] bool failed() const { return cursor_.failed() || !why_.empty(); }
  [[nodiscard]] Fault fault() const { return cursor_.failed() ? cursor_.fault() : Fault{cursor_.position(), why_}; }

 private:
  [[nodiscard]] bool read_level(Level& level);

  Cursor cursor_;
  std::uint64_t limit_;
  std::uint64_t held_ = 0;
  std::string why_;
  SyncPoint point_;
};

}  // namespace waymark::script
