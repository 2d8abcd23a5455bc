#include "check/say/shallow.hpp"

#include "base/bytes.hpp"

namespace waymark::check {

model::Observed seen_by_all(const model::Observed& here, const Team& team) {
  if (team.alone()) return here;
  base::ByteSink sink;
  sink.varint(here.together ? 1 : 0);
  sink.varint(here.sees_threads ? 1 : 0);
  for (const model::Probe& probe : here.probes) {
    sink.varint(static_cast<std::uint64_t>(probe.kind));
    sink.varint(probe.evaluated ? 1 : 0);
    sink.varint(probe.seen ? 1 : 0);
    sink.varint(probe.which);
    sink.text(probe.text);
    sink.text(probe.location);
  }
  model::Observed all;
  team.gather(sink, [&](cluster::MessageReader& reader) {
    model::Observed its;
    its.together = reader.below(2) == 1;
    its.sees_threads = reader.below(2) == 1;
    while (!reader.at_end()) {
      model::Probe probe;
      probe.kind = static_cast<model::Probe::Kind>(reader.below(3));
      probe.evaluated = reader.below(2) == 1;
      probe.seen = reader.below(2) == 1;
      probe.which = static_cast<std::uint32_t>(reader.below(std::uint64_t{1} << 32));
      probe.text = reader.text();
      probe.location = reader.text();
      its.probes.push_back(std::move(probe));
    }
    all.add(its);
  });
  return all;
}

std::optional<Shallow> how_shallow(const Result& result) {
  if (result.verdict != Verdict::holds || !result.observed) return std::nullopt;
  const model::Observed& seen = *result.observed;
  Shallow shallow;
  shallow.together = seen.together;
  shallow.subformulas = result.vacuous;
  if (seen.sees_threads) shallow.assertions.emplace();
  for (const model::Probe& probe : seen.probes) {
    if (probe.kind == model::Probe::Kind::line) continue;
    if (probe.kind == model::Probe::Kind::condition) {
      if (probe.evaluated && !probe.seen) shallow.conditions.push_back({probe.text, probe.location});
      continue;
    }
    // Where no two threads ever move together, every assertion is alone: that is said once.
    const bool missed = probe.evaluated ? !probe.seen && seen.together : true;
    if (missed && shallow.assertions) shallow.assertions->push_back({probe.text, probe.location, probe.evaluated});
  }
  return shallow;
}

}  // namespace waymark::check
