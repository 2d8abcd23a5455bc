#include "script/split.hpp"

namespace waymark::script {

namespace {

std::uint64_t distance(std::uint64_t one, std::uint64_t other) { return one < other ? other - one : one - other; }

std::uint64_t held_by(const SyncPoint& point) {
  std::uint64_t bytes = sizeof(SyncPoint) + point.path.capacity() * sizeof(PathNode);
  for (const PathNode& node : point.path) bytes += node.row.capacity();
  return bytes;
}

}  // namespace

bool cut(const std::shared_ptr<const File>& file, std::uint64_t k, std::uint64_t memory, std::vector<Slice>& slices,
         Fault& fault) {
  slices.clear();
  slices.push_back({file, 0, 0, {}, std::nullopt});
  const std::uint64_t total = file->header().transitions;
  SyncReader reader(file, memory);
  std::uint64_t held = 0;
  std::optional<SyncPoint> before;
  const auto cut_at = [&](SyncPoint point) {
    held += 2 * held_by(point);
    slices.back().end = point;
    slices.push_back({file, 0, 0, std::move(point), std::nullopt});
  };
  // Of the two points on either side of each ideal cut the nearer one is taken.
  const SyncPoint* point = k > 1 ? reader.next() : nullptr;
  for (std::uint64_t i = 1; i < k && point != nullptr; ++i) {
    const std::uint64_t ideal = total / k * i + total % k * i / k;
    while (point != nullptr && point->transitions < ideal) {
      before = *point;
      point = reader.next();
    }
    const std::uint64_t last = slices.back().begin.transitions;
    const bool before_fits = before.has_value() && before->transitions > last;
    const bool after_fits = point != nullptr && point->transitions > last;
    if (before_fits && (!after_fits || distance(before->transitions, ideal) <= distance(point->transitions, ideal))) {
      cut_at(*before);
    } else if (after_fits) {
      cut_at(*point);
    }
    if (held > memory) return fail(fault, 0, "the paths of so many slices need more memory than allowed");
  }
  if (reader.failed()) fault = reader.fault();
  return !reader.failed();
}

bool read_part(const std::shared_ptr<const File>& file, std::uint64_t memory, Slice& slice, Fault& fault) {
  slice = {file, 0, 0, {}, std::nullopt};
  SyncReader reader(file, memory);
  bool begun = false;
  while (const SyncPoint* point = reader.next()) {
    if (begun) {
      slice.end = *point;
    } else {
      slice.begin = *point;
      begun = true;
    }
  }
  if (reader.failed()) fault = reader.fault();
  if (reader.failed()) return false;
  if (!begun) return fail(fault, 0, "the part does not say where it begins");
  const bool last = file->header().part == file->header().parts;
  if (last && slice.end.has_value()) return fail(fault, 0, "the last part goes on");
  if (!last && !slice.end.has_value()) return fail(fault, 0, "the part does not say where it ends");
  slice.rows = slice.begin.rows;
  slice.counts = slice.begin.counts;
  return true;
}

bool join(const std::vector<std::shared_ptr<const File>>& files, std::uint64_t memory, std::vector<Slice>& slices,
          Fault& fault) {
  slices.clear();
  if (files.empty()) return fail(fault, 0, "there are no parts");
  slices.resize(files.size());
  const Header& first = files.front()->header();
  for (const auto& file : files) {
    const Header& header = file->header();
    const std::string which = "part " + std::to_string(header.part) + " of " + std::to_string(header.parts);
    if (header.parts != files.size()) {
      return fail(fault, 0, which + " is among " + std::to_string(files.size()) + " files");
    }
    if (header.form != first.form || header.program != first.program || header.options != first.options) {
      return fail(fault, 0, which + " is of another program, made with other options or of another form");
    }
    Slice& slice = slices[static_cast<std::size_t>(header.part - 1)];
    if (slice.file != nullptr) return fail(fault, 0, which + " is there twice");
    if (!read_part(file, memory / files.size(), slice, fault)) return false;
  }
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const SyncPoint* begin = &slices[i].begin;
    const bool fits = i == 0 ? *begin == SyncPoint{} : slices[i - 1].end.has_value() && *begin == *slices[i - 1].end;
    if (!fits) return fail(fault, 0, "part " + std::to_string(i + 1) + " does not begin where the one before it ends");
  }
  return true;
}

}  // namespace waymark::script
