#include "script/sync.hpp"

#include <algorithm>

namespace waymark::script {

namespace {

std::uint64_t held_by(const Level& level) { return sizeof(Level) + level.row.size(); }

}  // namespace

void encode(const SyncPoint& point, base::ByteSink& sink) {
  sink.varint(point.rows);
  sink.varint(point.counts);
  sink.varint(point.states);
  sink.varint(point.transitions);
  sink.varint(point.path.size());
  for (const Level& level : point.path) {
    sink.raw(level.row);
    sink.varint(level.taken);
    sink.varint(level.count);
  }
}

void SyncWriter::add(const SyncPoint& point) {
  const auto [here, there] = std::mismatch(point.path.begin(), point.path.end(), last_.path.begin(), last_.path.end());
  writer_.varint(Stream::sync, point.rows - last_.rows);
  writer_.varint(Stream::sync, point.counts - last_.counts);
  writer_.varint(Stream::sync, point.states - last_.states);
  writer_.varint(Stream::sync, point.transitions - last_.transitions);
  writer_.varint(Stream::sync, static_cast<std::uint64_t>(here - point.path.begin()));
  writer_.varint(Stream::sync, static_cast<std::uint64_t>(point.path.end() - here));
  for (auto level = here; level != point.path.end(); ++level) {
    writer_.bytes(Stream::sync, level->row);
    writer_.varint(Stream::sync, level->taken);
    writer_.varint(Stream::sync, level->count);
  }
  last_ = point;
}

bool SyncReader::read_level(Level& level) {
  std::uint8_t byte = 0;
  do {
    byte = cursor_.byte();
    level.row.push_back(byte);
    if (held_ + held_by(level) > limit_) why_ = "stream sync has a path that needs more memory than allowed";
  } while (byte >= 0x80 && !failed());
  if (!failed() && byte == 0) why_ = "stream sync has a malformed row";
  level.taken = cursor_.varint();
  level.count = cursor_.varint();
  held_ += held_by(level);
  return !failed();
}

const SyncPoint* SyncReader::next() {
  if (failed() || cursor_.at_end()) return nullptr;
  std::uint64_t* const sums[] = {&point_.rows, &point_.counts, &point_.states, &point_.transitions};
  for (std::uint64_t* sum : sums) {
    if (__builtin_add_overflow(*sum, cursor_.varint(), sum)) why_ = "stream sync has a number that is too large";
  }
  const std::uint64_t shared = cursor_.varint();
  const std::uint64_t fresh = cursor_.varint();
  if (!failed() && shared > point_.path.size()) why_ = "stream sync refers to levels that are not there";
  if (failed()) return nullptr;
  point_.path.resize(static_cast<std::size_t>(shared));
  held_ = 0;
  for (const Level& level : point_.path) held_ += held_by(level);
  for (std::uint64_t i = 0; i < fresh; ++i) {
    if (!read_level(point_.path.emplace_back())) return nullptr;
  }
  return &point_;
}

}  // namespace waymark::script
