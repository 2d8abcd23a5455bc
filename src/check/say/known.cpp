#include "check/say/known.hpp"

#include <algorithm>
#include <set>

namespace waymark::check {

namespace {

// Of fewer, the mean takes more of the tables' first pages than of states.
constexpr std::uint64_t enough_states = 1000;

// A breadth-first search has explored all states of the levels before the last two, of which it met the last.
std::optional<std::uint64_t> levels_explored(const Limits& limits, const Result& result) {
  if (result.search != Strategy::bfs || !result.store || !keeps_all(*result.store)) return std::nullopt;
  if (result.why == search::Why::depth) return limits.depth;
  if (result.depth < 2) return std::nullopt;
  return result.depth - 1;
}

// By the bytes that the stores take for a state (store/tree.hpp, store/hash_compact.hpp) and, of a bitstate store, by
// how many bits let one state of a hundred be taken for known. What is kept beside the store was measured.
std::vector<Capacity> capacities(const Limits& limits, const Result& result) {
  constexpr double tree_bytes = 10;
  constexpr double hash_compact_bytes = 13;
  constexpr double bits = 12.4;
  const bool full = result.why == search::Why::memory && !limits.states && result.store;
  if (!full || !keeps_all(*result.store) || result.states < enough_states) return {};
  const auto states = static_cast<double>(result.states);
  const auto memory = static_cast<double>(result.memory_bytes);
  const auto kept = static_cast<double>(result.store_bytes);
  const double each = std::min(kept / states, memory / states);
  const double beside = memory / states - each;
  std::vector<Capacity> all{{*result.store, result.states, false}};
  const auto add = [&](StoreKind store, double most, bool may_omit) {
    if (most > states) all.push_back({store, static_cast<std::uint64_t>(most), may_omit});
  };
  if (*result.store != StoreKind::tree) add(StoreKind::tree, memory / (tree_bytes + beside), false);
  add(StoreKind::hash_compact, memory / (hash_compact_bytes + beside), true);
  add(StoreKind::bitstate, std::min(memory / 2 * 8 / bits, memory / 2 / std::max(beside, 1.0)), true);
  return all;
}

// In the order of the program. A line may have several parts, in several methods: none was executed.
std::optional<std::vector<std::string>> lines_not_reached(const model::Observed& seen) {
  const auto is_line = [](const model::Probe& probe) { return probe.kind == model::Probe::Kind::line; };
  if (std::none_of(seen.probes.begin(), seen.probes.end(), is_line)) return std::nullopt;
  std::vector<std::string> lines;
  std::set<std::string> reached;
  for (const model::Probe& probe : seen.probes) {
    if (is_line(probe) && probe.seen) reached.insert(probe.location);
  }
  for (const model::Probe& probe : seen.probes) {
    if (!is_line(probe) || !probe.evaluated) continue;
    if (reached.insert(probe.location).second) lines.push_back(probe.location);
  }
  return lines;
}

}  // namespace

std::optional<Known> what_is_known(const load::Program& program, const Settings& settings, const Team& team,
                                   const Result& result) {
  if (result.verdict != Verdict::incomplete || !result.search) return std::nullopt;
  Known known;
  known.levels = levels_explored(settings.limits, result);
  known.capacities = capacities(settings.limits, result);
  // What was met before a checkpoint, or by other processes, is not known.
  const bool alone = settings.resume.empty() && team.alone();
  const std::optional<model::Contacts> contacts = alone ? program.front_end->contacts() : std::nullopt;
  if (contacts) known.unmet = model::unmet(*contacts);
  if (alone && result.observed) known.lines = lines_not_reached(*result.observed);
  return known;
}

}  // namespace waymark::check
