#include "certify/lean_slice.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "script/row.hpp"

namespace waymark::certify {

namespace {

Element point_of(const Secret& secret) {
  Element::Wide value = 0;
  for (const std::uint8_t byte : secret.key(point_key)) value = value << 8 | byte;
  return Element(value);
}

std::uint64_t symbols_in(std::span<const std::uint8_t> row) {
  return 7 * (row.size() - 1) + script::symbols_in_last(row.back());
}

}  // namespace

bool Evidence::add(const Evidence& other) {
  announced.add(other.announced);
  arrived.add(other.arrived);
  const bool first = __builtin_add_overflow(announced_count, other.announced_count, &announced_count);
  const bool second = __builtin_add_overflow(arrived_count, other.arrived_count, &arrived_count);
  figures.states += other.figures.states;
  figures.transitions += other.figures.transitions;
  figures.depth = std::max(figures.depth, other.figures.depth);
  figures.path_bytes = std::max(figures.path_bytes, other.figures.path_bytes);
  return !first && !second;
}

LeanSlice::LeanSlice(model::Model& model, const Secret& secret, const Request& request, LeanListener* listener)
    : walk_(model, request), model_(model), request_(request), point_(point_of(secret)), listener_(listener) {
  model.key(model::Key::secret(secret.key(fingerprint_key)));
}

bool LeanSlice::reject(std::string why) {
  result_.verdict = Verdict::rejected;
  const std::uint64_t state = slice_->begin.states + evidence_.figures.states;
  result_.why = "state " + std::to_string(state) + " of the walk: " + std::move(why);
  result_.choices = walk_.choices();
  return false;
}

bool LeanSlice::stopped() {
  result_ = walk_.result();
  return false;
}

bool LeanSlice::read_row(Level& level) {
  level.row = rows_.size();
  std::uint8_t byte = 0;
  do {
    byte = rows_stream_->byte();
    rows_.push_back(byte);
    if (rows_.size() > request_.memory) return reject("its row needs more memory than allowed");
  } while (byte >= 0x80);
  if (rows_stream_->failed()) return reject(rows_stream_->fault().why);
  if (byte == 0) return reject("its row has no end mark");
  level.byte = level.row;
  return true;
}

bool LeanSlice::read_count(Level& level) {
  const std::uint64_t code = counts_stream_->varint();
  if (counts_stream_->failed()) return reject(counts_stream_->fault().why);
  level.count = (levels_.empty() ? 0 : levels_.back().count) + script::from_zigzag(code);
  return true;
}

bool LeanSlice::enter() {
  if (!walk_.enter()) return stopped();
  Level level;
  if (!read_row(level) || !read_count(level)) return false;
  levels_.push_back(level);
  ++evidence_.figures.states;
  evidence_.figures.depth = std::max(evidence_.figures.depth, walk_.depth() - 1);
  // Asked for even when nothing is announced: the fingerprints of what follows are computed from this one.
  const model::Fingerprint fingerprint = model_.fingerprint();
  if (listener_ != nullptr && !listener_->entered(fingerprint, level.count)) return ended("stopped");
  if (level.count == 0) return true;
  if (__builtin_add_overflow(evidence_.announced_count, level.count, &evidence_.announced_count)) {
    return reject("the counts announced are too large");
  }
  evidence_.announced.add(point_, fingerprint, level.count);
  return true;
}

LeanSlice::Symbol LeanSlice::take_symbol(Level& level) const {
  std::uint8_t byte = rows_[level.byte];
  if (level.bit == 7) {
    level.bit = 0;
    byte = rows_[++level.byte];
  }
  // What is left of the byte: the symbols still to come, and above them the mark that ends or continues the row.
  const unsigned left = static_cast<unsigned>(byte) >> level.bit;
  if (left == 1) return Symbol::none;
  ++level.bit;
  return (left & 1) != 0 ? Symbol::tree : Symbol::other;
}

// Follows the path of a sync point without judging or counting: the slices before it do that.
bool LeanSlice::replay() {
  walk_.reset();
  rows_.clear();
  levels_.clear();
  for (const script::Level& from : slice_->begin.path) {
    if (from.row.empty() || from.taken == 0 || from.taken > symbols_in(from.row)) return reject("malformed sync point");
    if (!walk_.enter()) return stopped();
    for (std::uint64_t i = 0; i < from.taken; ++i) {
      const Walk::Event event = walk_.next();
      if (event == Walk::Event::stopped) return stopped();
      if (event == Walk::Event::exhausted) return reject("a sync point takes a transition that does not exist");
    }
    // Where the last symbol consumed is; a full byte is left only when the next symbol is wanted.
    const auto last = static_cast<std::size_t>((from.taken - 1) / 7);
    const auto bit = static_cast<unsigned>((from.taken - 1) % 7);
    if ((from.row[last] >> bit & 1) == 0) return reject("a sync point enters a state off the tree");
    levels_.push_back({rows_.size(), rows_.size() + last, bit + 1, from.count});
    rows_.insert(rows_.end(), from.row.begin(), from.row.end());
  }
  return true;
}

bool LeanSlice::at(const script::SyncPoint& point) const {
  if (slice_->rows + rows_stream_->position() != point.rows) return false;
  if (slice_->counts + counts_stream_->position() != point.counts) return false;
  if (slice_->begin.states + evidence_.figures.states != point.states) return false;
  if (slice_->begin.transitions + evidence_.figures.transitions != point.transitions) return false;
  if (levels_.size() != point.path.size()) return false;
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    const std::size_t end = i + 1 < levels_.size() ? levels_[i + 1].row : rows_.size();
    const script::Level& there = point.path[i];
    if (taken(levels_[i]) != there.taken || levels_[i].count != there.count) return false;
    if (!std::equal(rows_.begin() + static_cast<std::ptrdiff_t>(levels_[i].row),
                    rows_.begin() + static_cast<std::ptrdiff_t>(end), there.row.begin(), there.row.end())) {
      return false;
    }
  }
  return true;
}

