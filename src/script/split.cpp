// Cutting scripts into slices, writing slices as files, and putting such parts together again. A part's `sync` stream
// begins with the point at which the part begins and ends with the one at which it ends, unless it is the last.
#include <algorithm>

#include "script/sync.hpp"

namespace waymark::script {

namespace {

std::uint64_t distance(std::uint64_t one, std::uint64_t other) { return one < other ? other - one : one - other; }

std::uint64_t held_by(const SyncPoint& point) {
  std::uint64_t bytes = sizeof(SyncPoint) + point.path.capacity() * sizeof(Level);
  for (const Level& level : point.path) bytes += level.row.capacity();
  return bytes;
}

// Copies the bytes [begin, end) of a stream, given as places in the whole script's stream.
bool copy(const Slice& slice, Stream stream, std::uint64_t base, std::uint64_t begin, std::uint64_t end, Writer& writer,
          Fault& fault) {
  Cursor cursor(slice.file, stream);
  if (begin < base || end < begin) {
    fault = {begin, "the sync points are not in order"};
    return false;
  }
  cursor.seek(begin - base);
  for (std::uint64_t i = begin; i < end && !cursor.failed(); ++i) writer.byte(stream, cursor.byte());
  if (cursor.failed()) fault = cursor.fault();
  return !cursor.failed();
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
    if (held > memory) {
      fault = {0, "the paths of so many slices need more memory than allowed"};
      return false;
    }
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
  if (reader.failed() || !begun) {
    fault = reader.failed() ? reader.fault() : Fault{0, "the part does not say where it begins"};
    return false;
  }
  const bool last = file->header().part == file->header().parts;
  if (last == slice.end.has_value()) {
    fault = {0, last ? "the last part goes on" : "the part does not say where it ends"};
    return false;
  }
  slice.rows = slice.begin.rows;
  slice.counts = slice.begin.counts;
  return true;
}

bool join(const std::vector<std::shared_ptr<const File>>& files, std::uint64_t memory, std::vector<Slice>& slices,
          Fault& fault) {
  slices.clear();
  if (files.empty()) {
    fault = {0, "there are no parts"};
    return false;
  }
  slices.resize(files.size());
  const Header& first = files.front()->header();
  for (const auto& file : files) {
    const Header& header = file->header();
    const std::string which = "part " + std::to_string(header.part) + " of " + std::to_string(header.parts);
    if (header.parts != files.size()) {
      fault = {0, which + " is among " + std::to_string(files.size()) + " files"};
      return false;
    }
    if (header.form != first.form || header.program != first.program || header.options != first.options) {
      fault = {0, which + " is of another program, made with other options or of another form"};
      return false;
    }
    Slice& slice = slices[static_cast<std::size_t>(header.part - 1)];
    if (slice.file != nullptr) {
      fault = {0, which + " is there twice"};
      return false;
    }
    if (!read_part(file, memory / files.size(), slice, fault)) return false;
  }
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const SyncPoint* begin = &slices[i].begin;
    const bool fits = i == 0 ? *begin == SyncPoint{} : slices[i - 1].end.has_value() && *begin == *slices[i - 1].end;
    if (fits) continue;
    fault = {0, "part " + std::to_string(i + 1) + " does not begin where the one before it ends"};
    return false;
  }
  return true;
}

bool write_part(const Slice& slice, std::uint64_t part, std::uint64_t parts, const std::string& path, Fault& fault) {
  Writer writer(path);
  SyncWriter syncs(writer);
  SyncPoint end;
  if (slice.end.has_value()) {
    end = *slice.end;
  } else {
    end.rows = slice.rows + slice.file->raw_bytes(Stream::rows);
    end.counts = slice.counts + slice.file->raw_bytes(Stream::counts);
    end.states = slice.file->header().states;
    end.transitions = slice.file->header().transitions;
  }
  if (!copy(slice, Stream::rows, slice.rows, slice.begin.rows, end.rows, writer, fault)) return false;
  if (!copy(slice, Stream::counts, slice.counts, slice.begin.counts, end.counts, writer, fault)) return false;
  syncs.add(slice.begin);
  if (slice.end.has_value()) syncs.add(*slice.end);
  Header header = slice.file->header();
  header.part = part;
  header.parts = parts;
  header.states = end.states - slice.begin.states;
  header.transitions = end.transitions - slice.begin.transitions;
  if (writer.finish(header)) return true;
  fault = {0, writer.why()};
  return false;
}

}  // namespace waymark::script
