#include "report/json.hpp"

#include <nlohmann/json.hpp>

namespace waymark::report {

namespace {

using Json = nlohmann::ordered_json;

// Text from programs may be anything; what is no UTF-8 is replaced.
std::string dump(const Json& object) { return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

}  // namespace

std::string json(const Result& result) {
  const bool found = !result.found.empty();
  const model::Violation violation = found ? result.found.front().violation : model::Violation{};
  Json object;
  object["verdict"] = result.verdict;
  object["kind"] = text_or_null(violation.kind);
  object["detail"] = found ? violation.detail : result.detail;
  object["location"] = text_or_null(violation.location);
  object["reason"] = text_or_null(result.reason);
  object["program"] = result.program;
  object["properties"] = result.properties;
  // A walk that stores nothing does not know how many it saw.
  const bool walked_only = !result.search.empty() && result.store.empty();
  object["states"] = walked_only ? Json(nullptr) : Json(result.states);
  object["transitions"] = result.transitions;
  object["depth"] = result.depth;
  object["errors"] = result.errors;
  object["seconds"] = result.seconds;
  object["memory_bytes"] = result.memory_bytes;
  object["bytes_per_state"] = nullptr;
  if (!result.store.empty() && result.states != 0) {
    object["bytes_per_state"] = static_cast<double>(result.store_bytes) / static_cast<double>(result.states);
  }
  object["search"] = text_or_null(result.search);
  object["store"] = text_or_null(result.store);
  object["reduced"] = result.reduced;
  object["shortest"] = result.shortest;
  object["steps"] = found ? Json(result.found.front().steps) : Json(nullptr);
  object["trail"] = text_or_null(result.trail_file);
  object["script"] = text_or_null(result.script_file);
  object["cycle"] = nullptr;
  if (found && result.found.front().cycle) object["cycle"] = *result.found.front().cycle;
  object["stutters"] = found && result.found.front().stutters;
  object["liveness"] = Json::array();
  for (const Liveness& line : result.liveness) {
    object["liveness"].push_back({{"kind", line.kind},
                                  {"name", text_or_null(line.name)},
                                  {"formula", text_or_null(line.formula)},
                                  {"verdict", line.verdict},
                                  {"states", line.states},
                                  {"transitions", line.transitions},
                                  {"seconds", line.seconds}});
  }
  object["omission"] = result.omission ? Json(*result.omission) : Json(nullptr);
  object["coverage"] = nullptr;
  if (result.coverage) {
    const Coverage& coverage = *result.coverage;
    object["coverage"] = {{"estimate", coverage.estimate},
                          {"low", coverage.low},
                          {"high", coverage.high},
                          {"covered", coverage.covered},
                          {"sampled", coverage.sampled},
                          {"arrivals", coverage.arrivals},
                          {"estimator", coverage.estimator},
                          {"first", coverage.first},
                          {"first_search", coverage.first_search},
                          {"together", coverage.together},
                          {"most_states", nullptr},
                          {"memory", coverage.memory},
                          {"seed", coverage.seed}};
    if (coverage.most_states) object["coverage"]["most_states"] = *coverage.most_states;
  }
  object["violations"] = Json::array();
  for (const Found& one : result.found) {
    object["violations"].push_back({{"kind", one.violation.kind},
                                    {"detail", one.violation.detail},
                                    {"location", text_or_null(one.violation.location)},
                                    {"steps", one.steps}});
    if (!one.violation.stack.empty()) object["violations"].back()["stack"] = one.violation.stack;
  }
  object["unreached"] = Json::array();
  if (result.complete) {
    for (const model::Action& action : result.unreached) {
      object["unreached"].push_back({{"actor", action.actor}, {"location", action.location}, {"text", action.text}});
    }
  }
  return dump(object);
}

std::optional<Claim> read_claim(std::string_view text) {
  const Json object = Json::parse(text, nullptr, false);
  if (!object.is_object() || !object.contains("coverage")) return std::nullopt;
  const Json& made = object["coverage"];
  bool good = made.is_object();
  const auto number = [&](const Json& in, const char* key, auto& out) {
    good = good && in.contains(key) && in[key].is_number();
    if (good) out = in[key].get<std::remove_reference_t<decltype(out)>>();
  };
  const auto word = [&](const char* key, std::string& out) {
    good = good && made.contains(key) && made[key].is_string();
    if (good) out = made[key].get<std::string>();
  };
  Claim claim;
  number(object, "states", claim.states);
  number(object, "transitions", claim.transitions);
  number(made, "estimate", claim.coverage.estimate);
  number(made, "low", claim.coverage.low);
  number(made, "high", claim.coverage.high);
  number(made, "covered", claim.coverage.covered);
  word("estimator", claim.coverage.estimator);
  number(made, "first", claim.coverage.first);
  word("first_search", claim.coverage.first_search);
  number(made, "together", claim.coverage.together);
  number(made, "memory", claim.coverage.memory);
  number(made, "seed", claim.coverage.seed);
  if (good && made.contains("most_states") && !made["most_states"].is_null()) {
    number(made, "most_states", claim.coverage.most_states.emplace());
  }
  if (!good) return std::nullopt;
  return claim;
}

std::string json_error(const std::string& detail) { return dump({{"verdict", "error"}, {"detail", detail}}); }

}  // namespace waymark::report
