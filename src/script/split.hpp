// Slices: stretches of a walk over a tree between sync points, or the parts of a script that was split.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "script/sync.hpp"

namespace waymark::script {

// A stretch of a walk, whole or part of one, as a worker gets it.
struct Slice {
  std::shared_ptr<const File> file;
  std::uint64_t rows = 0;  // where in the streams of the whole script the file's own begin
  std::uint64_t counts = 0;
  std::uint64_t claims = 0;
  SyncPoint begin;
  std::optional<SyncPoint> end;  // none: to the end of the walk
  std::uint64_t sync = 0;        // behind `begin` in the file's own stream of points
  std::uint64_t sync_end = 0;    // and behind `end`, or the last of all
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

}  // namespace waymark::script
