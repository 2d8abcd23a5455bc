#include "script/split.hpp"

namespace waymark::script {

namespace {

std::uint64_t distance(std::uint64_t one, std::uint64_t other) { return one < other ? other - one : one - other; }

std::uint64_t held_by(const SyncPoint& point) {
  std::uint64_t bytes = sizeof(SyncPoint) + point.path.capacity() * sizeof(PathNode);
  for (const PathNode& node : point.path) bytes += node.row.capacity();
  return bytes;
}

// Which of the sync points, counted from 0, the cuts into k slices are made at: of the two on either side of each ideal
// cut the nearer one. Copies no point: their paths may be long, and there may be many.
bool choose_cuts(const std::shared_ptr<const File>& file, std::uint64_t k, std::uint64_t memory,
                 std::vector<std::uint64_t>& cuts, Fault& fault) {
  struct Candidate {
    std::uint64_t number = 0;
    std::uint64_t transitions = 0;
  };
  const std::uint64_t total = file->header().transitions;
  SyncReader reader(file, memory);
  std::uint64_t last = 0;  // transitions before the last cut
  std::optional<Candidate> before;
  std::optional<Candidate> after;
  std::uint64_t read = 0;
  const auto advance = [&] {
    const SyncPoint* point = reader.next();
    after = point == nullptr ? std::nullopt : std::optional(Candidate{read++, point->transitions});
  };
  const auto fits = [&](const std::optional<Candidate>& candidate) {
    return candidate && candidate->transitions > last;
  };
  advance();
  for (std::uint64_t i = 1; i < k && after; ++i) {
    base::poll(file->stop());
    const std::uint64_t ideal = total / k * i + total % k * i / k;
    while (after && after->transitions < ideal) {
      before = after;
      advance();
    }
    const bool nearer =
        fits(before) && (!fits(after) || distance(before->transitions, ideal) <= distance(after->transitions, ideal));
    const std::optional<Candidate>& chosen = nearer ? before : after;
    if (!fits(chosen)) continue;
    cuts.push_back(chosen->number);
    last = chosen->transitions;
  }
  if (reader.failed()) fault = reader.fault();
  return !reader.failed();
}

}  // namespace

bool cut(const std::shared_ptr<const File>& file, std::uint64_t k, std::uint64_t memory, std::vector<Slice>& slices,
         Fault& fault) {
  slices.clear();
  const std::uint64_t all = file->raw_bytes(Stream::sync);
  slices.push_back({file, 0, 0, 0, {}, std::nullopt, 0, all});
  std::vector<std::uint64_t> cuts;
  if (k > 1 && !choose_cuts(file, k, memory, cuts, fault)) return false;
  SyncReader reader(file, memory);
  std::uint64_t held = 0;
  std::uint64_t read = 0;
  for (const std::uint64_t number : cuts) {
    while (read <= number && reader.next() != nullptr) ++read;
    const SyncPoint& point = reader.last();
    held += 2 * held_by(point);
    if (file->stop() != nullptr) file->stop()->poll_room(2 * held_by(point));
    if (held > memory) {
      fault = {0, "the paths of so many slices need more memory than allowed", true};
      return false;
    }
    slices.back().end = point;
    slices.back().sync_end = reader.position();
    slices.push_back({file, 0, 0, 0, point, std::nullopt, reader.position(), all});
  }
  return true;
}

bool read_part(const std::shared_ptr<const File>& file, std::uint64_t memory, Slice& slice, Fault& fault) {
  slice = {file, 0, 0, 0, {}, std::nullopt, 0, file->raw_bytes(Stream::sync)};
  SyncReader reader(file, memory);
  std::uint64_t points = 0;
  for (; reader.next() != nullptr; ++points) {
    if (points != 0) continue;
    slice.begin = reader.last();
    slice.sync = reader.position();
  }
  if (reader.failed()) fault = reader.fault();
  if (reader.failed()) return false;
  if (points == 0) return fail(fault, 0, "the part does not say where it begins");
  if (file->header().part != file->header().parts) {
    if (points == 1) return fail(fault, 0, "the part does not say where it ends");
    slice.end = reader.last();
  }
  slice.rows = slice.begin.rows;
  slice.counts = slice.begin.counts;
  slice.claims = slice.begin.claims;
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
    if (header.whole != first.whole || header.assumptions != first.assumptions) {
      return fail(fault, 0, which + " was cut from another script");
    }
    if (header.depth != first.depth) return fail(fault, 0, which + " names another depth of the whole script");
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
