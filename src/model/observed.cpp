#include "model/observed.hpp"

#include <map>
#include <tuple>

namespace waymark::model {

void Observed::add(const Observed& other) {
  using Identity = std::tuple<Probe::Kind, std::string, std::uint32_t, std::string>;
  const auto key = [](const Probe& probe) { return Identity{probe.kind, probe.location, probe.which, probe.text}; };
  together = together || other.together;
  sees_threads = sees_threads && other.sees_threads;
  std::map<Identity, std::size_t> places;
  for (std::size_t i = 0; i < probes.size(); ++i) places.emplace(key(probes[i]), i);
  for (const Probe& probe : other.probes) {
    const auto [place, fresh] = places.try_emplace(key(probe), probes.size());
    if (fresh) {
      probes.push_back(probe);
      continue;
    }
    Probe& known = probes[place->second];
    known.evaluated = known.evaluated || probe.evaluated;
    known.seen = known.seen || probe.seen;
  }
}

}  // namespace waymark::model
