#include "cluster/search/violated.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "cluster/transport/collective.hpp"

namespace waymark::cluster {

namespace {

void write_choices(base::ByteSink& sink, const std::vector<std::uint32_t>& choices) {
  sink.varint(choices.size());
  for (const std::uint32_t choice : choices) sink.varint(choice);
}

std::vector<std::uint32_t> read_choices(MessageReader& reader) {
  std::vector<std::uint32_t> choices;
  for (std::uint64_t left = reader.number(); left > 0; --left) {
    choices.push_back(static_cast<std::uint32_t>(reader.below(std::uint64_t{1} << 32)));
  }
  return choices;
}

}  // namespace

void write_violation(base::ByteSink& sink, const model::Violation& violation) {
  sink.text(violation.kind);
  sink.text(violation.detail);
  sink.text(violation.location);
  sink.varint(static_cast<std::uint64_t>(violation.after));
  sink.varint(violation.stack.size());
  for (const std::string& call : violation.stack) sink.text(call);
}

model::Violation read_violation(MessageReader& reader) {
  model::Violation violation;
  violation.kind = reader.text();
  violation.detail = reader.text();
  violation.location = reader.text();
  violation.after = static_cast<model::Step>(reader.below(static_cast<std::uint64_t>(model::Step::unsupported) + 1));
  for (std::uint64_t left = reader.number(); left > 0; --left) violation.stack.push_back(reader.text());
  return violation;
}

std::vector<Violated> gather_violations(Transport& transport, const std::vector<Violated>& mine) {
  base::ByteSink sink;
  for (const Violated& one : mine) {
    write_edge(sink, one.when.after);
    sink.varint(one.when.step ? 1 : 0);
    sink.varint(one.when.order);
    write_violation(sink, one.violation);
    write_choices(sink, one.choices);
    sink.varint(one.length);
  }
  std::vector<Violated> all;
  gather(transport, sink, [&](MessageReader& reader) {
    while (!reader.at_end()) {
      Violated& one = all.emplace_back();
      one.when.after = read_edge(reader);
      one.when.step = reader.below(2) == 1;
      one.when.order = reader.number();
      one.violation = read_violation(reader);
      one.choices = read_choices(reader);
      one.length = reader.number();
    }
  });
  std::sort(all.begin(), all.end(), [](const Violated& a, const Violated& b) { return a.when < b.when; });
  return all;
}

}  // namespace waymark::cluster