Result LeanSlice::run(const script::Slice& slice, const std::atomic<bool>* halt) {
  result_ = {};
  evidence_ = {};
  slice_ = &slice;
  halt_ = halt;
  rows_stream_.emplace(slice.file, script::Stream::rows);
  counts_stream_.emplace(slice.file, script::Stream::counts);
  rows_stream_->seek(slice.begin.rows - slice.rows);
  counts_stream_->seek(slice.begin.counts - slice.counts);
  if (replay() && go_on()) result_.verdict = Verdict::certified;
  evidence_.figures.path_bytes = walk_.path_bytes() + rows_.capacity() + levels_.capacity() * sizeof(Level);
  result_.figures = evidence_.figures;
  return result_;
}

bool LeanSlice::ended(std::string why) {
  result_.verdict = Verdict::incomplete;
  result_.why = std::move(why);
  result_.choices = walk_.choices();
  return false;
}

bool LeanSlice::in_time() {
  constexpr std::uint64_t states_between_looks = 1024;
  if (evidence_.figures.states % states_between_looks != 0) return true;
  if (halt_ != nullptr && halt_->load(std::memory_order_relaxed)) return ended("stopped");
  if (request_.stop != nullptr && request_.stop->load(std::memory_order_relaxed)) return ended("interrupted");
  if (request_.deadline.has_value() && std::chrono::steady_clock::now() > *request_.deadline)
    return ended("out of time");
  return true;
}

bool LeanSlice::arrived(const model::Fingerprint& state) {
  if (listener_ != nullptr && !listener_->arrived(state)) return ended("stopped");
  evidence_.arrived.add(point_, state);
  ++evidence_.arrived_count;
  return true;
}

bool LeanSlice::go_on() {
  const script::SyncPoint* const end = slice_->end.has_value() ? &*slice_->end : nullptr;
  // Each turn stands before a state to be entered.
  for (;;) {
    if (end != nullptr && slice_->begin.states + evidence_.figures.states == end->states) {
      return at(*end) || reject("the walk does not come by the next sync point");
    }
    if (!in_time() || !enter()) return false;
    bool entering = false;
    while (!entering) {
      Level& level = levels_.back();
      const Level before = level;
      if (take_symbol(level) == Symbol::other) {  // nobody has to go where this one leads
        if (const std::optional<model::Fingerprint> there = walk_.successor_fingerprint()) {
          ++evidence_.figures.transitions;
          if (!arrived(*there)) return false;
          continue;
        }
      }
      level = before;
      const Walk::Event event = walk_.next();
      if (event == Walk::Event::stopped) return stopped();
      if (event == Walk::Event::arrived) {
        const Symbol symbol = take_symbol(level);
        if (symbol == Symbol::none) return reject("it has more transitions than its row has symbols");
        ++evidence_.figures.transitions;
        entering = symbol == Symbol::tree;
        if (entering) continue;
        if (!arrived(model_.fingerprint())) return false;
        continue;
      }
      if (take_symbol(level) != Symbol::none) return reject("its row has more symbols than it has transitions");
      rows_.resize(level.row);
      levels_.pop_back();
      walk_.leave();
      if (!levels_.empty()) continue;
      if (end != nullptr) return reject("the walk ends before the next sync point");
      if (!rows_stream_->at_end()) return reject("stream rows goes on after the walk has ended");
      if (!counts_stream_->at_end()) return reject("stream counts goes on after the walk has ended");
      return true;
    }
  }
}

}  // namespace waymark::certify
