#include "script/ids.hpp"

#include <algorithm>
#include <limits>

namespace waymark::script {

bool IdsPath::take(std::uint32_t successor) {
  OpenState& top = states_.back();
  if (successor < top.upto) return false;
  top.next = successor + 1;
  if (successor == top.upto && complete()) {  // nearly always
    ++top.upto;
    return true;
  }
  auto first = extras_.end();
  while (first != extras_.begin() && (first - 1)->depth == states_.size()) --first;
  const auto place = std::lower_bound(first, extras_.end(), successor,
                                      [](const Extra& extra, std::uint32_t value) { return extra.successor < value; });
  if (place != extras_.end() && place->successor == successor) return false;
  if (static_cast<std::size_t>(extras_.end() - first) == most_gaps) return false;
  if (successor != top.upto) {
    extras_.insert(place, {states_.size(), successor});
    return true;
  }
  auto end = first;
  for (++top.upto; end != extras_.end() && end->successor == top.upto; ++end) ++top.upto;
  extras_.erase(first, end);
  return true;
}

void IdsPath::encode(base::ByteSink& sink) const {
  sink.varint(states_.size());
  for (const OpenState& state : states_) {
    sink.varint(state.id);
    sink.varint(state.upto);
    sink.varint(state.next);
  }
  for (const Extra& extra : extras_) {
    sink.varint(extra.depth);
    sink.varint(extra.successor);
  }
}

IdsReader::IdsReader(const std::shared_ptr<const File>& file, std::uint64_t memory)
    : steps_(file, Stream::steps),
      ids_(file, Stream::ids),
      marks_(file, Stream::marks),
      sizes_(file, Stream::sizes),
      marked_(file->raw_bytes(Stream::marks) != 0),
      sized_(file->raw_bytes(Stream::sizes) != 0),
      memory_(memory) {
  (void)open(1);
}

bool IdsReader::open(std::uint64_t id) {
  steps_.poll_growth(path_.states());
  path_.push(id);
  if (sized_) {
    std::uint64_t end = 0;
    if (__builtin_add_overflow(transitions_, sizes_.varint(), &end))
      return fail("stream sizes has a number that is too large");
    steps_.poll_growth(ends_);
    ends_.push_back(end);
  }
  if (marked_ && id >= gone_.size()) gone_.resize(2 * static_cast<std::size_t>(id) + 64);
  const std::uint64_t held = path_.bytes() + ends_.size() * sizeof(std::uint64_t) + gone_.size() / 8;
  full_ = held > memory_;
  return full_ ? fail("the path needs more memory than allowed") : !failed();
}

Fault IdsReader::fault() const {
  for (const Cursor* cursor : {&steps_, &ids_, &marks_, &sizes_}) {
    if (cursor->failed()) return cursor->fault();
  }
  return {steps_.position(), why_, full_};
}

bool IdsReader::fail(std::string why) {
  why_ = std::move(why);
  return false;
}

bool IdsReader::finished() const {
  if (failed() || !path_.empty() || !steps_.at_end() || !ids_.at_end() || !marks_.at_end() || !sizes_.at_end()) {
    return false;
  }
  // The last byte is filled up with zeros.
  return !marked_ || transitions_ % 8 == 0 || marks_byte_ >> (transitions_ % 8) == 0;
}

bool IdsReader::next(IdsStep& step) {
  if (path_.empty() || failed()) return false;
  const std::uint64_t code = steps_.varint();
  if (steps_.failed()) return false;
  if (code != 0) return read_successor(code, step);
  const IdsPath::OpenState& top = path_.states().back();
  if (!path_.complete()) {
    return fail("stream steps leaves state " + std::to_string(top.id) + " without having taken its transition " +
                std::to_string(top.upto + 1));
  }
  if (sized_ && ends_.back() != transitions_) {
    return fail("the Subgraphs list does not fit the script at state " + std::to_string(top.id));
  }
  step = {true, top.upto, top.id, false, false};
  path_.pop();
  if (sized_) ends_.pop_back();
  return true;
}

bool IdsReader::note_mark(const IdsStep& step) {
  if (!marked_) return true;
  const auto id = static_cast<std::size_t>(step.id);
  if (gone_[id]) return fail("stream ids meets state " + std::to_string(step.id) + " after its last time");
  gone_[id] = step.last;
  return true;
}

bool IdsReader::read_successor(std::uint64_t code, IdsStep& step) {
  const IdsPath::OpenState& top = path_.states().back();
  const std::uint64_t successor = top.next + base::from_zigzag(code - 1);
  if (successor >= std::numeric_limits<std::uint32_t>::max()) {
    return fail("stream steps takes a transition that is out of range");
  }
  if (!path_.complete()) steps_.poll();  // what is taken out of order takes longer
  if (!path_.take(static_cast<std::uint32_t>(successor))) {
    return fail("stream steps takes transition " + std::to_string(successor + 1) + " of state " +
                std::to_string(top.id) + " twice, or too many out of order");
  }
  const std::uint64_t distance = ids_.varint();
  if (ids_.failed()) return false;
  if (distance > highest_) return fail("stream ids names a state that was never met");
  if (marked_) {
    if (transitions_ % 8 == 0) marks_byte_ = marks_.byte();
    if (marks_.failed()) return false;
  }
  step.back = false;
  step.successor = static_cast<std::uint32_t>(successor);
  step.fresh = distance == 0;
  step.id = highest_ + 1 - distance;
  step.last = (marks_byte_ >> (transitions_ % 8) & 1) != 0;
  ++transitions_;
  if (step.fresh) {
    ++highest_;
    if (!open(step.id)) return false;
  }
  return note_mark(step);
}

Digest IdsReader::digest(std::uint64_t steps, std::uint64_t ids, std::uint64_t highest, std::uint64_t transitions,
                         const IdsPath& path) {
  base::ByteSink sink;
  for (const std::uint64_t number : {steps, ids, highest, transitions}) sink.varint(number);
  path.encode(sink);
  return digest_of(sink.bytes());
}

Digest IdsReader::start() {
  IdsPath path;
  path.push(1);
  return digest(0, 0, 1, 0, path);
}

}  // namespace waymark::script
