#include "observe/recorder.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "base/check.hpp"
#include "script/part_writer.hpp"
#include "script/row_builder.hpp"

namespace waymark::observe {

namespace {

constexpr const char* not_breadth_first = "the search was not a complete breadth-first one";
constexpr const char* no_room_to_record = "there is not enough memory to record a script";

}  // namespace

void LeanRecorder::make_room() {
  const std::uint64_t first_part = first_part_ ? first_part_->counts.capacity() + first_part_->large.size() * 64 : 0;
  const std::uint64_t bytes = first_part + rows_.capacity() + counts_.capacity() +
                              landmarks_.capacity() * sizeof(Landmark) + large_.size() * 64 + falls_.bytes() +
                              (levels_.capacity() + targets_.capacity()) * sizeof(std::uint64_t);
  if (bytes <= held_) return;
  full_ = !budget_.take(bytes - held_);
  if (full_) {
    why_ = no_room_to_record;
  } else {
    held_ = bytes;
  }
}

void LeanRecorder::give_up(std::string why) {
  why_ = std::move(why);
  rows_ = {};
  counts_ = {};
  landmarks_ = {};
  large_ = {};
  levels_ = {};
  falls_ = {};
  budget_.give_back(held_);
  held_ = 0;
}

void LeanRecorder::started(std::uint64_t root) {
  CHECK(root == 0 && counts_.empty());
  counts_.push_back(0);
  landmarks_.push_back({0, 1, 0});
}

bool LeanRecorder::pass_over_to(std::uint64_t state) {
  if (state < open_ || !targets_.empty() || state >= counts_.size()) {
    give_up(not_breadth_first);
    return false;
  }
  while (open_ < state) {
    rows_.push_back(0);
    ++passed_over_;
    close_row();
  }
  return true;
}

void LeanRecorder::sample_begins() {
  if (!why_.empty() || over_) return;
  first_part_ = {counts_, large_, open_, transitions_};
  make_room();
}

void LeanRecorder::sample_thinned() {
  if (over_ || !first_part_) return;
  over_ = true;
  if (!why_.empty() && !full_) return;
  counts_ = std::move(first_part_->counts);
  large_ = std::move(first_part_->large);
  open_ = first_part_->open;
  transitions_ = first_part_->transitions;
  first_part_.reset();
}

void LeanRecorder::stepped(const search::Stepped& step) {
  if (!why_.empty() || over_) return;
  if (step.from != open_ && !pass_over_to(step.from)) return;
  targets_.push_back(step.found.number);
}

void LeanRecorder::left(std::uint64_t number, std::uint64_t) {
  if (!why_.empty() || over_) return;
  if (number != open_ && !pass_over_to(number)) return;
  std::uint64_t next = counts_.size();  // numbers are given in the order of discovery
  const std::uint64_t next_level = levels_.back();
  script::RowBuilder row(rows_);
  for (const std::uint64_t target : targets_) {
    const bool tree = target == next;
    row.add(tree);
    if (tree) {
      counts_.push_back(0);
      ++next;
      continue;
    }
    CHECK(target < next);
    falls_.add(target >= next_level ? 0 : fall_to(target));
    std::uint8_t& count = counts_[target];
    if (count < many - 1) {
      ++count;
    } else {
      count_many(target);
    }
  }
  row.close();
  transitions_ += targets_.size();
  targets_.clear();
  close_row();
}

void LeanRecorder::add_row(std::span<const std::uint8_t> row) {
  if (!why_.empty()) return;
  if (counts_.empty()) started(0);
  rows_.insert(rows_.end(), row.begin(), row.end());
  counts_.resize(counts_.size() + script::trees_in(row));
  transitions_ += script::symbols_in(row);
  close_row();
}

void LeanRecorder::set_arrivals(std::uint64_t state, std::uint64_t count) {
  if (!why_.empty()) return;
  CHECK(state < counts_.size());
  counts_[state] = static_cast<std::uint8_t>(std::min<std::uint64_t>(count, many));
  if (count >= many) large_[state] = count;
}

void LeanRecorder::count_many(std::uint64_t state) {
  std::uint64_t& count = large_[state];
  count = counts_[state] == many ? count + 1 : many;
  counts_[state] = many;
}

std::uint64_t LeanRecorder::fall_to(std::uint64_t state) const {
  if (state >= *(levels_.end() - 2)) return 1;  // stays in its own level, as most do
  return static_cast<std::uint64_t>(levels_.end() - std::upper_bound(levels_.begin(), levels_.end(), state));
}

void LeanRecorder::close_row(const Landmark& next) {
  ++open_;
  if (open_ == levels_.back()) levels_.push_back(next.child);
  if (open_ % stride == 0) landmarks_.push_back(next);
  if (open_ % 1024 == 0) make_room();
}

template <bool falls>
void LeanRecorder::step_over(Landmark& place) const {
  const std::uint64_t begin = place.row;
  std::uint8_t byte = rows_[place.row++];
  if (byte == 0) return;
  // As script::trees_in() and script::symbols_in(), in one go: this is done many times for each state.
  std::uint64_t trees = static_cast<unsigned>(std::popcount(static_cast<unsigned>(byte))) - 1;
  while (byte >= 0x80) {
    byte = rows_[place.row++];
    trees += static_cast<unsigned>(std::popcount(static_cast<unsigned>(byte))) - 1;
  }
  place.child += trees;
  if constexpr (!falls) return;
  const std::uint64_t symbols = 7 * (place.row - begin - 1) + static_cast<unsigned>(std::bit_width(byte)) - 1;
  for (std::uint64_t others = symbols - trees; others > 0; --others) falls_.skip(place.falls);
}

template <bool falls>
LeanRecorder::Landmark LeanRecorder::find(std::uint64_t state) const {
  Landmark place = landmarks_[state / stride];
  for (std::uint64_t i = state % stride; i > 0; --i) step_over<falls>(place);
  return place;
}

std::uint64_t LeanRecorder::count(std::uint64_t state) const {
  return counts_[state] == many ? large_.at(state) : counts_[state];
}

template <bool partial>
void LeanRecorder::emit(script::Writer& writer, script::Header& header, const Labelling* labels) const {
  struct Node {
    std::uint64_t state = 0;
    Landmark place;
    script::RowCursor cursor;
    std::uint64_t count = 0;
    std::optional<Landmark> entered;  // the child that was entered last; the next one's row is behind its
    std::uint64_t labelled = 0;       // the labelling's place
  };
  std::vector<Node> path;
  script::SyncWriter syncs(writer, header.form);
  const std::uint64_t between = std::max(spacing_.between, transitions_ / spacing_.most);
  std::uint64_t next_sync = between;
  std::uint64_t transitions = 0;
  const auto find_child = [&](std::uint64_t state) {
    if (path.empty()) return find<partial>(state);
    std::optional<Landmark>& entered = path.back().entered;
    if (entered) {
      step_over<partial>(*entered);
    } else {
      entered = find<partial>(state);
    }
    return *entered;
  };
  const auto enter = [&](std::uint64_t state) {
    if (partial && !path.empty()) writer.varint(script::Stream::claims, 0);
    const std::uint64_t above = path.empty() ? 0 : path.back().count;
    const std::uint64_t arrivals = count(state);
    writer.varint(script::Stream::counts, base::zigzag(arrivals - above));
    ++header.states;
    header.depth = std::max<std::uint64_t>(header.depth, path.size());
    if (state >= open_) return writer.byte(script::Stream::rows, 0);
    const Landmark place = find_child(state);
    const auto row = script::row_at(rows_, place.row);
    writer.bytes(script::Stream::rows, row);
    if (row.front() != 0) path.push_back({state, place, script::RowCursor(), arrivals, std::nullopt, 0});
  };
  const auto sync_point = [&] {
    script::SyncPoint point;
    point.rows = writer.position(script::Stream::rows);
    point.counts = writer.position(script::Stream::counts);
    point.claims = writer.position(script::Stream::claims);
    point.states = header.states;
    point.transitions = transitions;
    for (const Node& node : path) {
      const auto row = script::row_at(rows_, node.place.row);
      const std::uint64_t distance = partial ? point.path.size() : 0;
      point.path.push_back({{row.begin(), row.end()}, node.cursor.taken(), node.count, distance, 0});
      if (labels != nullptr) labels->label(node.state, point.path.back());
    }
    return point;
  };
  header.states = 0;
  header.depth = 0;
  if (labels != nullptr) labels->write_first(writer);
  enter(0);
  while (!path.empty()) {
    Node& node = path.back();
    const script::Symbol symbol = node.cursor.next(rows_.data() + node.place.row);
    if (symbol == script::Symbol::end) {
      path.pop_back();
      continue;
    }
    ++transitions;
    const bool tree = symbol == script::Symbol::tree;
    if (tree && transitions >= next_sync && transitions + between / 2 < transitions_) {
      syncs.add(sync_point());
      next_sync = transitions + between;
    }
    if (labels != nullptr) labels->write(node.state, node.cursor.taken() - 1, node.labelled, writer);
    if (tree) {
      enter(node.place.child++);
    } else if (partial) {
      writer.varint(script::Stream::claims, falls_.next(node.place.falls));
    }
  }
  CHECK(header.states == counts_.size() && transitions == transitions_);
  header.transitions = transitions;
}

bool LeanRecorder::write(const std::string& path, script::Header header, const Labelling* labels) {
  if (why_.empty() && (open_ != counts_.size() || passed_over_ != 0)) give_up(not_breadth_first);
  return why_.empty() &&
         write_as(labels != nullptr ? labels->form() : script::Form::lean, path, std::move(header), labels);
}

bool LeanRecorder::write_partial(const std::string& path, script::Header header) {
  if (why_.empty() && counts_.empty()) why_ = "there was no room for a single state";
  return (why_.empty() || full_) && write_as(script::Form::partial, path, std::move(header), nullptr);
}

void LeanRecorder::save(checkpoint::Writer& writer, const search::Tallies& tallies) const {
  // If there was no room for all of it, the rest is of no use to the search that goes on.
  writer.varint(why_.empty() ? 1 : 0);
  if (!why_.empty()) return;
  CHECK(open_ == tallies.explored && counts_.size() == tallies.states && transitions_ == tallies.transitions);
  CHECK(passed_over_ == 0);
  writer.varint(rows_.size());
  writer.bytes(rows_);
  writer.bytes(counts_);
  const std::map<std::uint64_t, std::uint64_t> sorted(large_.begin(), large_.end());
  for (const auto& [state, count] : sorted) writer.varint(count);
  falls_.save(writer);
}

void LeanRecorder::load(checkpoint::Reader& reader, const search::Tallies& tallies) {
  CHECK(counts_.empty());
  if (reader.varint(1) == 0) {
    why_ = no_room_to_record;
    return;
  }
  load_bytes(reader, reader.varint(), rows_);
  load_bytes(reader, tallies.states, counts_);
  load_large(reader);
  falls_.load(reader, [&](std::uint64_t bytes) { take_room(reader, bytes); });
  survey(reader, tallies);
  budget_.give_back(std::exchange(held_, 0));
  make_room();
  if (full_) refuse_large(reader);
}

void LeanRecorder::take_room(const checkpoint::Reader& reader, std::uint64_t bytes) {
  if (!budget_.take(bytes)) refuse_large(reader);
  held_ += bytes;
}

void LeanRecorder::refuse_large(const checkpoint::Reader& reader) {
  reader.refuse("what it has recorded for a script does not fit into the memory allowed; give it more by --memory");
}

void LeanRecorder::load_bytes(checkpoint::Reader& reader, std::uint64_t count, std::vector<std::uint8_t>& out) {
  while (out.size() < count) {
    const auto part = reader.some(count - out.size());
    if (out.capacity() - out.size() < part.size()) take_room(reader, 2 * (out.capacity() + part.size()));
    out.insert(out.end(), part.begin(), part.end());
  }
}

void LeanRecorder::load_large(checkpoint::Reader& reader) {
  constexpr std::uint64_t bytes_each = 64;
  for (std::uint64_t state = 0; state < counts_.size(); ++state) {
    if (counts_[state] != many) continue;
    take_room(reader, bytes_each);
    const std::uint64_t count = reader.varint();
    if (count < many) reader.malformed("a count is written as if it were larger");
    large_.emplace(state, count);
  }
}

void LeanRecorder::survey(checkpoint::Reader& reader, const search::Tallies& tallies) {
  const auto demand = [&](bool good) {
    if (!good) reader.malformed("what it has recorded for a script is none of such a search");
  };
  Landmark place{0, 1, 0};
  landmarks_.push_back(place);
  std::uint64_t falling = 0;
  while (place.row < rows_.size()) {
    demand(open_ < place.child);  // else it has not been met
    std::uint64_t last = place.row;
    while (last < rows_.size() && rows_[last] >= 0x80) ++last;
    demand(last < rows_.size() && rows_[last] != 0);
    const auto row = std::span<const std::uint8_t>(rows_).subspan(place.row, last + 1 - place.row);
    const std::uint64_t trees = script::trees_in(row);
    const std::uint64_t symbols = script::symbols_in(row);
    for (std::uint64_t others = symbols - trees; others > 0; --others) demand(falls_.try_skip(place.falls));
    falling += symbols - trees;
    transitions_ += symbols;
    place.child += trees;
    place.row = last + 1;
    close_row(place);
    if (full_) refuse_large(reader);
  }
  demand(open_ == tallies.explored && place.child == tallies.states && transitions_ == tallies.transitions);
  demand(place.falls == falls_.position());
  for (std::uint64_t state = 0; state < counts_.size(); ++state) {
    demand(count(state) <= falling);
    falling -= count(state);
  }
  demand(falling == 0);
}

bool LeanRecorder::write_as(script::Form form, const std::string& path, script::Header header,
                            const Labelling* labels) {
  script::Writer writer(path);
  header.form = form;
  if (form == script::Form::partial) {
    emit<true>(writer, header, nullptr);
  } else {
    emit<false>(writer, header, labels);
  }
  if (!writer.finish(header)) {
    why_ = writer.why();
    return false;
  }
  file_bytes_ = writer.file_bytes();
  return true;
}

}  // namespace waymark::observe
