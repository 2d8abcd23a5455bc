#include "script/ids_writer.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace waymark::script {

void IdsEncoder::add(const IdsStep& step) {
  if (step.back) {
    writer_.varint(Stream::steps, 0);
    if (!expected_.empty()) expected_.pop_back();
    return;
  }
  const std::uint64_t difference = std::uint64_t{step.successor} - (expected_.empty() ? 0 : expected_.back());
  writer_.varint(Stream::steps, 1 + base::zigzag(difference));
  writer_.varint(Stream::ids, highest_ + 1 - step.id);
  if (!expected_.empty()) expected_.back() = step.successor + 1;
  if (step.id != highest_ + 1) return;
  ++highest_;
  expected_.push_back(0);
}

void IdsWriter::arrive(std::uint64_t id) {
  CHECK(!open_.empty() && id >= 1 && id <= highest() + 1);
  IdsStep step;
  step.successor = open_.back().taken++;
  step.id = id;
  ++transitions_;
  if (id == highest() + 1) {
    last_.push_back(0);
    sizes_.push_back(0);
    open_.push_back({id, 0});
    depth_ = std::max<std::uint64_t>(depth_, open_.size() - 1);
  }
  last_[id - 1] = transitions_;
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
  std::vector<std::uint8_t> marks((transitions_ + 7) / 8, 0);
  for (const std::uint64_t transition : last_) {
    if (transition != 0) marks[(transition - 1) / 8] |= static_cast<std::uint8_t>(1u << ((transition - 1) % 8));
  }
  writer_.bytes(Stream::marks, marks);
  for (const std::uint64_t size : sizes_) writer_.varint(Stream::sizes, size);
  header.form = Form::ids;
  header.states = highest();
  header.transitions = transitions_;
  header.depth = depth_;
}

}  // namespace waymark::script
