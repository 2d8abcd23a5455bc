#include "check/say/unreached.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include "base/bytes.hpp"

namespace waymark::check {

std::vector<model::ActionId> unreached(const model::Model& model, const std::vector<model::ActionId>* among) {
  std::vector<model::ActionId> ids;
  if (among != nullptr) {
    std::copy_if(among->begin(), among->end(), std::back_inserter(ids),
                 [&](model::ActionId id) { return !model.reached(id); });
    return ids;
  }
  for (model::ActionId id = 0; id < model.actions(); ++id) {
    if (!model.reached(id)) ids.push_back(id);
  }
  return ids;
}

std::optional<model::Action> counted(const model::Model& model) {
  for (model::ActionId id = 0; id < model.actions(); ++id) {
    model::Action action = model.action(id);
    if (action.counts) return action;
  }
  return std::nullopt;
}

std::vector<model::Action> describe(const model::Model& model, const std::vector<model::ActionId>& ids) {
  std::vector<model::Action> found;
  for (const model::ActionId id : ids) {
    model::Action action = model.action(id);
    if (!action.written.empty()) action.text = action.written;
    if (action.counts) found.push_back(std::move(action));
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.actor < b.actor; });
  return found;
}

// Members number statements as they come to know them, and two may be alike: a statement is its text and place, and
// which it is among those alike.
std::vector<model::Action> unreached(const model::Model& model, const Team& team,
                                     const std::vector<model::ActionId>* among) {
  const auto reached_before = [&](model::ActionId id) {
    return among != nullptr && !std::binary_search(among->begin(), among->end(), id);
  };
  base::ByteSink sink;
  for (model::ActionId id = 0; id < model.actions(); ++id) {
    const model::Action action = model.action(id);
    if (!action.counts) continue;
    const std::string& text = action.written.empty() ? action.text : action.written;
    sink.varint(model.reached(id) || reached_before(id) ? 1 : 0);
    sink.text(action.actor);
    sink.text(text);
    sink.text(action.location);
  }
  using Statement = std::tuple<std::string, std::string, std::string, std::uint64_t>;
  struct Heard {
    std::uint64_t place = 0;  // in the order in which they were heard of
    bool reached = false;
  };
  std::map<Statement, Heard> all;
  team.gather(sink, [&](cluster::MessageReader& reader) {
    std::map<Statement, std::uint64_t> alike;
    while (!reader.at_end()) {
      const bool reached = reader.below(2) == 1;
      Statement statement;
      std::get<0>(statement) = reader.text();
      std::get<1>(statement) = reader.text();
      std::get<2>(statement) = reader.text();
      std::get<3>(statement) = alike[statement]++;
      Heard& known = all.try_emplace(statement, Heard{all.size(), false}).first->second;
      known.reached = known.reached || reached;
    }
  });
  std::vector<std::pair<std::uint64_t, model::Action>> found;
  for (const auto& [statement, known] : all) {
    if (known.reached) continue;
    found.push_back({known.place, {std::get<0>(statement), std::get<1>(statement), std::get<2>(statement)}});
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return std::tie(a.second.actor, a.first) < std::tie(b.second.actor, b.first);
  });
  std::vector<model::Action> out;
  out.reserve(found.size());
  for (auto& [place, action] : found) out.push_back(std::move(action));
  return out;
}

}  // namespace waymark::check
