#include "promela/symmetry/kinds.hpp"

#include <algorithm>
#include <utility>

namespace waymark::promela {

namespace {

constexpr std::int64_t farthest = 1 << 20;  // between two kinds: far from where numbers wrap round
constexpr std::size_t most_named = 4096;    // values of one kind

}  // namespace

Kind Kinds::make() {
  const auto made = static_cast<Kind>(nodes_.size());
  nodes_.emplace_back().parent = made;
  return made;
}

Kinds::Place Kinds::find(Kind kind) {
  std::int64_t difference = 0;
  Kind root = kind;
  while (nodes_[root].parent != root) {
    difference += nodes_[root].difference;
    root = nodes_[root].parent;
  }
  const Place answer{root, difference};
  while (nodes_[kind].parent != root && kind != root) {
    const Kind next = nodes_[kind].parent;
    const std::int64_t step = nodes_[kind].difference;
    nodes_[kind].parent = root;
    nodes_[kind].difference = difference;
    difference -= step;
    kind = next;
  }
  return answer;
}

void Kinds::unite(Kind one, Kind other, std::int64_t difference) {
  const Place a = find(one);
  const Place b = find(other);
  // value(a.root) = value(b.root) + apart
  const std::int64_t apart = difference + b.difference - a.difference;
  const bool far = apart > farthest || apart < -farthest;
  if (a.root == b.root) {
    if (apart != 0) spoil(a.root, "is one number here and another there");
    return;
  }
  ++unions_;
  Node& from = nodes_[a.root];
  Node& to = nodes_[b.root];
  from.parent = b.root;
  from.difference = apart;
  if (from.plain && !to.plain) to.why = from.why;
  to.plain = to.plain || from.plain;
  const bool of_channels = from.channel || to.channel;
  to.channel = of_channels;
  for (const std::int64_t value : from.named) {
    if (to.named.size() < most_named) to.named.push_back(value - apart);
  }
  const bool crowded = to.named.size() >= most_named;
  from.named.clear();
  const std::vector<Kind> fields = std::exchange(from.fields, {});
  if (far || crowded || (of_channels && apart != 0)) spoil(b.root, "is computed with");
  for (std::size_t i = 0; i < fields.size(); ++i) unite(fields[i], field(b.root, i), 0);
}

void Kinds::spoil(Kind kind, const std::string& why) {
  Node& root = nodes_[find(kind).root];
  if (root.plain) return;
  root.plain = true;
  root.why = why;
}

void Kinds::name(Kind kind, std::int64_t value) {
  const Place at = find(kind);
  std::vector<std::int64_t>& named = nodes_[at.root].named;
  const std::int64_t own = value - at.difference;
  if (std::find(named.begin(), named.end(), own) != named.end()) return;
  if (named.size() >= most_named) return spoil(at.root, "is compared with very many numbers");
  named.push_back(own);
}

void Kinds::make_channel(Kind kind) { nodes_[find(kind).root].channel = true; }

Kind Kinds::field(Kind channel, std::size_t index) {
  const Kind root = find(channel).root;
  while (nodes_[root].fields.size() <= index) {
    const Kind made = make();
    nodes_[root].fields.push_back(made);
  }
  return nodes_[root].fields[index];
}

}  // namespace waymark::promela
