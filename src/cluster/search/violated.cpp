#include "cluster/search/violated.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "cluster/transport/message_reader.hpp"

namespace waymark::cluster {

void write_violation(base::ByteSink& sink, const model::Violation& violation) {
  sink.text(violation.kind);
  sink.text(violation.detail);
  sink.text(violation.location);
  sink.varint(static_cast<std::uint64_t>(violation.after));
  sink.varint(violation.stack.size());
  for (const std::string& call : violation.stack) sink.text(call);
}

model::Violation read_violation(MessageReader& heard) {
  model::Violation violation;
  violation.kind = heard.text();
  violation.detail = heard.text();
  violation.location = heard.text();
  violation.after = static_cast<model::Step>(heard.below(static_cast<std::uint64_t>(model::Step::unsupported) + 1));
  for (std::uint64_t left = heard.number(); left > 0; --left) violation.stack.push_back(heard.text());
  return violation;
}

std::vector<Violated> gather_violations(Transport& transport, const std::vector<Violated>& mine) {
  base::ByteSink sink;
  for (const Violated& one : mine) {
    sink.varint(one.place.after.source());
    sink.varint(one.place.after.index());
    sink.varint(one.place.step ? 1 : 0);
    sink.varint(one.place.order);
    write_violation(sink, one.violation);
    sink.varint(one.choices.size());
    for (const std::uint32_t choice : one.choices) sink.varint(choice);
    sink.varint(one.length);
  }
  std::vector<Violated> all;
  const std::vector<Bytes> said = transport.gather(sink.bytes());
  for (unsigned rank = 0; rank < said.size(); ++rank) {
    MessageReader heard(rank, said[rank]);
    while (!heard.at_end()) {
      Violated& one = all.emplace_back();
      const std::uint64_t source = heard.number();
      one.place.after = Edge(source, heard.below(Edge::most_indices));
      one.place.step = heard.below(2) == 1;
      one.place.order = heard.number();
      one.violation = read_violation(heard);
      for (std::uint64_t left = heard.number(); left > 0; --left) {
        one.choices.push_back(static_cast<std::uint32_t>(heard.below(std::uint64_t{1} << 32)));
      }
      one.length = heard.number();
    }
  }
  std::sort(all.begin(), all.end(), [](const Violated& a, const Violated& b) { return a.place < b.place; });
  return all;
}

}  // namespace waymark::cluster
