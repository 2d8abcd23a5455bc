#include "script/ids.hpp"

#include <sodium/crypto_generichash.h>

#include <algorithm>
#include <limits>

#include "base/check.hpp"

namespace waymark::script {

bool IdsPath::take(std::uint32_t arrival) {
  Level& top = levels_.back();
  if (arrival < top.upto) return false;
  top.next = arrival + 1;
  if (complete()) {
    if (arrival == top.upto) {
      ++top.upto;
    } else {
      extras_.push_back({levels_.size(), arrival});
    }
    return true;
  }
  auto first = extras_.end();
  while (first != extras_.begin() && (first - 1)->level == levels_.size()) --first;
  const auto place = std::lower_bound(first, extras_.end(), arrival,
                                      [](const Extra& extra, std::uint32_t value) { return extra.arrival < value; });
  if (place != extras_.end() && place->arrival == arrival) return false;
  if (static_cast<std::size_t>(extras_.end() - first) == most_gaps) return false;
  if (arrival != top.upto) {
    extras_.insert(place, {levels_.size(), arrival});
    return true;
  }
  auto end = first;
  for (++top.upto; end != extras_.end() && end->arrival == top.upto; ++end) ++top.upto;
  extras_.erase(first, end);
  return true;
}

void IdsPath::encode(base::ByteSink& sink) const {
  sink.varint(levels_.size());
  for (const Level& level : levels_) {
    sink.varint(level.id);
    sink.varint(level.upto);
    sink.varint(level.next);
  }
  for (const Extra& extra : extras_) {
    sink.varint(extra.level);
    sink.varint(extra.arrival);
  }
}

IdsReader::IdsReader(const std::shared_ptr<const File>& file, std::uint64_t memory)
    : steps_(file, Stream::steps),
      ids_(file, Stream::ids),
      marks_(file, Stream::marks),
      marked_(file->raw_bytes(Stream::marks) != 0),
      memory_(memory) {
  path_.push(1);
}

Fault IdsReader::fault() const {
  for (const Cursor* cursor : {&steps_, &ids_, &marks_}) {
    if (cursor->failed()) return cursor->fault();
  }
  return {steps_.position(), why_};
}

bool IdsReader::finished() const {
  if (failed() || !path_.empty() || !steps_.at_end() || !ids_.at_end() || !marks_.at_end()) return false;
  // The last byte is filled up with zeros.
  return !marked_ || arrivals_ % 8 == 0 || marks_byte_ >> (arrivals_ % 8) == 0;
}

bool IdsReader::next(IdsStep& step) {
  if (path_.empty() || failed()) return false;
  const std::uint64_t code = steps_.varint();
  if (steps_.failed()) return false;
  if (code != 0) return read_arrival(code, step);
  const IdsPath::Level& top = path_.levels().back();
  if (!path_.complete()) {
    why_ = "stream steps leaves state " + std::to_string(top.id) + " without having taken its transition " +
           std::to_string(top.upto + 1);
    return false;
  }
  step = {true, top.upto, top.id, false, false};
  path_.pop();
  return true;
}

bool IdsReader::read_arrival(std::uint64_t code, IdsStep& step) {
  const IdsPath::Level& top = path_.levels().back();
  const std::uint64_t zigzag = code - 1;
  const std::uint64_t difference = zigzag >> 1 ^ (~(zigzag & 1) + 1);
  const std::uint64_t arrival = top.next + difference;
  if (arrival >= std::numeric_limits<std::uint32_t>::max()) {
    why_ = "stream steps takes a transition that is out of range";
    return false;
  }
  if (!path_.take(static_cast<std::uint32_t>(arrival))) {
    why_ = "stream steps takes transition " + std::to_string(arrival + 1) + " of state " + std::to_string(top.id) +
           " twice, or too many out of order";
    return false;
  }
  const std::uint64_t distance = ids_.varint();
  if (ids_.failed()) return false;
  if (distance > highest_) {
    why_ = "stream ids names a state that was never met";
    return false;
  }
  if (marked_) {
    if (arrivals_ % 8 == 0) marks_byte_ = marks_.byte();
    if (marks_.failed()) return false;
  }
  step.back = false;
  step.arrival = static_cast<std::uint32_t>(arrival);
  step.fresh = distance == 0;
  step.id = highest_ + 1 - distance;
  step.last = (marks_byte_ >> (arrivals_ % 8) & 1) != 0;
  ++arrivals_;
  if (!step.fresh) return true;
  ++highest_;
  path_.push(step.id);
  if (path_.bytes() <= memory_) return true;
  why_ = "the path needs more memory than allowed";
  return false;
}

Digest IdsReader::digest(std::uint64_t steps, std::uint64_t ids, std::uint64_t highest, std::uint64_t arrivals,
                         const IdsPath& path) {
  base::ByteSink sink;
  for (const std::uint64_t number : {steps, ids, highest, arrivals}) sink.varint(number);
  path.encode(sink);
  Digest out;
  crypto_generichash(out.data(), out.size(), sink.bytes().data(), sink.size(), nullptr, 0);
  return out;
}

Digest IdsReader::start() {
  IdsPath path;
  path.push(1);
  return digest(0, 0, 1, 0, path);
}

void IdsEncoder::add(const IdsStep& step) {
  if (step.back) {
    writer_.varint(Stream::steps, 0);
    if (!expected_.empty()) expected_.pop_back();
    return;
  }
  const std::uint64_t difference = std::uint64_t{step.arrival} - (expected_.empty() ? 0 : expected_.back());
  writer_.varint(Stream::steps, 1 + (difference << 1 ^ (difference >> 63 != 0 ? ~std::uint64_t{0} : 0)));
  writer_.varint(Stream::ids, highest_ + 1 - step.id);
  if (!expected_.empty()) expected_.back() = step.arrival + 1;
  if (step.id != highest_ + 1) return;
  ++highest_;
  expected_.push_back(0);
}

void IdsWriter::arrive(std::uint64_t id, std::uint32_t arrival) {
  CHECK(!open_.empty() && id >= 1 && id <= highest() + 1);
  IdsStep step;
  step.arrival = arrival;
  step.id = id;
  ++open_.back().taken;
  open_.back().next = arrival + 1;
  ++arrivals_;
  if (id == highest() + 1) {
    last_.push_back(0);
    sizes_.push_back(0);
    open_.push_back({id, 0, 0});
    depth_ = std::max<std::uint64_t>(depth_, open_.size() - 1);
  }
  last_[id - 1] = arrivals_;
  encoder_.add(step);
}

void IdsWriter::back() {
  CHECK(!open_.empty());
  const Open left = open_.back();
  open_.pop_back();
  sizes_[left.id - 1] += left.taken;
  if (!open_.empty()) sizes_[open_.back().id - 1] += sizes_[left.id - 1];
  encoder_.add({true, left.taken, left.id, false, false});
}

void IdsWriter::finish(Header& header) {
  CHECK(open_.empty());
  std::vector<std::uint8_t> marks((arrivals_ + 7) / 8, 0);
  for (const std::uint64_t arrival : last_) {
    if (arrival != 0) marks[(arrival - 1) / 8] |= static_cast<std::uint8_t>(1u << ((arrival - 1) % 8));
  }
  writer_.bytes(Stream::marks, marks);
  for (const std::uint64_t size : sizes_) writer_.varint(Stream::sizes, size);
  header.form = Form::ids;
  header.states = highest();
  header.transitions = arrivals_;
  header.depth = depth_;
}

}  // namespace waymark::script
