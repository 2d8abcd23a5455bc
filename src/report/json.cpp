#include "report/json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/text.hpp"

namespace waymark::report {

namespace {

using Json = nlohmann::ordered_json;

// Text from programs may be anything; what is no UTF-8 is replaced.
std::string dump(const Json& object) { return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

template <typename Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

template <typename Value>
Json name_or_null(const std::optional<Value>& value) {
  return value ? Json(base::name(*value)) : Json(nullptr);
}

Json json_of(const model::Event& event) {
  Json object = {{"actor", event.who},
                 {"process", event.actor},
                 {"statement", event.text},
                 {"location", text_or_null(event.location)},
                 {"changes", Json::array()},
                 {"messages", Json::array()},
                 {"output", text_or_null(event.output)}};
  for (const model::Change& change : event.changes) {
    object["changes"].push_back(
        {{"name", change.name}, {"before", text_or_null(change.before)}, {"after", change.after}});
  }
  for (const model::Message& message : event.messages) {
    object["messages"].push_back({{"channel", message.channel}, {"content", message.content}, {"sent", message.sent}});
  }
  for (const model::Change& change : event.details) {
    object["details"].push_back(
        {{"name", change.name}, {"before", text_or_null(change.before)}, {"after", text_or_null(change.after)}});
  }
  if (!event.inside.empty()) object["inside"] = event.inside;
  return object;
}

Json json_of(const model::Violation& violation) {
  return {{"kind", violation.kind}, {"detail", violation.detail}, {"location", text_or_null(violation.location)}};
}

// What belongs to one step is one object, however many choices it took.
Json json_of(const std::vector<Beat>& beats) {
  Json steps = Json::array();
  for (const Beat& beat : beats) {
    if (steps.empty() || steps.back()["step"] != beat.step) {
      steps.push_back({{"step", beat.step}, {"events", Json::array()}});
    }
    for (const model::Event& event : beat.events) steps.back()["events"].push_back(json_of(event));
  }
  return steps;
}

Json left_out(const Story& story) {
  if (story.gap == 0) return nullptr;
  return {{"before", story.beats[story.gap_before].step}, {"steps", story.gap}};
}

// The step with which the first round of the loop begins; if nothing moves there, the one that never comes.
Json loop(const Story& story) {
  if (!story.cycle_before) return nullptr;
  return *story.cycle_before < story.beats.size() ? story.beats[*story.cycle_before].step : story.steps + 1;
}

Json json_of(const std::vector<model::Standing>& standings) {
  const auto places = [](const std::vector<model::CodePosition>& all) {
    Json list = Json::array();
    for (const model::CodePosition& one : all) {
      list.push_back({{"text", one.text}, {"location", text_or_null(one.location)}});
    }
    return list;
  };
  Json list = Json::array();
  for (const model::Standing& one : standings) {
    list.push_back({{"actor", one.who},
                    {"location", text_or_null(one.location)},
                    {"waits_for", text_or_null(one.waits_for)},
                    {"ways", places(one.ways)},
                    {"stack", places(one.stack)}});
  }
  return list;
}

Json json_of(const check::Abstracted& abstraction) {
  Json bits = Json::array();
  for (const auto& [name, meaning] : abstraction.bits) bits.push_back(Json{{"name", name}, {"condition", meaning}});
  return {{"approximation", abstraction.exact ? "exact" : "over"},
          {"bits", std::move(bits)},
          {"rounds", abstraction.rounds},
          {"counterexample", name_or_null(abstraction.counterexample)},
          {"feasible", abstraction.feasible},
          {"infeasible_at", text_or_null(abstraction.at)},
          {"suggested", abstraction.suggested}};
}

Json json_of(const load::CutAway& away) {
  const auto list = [](const std::vector<load::CutAway::Place>& places) {
    Json all = Json::array();
    for (const load::CutAway::Place& place : places) {
      all.push_back({{"file", place.file}, {"line", place.line}, {"text", place.text}});
    }
    return all;
  };
  return {{"whole", text_or_null(away.whole)},
          {"statements", list(away.statements)},
          {"statements_before", away.statements_before},
          {"variables", list(away.variables)},
          {"variables_before", away.variables_before}};
}

Json json_of(const std::vector<check::Liveness>& liveness) {
  Json list = Json::array();
  for (const check::Liveness& line : liveness) {
    list.push_back({{"kind", base::name(line.kind)},
                    {"name", text_or_null(line.name)},
                    {"formula", text_or_null(line.formula)},
                    {"fair", line.fair},
                    {"verdict", base::name(line.verdict)},
                    {"states", line.states},
                    {"transitions", line.transitions},
                    {"seconds", line.seconds}});
  }
  return list;
}

Json json_of(const std::vector<cluster::RankStatistics>& ranks) {
  Json list = Json::array();
  for (const cluster::RankStatistics& share : ranks) {
    list.push_back({{"states", share.states},
                    {"transitions", share.transitions},
                    {"retaken", share.retaken},
                    {"memory_bytes", share.bytes},
                    {"moved_states", share.moved},
                    {"sent_states", share.sent.states},
                    {"sent_again", share.sent.again},
                    {"sent_ahead", share.sent.ahead},
                    {"sent_batches", share.sent.batches},
                    {"sent_bytes", share.sent.bytes},
                    {"waited_seconds", share.waited}});
  }
  return list;
}

Json json_of(const std::optional<model::StateCount>& count) {
  if (!count) return nullptr;
  return {{"states", count->states}, {"low", count->low}, {"high", count->high}};
}

Json json_of(const check::Coverage& coverage) {
  return {{"estimate", coverage.coverage},
          {"low", coverage.low},
          {"high", coverage.high},
          {"covered", coverage.covered},
          {"sampled", coverage.sampled},
          {"arrivals", coverage.arrivals},
          {"recapture", json_of(coverage.recapture)},
          {"tree", json_of(coverage.tree)},
          {"estimator", base::name(coverage.estimator)},
          {"first", coverage.first},
          {"most_states", or_null(coverage.most_states)},
          {"memory", coverage.memory},
          {"seed", coverage.seed}};
}

void tell(const Story& story, Json& object) {
  object["steps"] = json_of(story.beats);
  object["left_out"] = left_out(story);
  object["loop"] = loop(story);
  object["standings"] = json_of(story.standings);
}

Json json_of(const model::RacingAccess& access) {
  return {{"actor", access.who},
          {"writes", access.writes},
          {"variable", access.variable},
          {"location", text_or_null(access.location)}};
}

Json json_of(const Cause* cause) {
  if (cause == nullptr) return nullptr;
  Json values = Json::array();
  for (const CauseValue& each : cause->values) {
    values.push_back({{"name", each.name},
                      {"value", text_or_null(each.value)},
                      {"by", text_or_null(each.by)},
                      {"step", each.step == 0 ? Json(nullptr) : Json(each.step)},
                      {"location", text_or_null(each.location)}});
  }
  Json object = {{"kind", cause->kind},   {"sentence", cause->sentence}, {"threads", cause->threads},
                 {"locks", cause->locks}, {"places", cause->places},     {"values", std::move(values)}};
  for (const CauseWait& each : cause->waits) {
    object["waits"].push_back({{"actor", each.who},
                               {"what", each.what},
                               {"kind", each.kind},
                               {"for", text_or_null(each.whom)},
                               {"location", text_or_null(each.location)}});
  }
  for (const model::RacingAccess& each : cause->accesses) object["accesses"].push_back(json_of(each));
  for (const CauseProposition& each : cause->propositions) {
    object["propositions"].push_back({{"text", each.text}, {"at_first", each.at_first}, {"turns", each.turns}});
  }
  if (!cause->propositions.empty()) object["from"] = cause->from;
  return object;
}

// The way to the first one is the result's.
Json violations(const Report& report) {
  const check::Result& result = report.result;
  Json list = Json::array();
  for (std::size_t i = 0; i < result.found.size(); ++i) {
    const check::Found& one = result.found[i];
    list.push_back({{"kind", one.violation.kind},
                    {"detail", one.violation.detail},
                    {"location", text_or_null(one.violation.location)},
                    {"length", one.steps},
                    {"trail", i < result.trails.size() ? Json(result.trails[i]) : Json(nullptr)}});
    if (!one.violation.stack.empty()) list.back()["stack"] = one.violation.stack;
    if (const Story* const way = report.way_to(i); i != 0 && way != nullptr) {
      tell(*way, list.back());
      list.back()["cause"] = json_of(report.cause_of(i));
    }
  }
  return list;
}

// How evenly a certification was shared out, by transitions. Of very many tasks the list would say no more.
Json json_of(const std::vector<check::TaskWork>& tasks) {
  if (tasks.empty()) return nullptr;
  constexpr std::size_t most_listed = 1024;
  std::uint64_t least = tasks.front().transitions;
  std::uint64_t most = 0;
  std::uint64_t sum = 0;
  Json works = Json::array();
  for (const check::TaskWork& task : tasks) {
    least = std::min(least, task.transitions);
    most = std::max(most, task.transitions);
    sum += task.transitions;
    if (tasks.size() <= most_listed) works.push_back({{"states", task.states}, {"transitions", task.transitions}});
  }
  const double mean = static_cast<double>(sum) / static_cast<double>(tasks.size());
  const double evenness = most == 0 ? 1 : mean / static_cast<double>(most);
  return {{"count", tasks.size()}, {"least", least},       {"mean", mean},
          {"most", most},          {"evenness", evenness}, {"works", std::move(works)}};
}

Json json_of(const std::vector<model::Race>& races) {
  Json list = Json::array();
  for (const auto& [one, other] : races) list.push_back(Json::array({json_of(one), json_of(other)}));
  return list;
}

Json json_of(const std::vector<model::Action>& unreached) {
  Json list = Json::array();
  for (const model::Action& action : unreached) {
    list.push_back({{"actor", action.actor}, {"location", action.location}, {"text", action.text}});
  }
  return list;
}

Json json_of(const model::Access& access) { return {{"location", access.location}, {"writes", access.writes}}; }

Json json_of(const model::Unmet& unmet) {
  Json object = {{"accesses", Json::array()}, {"lock_orders", Json::array()}, {"more", unmet.full}};
  for (const auto& [one, other] : unmet.conflicts) {
    object["accesses"].push_back({{"variable", one.variable}, {"pair", Json::array({json_of(one), json_of(other)})}});
  }
  for (const auto& [met, location] : unmet.nestings) {
    object["lock_orders"].push_back({{"outer", met.inner}, {"inner", met.outer}, {"reverse", location}});
  }
  return object;
}

Json json_of(const check::Shallow& shallow) {
  Json object = {{"together", shallow.together}, {"conditions", Json::array()}, {"subformulas", Json::array()}};
  if (shallow.assertions) object["assertions"] = Json::array();
  for (const check::Shallow::Assertion& one : shallow.assertions.value_or(std::vector<check::Shallow::Assertion>())) {
    object["assertions"].push_back(
        {{"location", one.location}, {"text", one.text}, {"evaluated", one.evaluated ? "alone" : "never"}});
  }
  for (const check::Shallow::Condition& one : shallow.conditions) {
    object["conditions"].push_back({{"location", one.location}, {"text", one.text}});
  }
  for (const check::Shallow::Subformula& one : shallow.subformulas) {
    object["subformulas"].push_back({{"formula", one.formula}, {"text", one.text}, {"because", one.because}});
  }
  return object;
}

Json json_of(const Report& report) {
  const check::Result& result = report.result;
  const bool found = !result.found.empty();
  const model::Violation violation = found ? result.found.front().violation : model::Violation{};
  Json object;
  object["verdict"] = base::name(result.verdict);
  object["headline"] = headline(result);
  object["kind"] = text_or_null(violation.kind);
  object["detail"] = found ? violation.detail : result.detail;
  object["location"] = text_or_null(violation.location);
  object["cause"] = json_of(report.cause_of(0));
  object["reason"] = result.why == search::Why::finished ? Json(nullptr) : Json(base::name(result.why));
  object["program"] = result.program;
  if (!result.actors.all.empty()) object["actors"] = result.actors.all;
  object["digest"] = text_or_null(result.digest);
  if (!result.view.empty()) object["view"] = result.view;
  for (const load::Restriction& each : result.restrictions) {
    object["restrictions"].push_back({{"what", each.what}, {"remedy", each.remedy}});
  }
  object["properties"] = Json::array();
  for (const check::Property property : result.properties) object["properties"].push_back(base::name(property));
  object["not_judged"] = result.not_judged;
  for (const check::Property property : result.on_word) object["on_word"].push_back(base::name(property));
  if (!result.faults.empty()) object["faults"] = result.faults;
  if (!result.unanswered.empty()) object["unanswered"] = result.unanswered;
  object["rests_on"] = result.rests_on;
  // A walk that stores nothing does not know how many it saw.
  const bool walked_only = result.search && !result.store;
  object["states"] = walked_only ? Json(nullptr) : Json(result.states);
  object["transitions"] = result.transitions;
  object["depth"] = result.depth;
  object["errors"] = result.errors;
  object["seconds"] = result.seconds;
  object["memory_bytes"] = result.memory_bytes;
  object["bytes_per_state"] = nullptr;
  if (result.store && result.states != 0) {
    object["bytes_per_state"] = static_cast<double>(result.store_bytes) / static_cast<double>(result.states);
  }
  object["search"] = name_or_null(result.search);
  object["store"] = name_or_null(result.store);
  object["workers"] = result.workers == 0 ? Json(nullptr) : Json(result.workers);
  object["reduced"] = result.reduced;
  object["library"] = text_or_null(result.library);
  object["slice"] = result.cut_away ? json_of(*result.cut_away) : Json(nullptr);
  if (result.abstraction) object["abstraction"] = json_of(*result.abstraction);
  object["shortest"] = result.shortest;
  object["length"] = found ? Json(result.found.front().steps) : Json(nullptr);
  tell(report.story, object);
  object["next"] = result.next;
  object["trail"] = text_or_null(result.trail_file);
  object["trails"] = result.trails;
  object["script"] = text_or_null(result.script_file);
  object["scripts"] = result.scripts;
  object["cycle"] = found ? or_null(result.found.front().cycle) : Json(nullptr);
  object["stutters"] = found && result.found.front().stutters;
  object["liveness"] = json_of(result.liveness);
  object["ranks"] = json_of(result.ranks);
  object["omission"] = or_null(result.omission);
  object["coverage"] = result.coverage ? json_of(*result.coverage) : Json(nullptr);
  object["partial"] = nullptr;
  if (result.partial) {
    const check::Partial& partial = *result.partial;
    object["partial"] = {
        {"explored", result.explored}, {"frontier", partial.frontier}, {"covered", or_null(partial.covered)}};
  }
  object["distinct"] = nullptr;
  if (result.distinct) {
    const check::Distinct& distinct = *result.distinct;
    object["distinct"] = {{"states", distinct.states}, {"explored", distinct.explored}, {"exact", distinct.exact}};
  }
  if (result.known) {
    Json& known =
        object["known"] = {{"levels", or_null(result.known->levels)}, {"unreached", json_of(result.unreached)}};
    if (result.known->preemptions) known["preemptions"] = *result.known->preemptions;
    if (result.known->share) {
      const check::Share& share = *result.known->share;
      known["share"] = {{"estimate", share.estimate}, {"low", share.low}, {"high", share.high}};
    }
    if (result.known->lines) known["lines"] = *result.known->lines;
    if (result.known->unmet) known["unmet"] = json_of(*result.known->unmet);
    known["options"] = Json::array();
    for (const check::Advice& one : result.known->advice) {
      known["options"].push_back({{"option", one.option}, {"why", one.why}, {"command", one.command}});
    }
    known["stores"] = Json::array();
    for (const check::Capacity& one : result.known->capacities) {
      known["stores"].push_back({{"store", base::name(one.store)}, {"states", one.states}, {"may_omit", one.may_omit}});
    }
  }
  if (result.shallow) object["shallow"] = json_of(*result.shallow);
  if (result.hunted) {
    const check::Hunted& hunted = *result.hunted;
    Json& hunt = object["hunt"] = {{"runs", hunted.runs.runs},
                                   {"states", result.states},
                                   {"actors", hunted.runs.actors},
                                   {"points", hunted.runs.decisions},
                                   {"runs_by_priority", hunted.runs.by_points},
                                   {"found_at_least", hunted.found_at_least}};
    if (hunted.preemptions) {
      hunt["preemptions"] = *hunted.preemptions;
      hunt["first"] = {{"preemptions", hunted.preemptions_at_first.value_or(0)}, {"length", hunted.steps_at_first}};
    }
  }
  if (result.preemptions) {
    const check::PreemptionBound& bound = *result.preemptions;
    object["preemptions"] = {{"most", bound.most}, {"cut_off", bound.cut_off}, {"states", bound.states}};
  }
  if (!result.symmetry.empty()) object["symmetry"] = result.symmetry;
  object["tasks"] = json_of(result.tasks);
  object["violations"] = violations(report);
  object["races"] = json_of(result.races);
  object["unreached"] = result.complete ? json_of(result.unreached) : Json::array();
  return object;
}

}  // namespace

std::string json(const Report& report) { return dump(json_of(report)); }

std::string json(std::span<const TestReport> tests) {
  Json object = {{"tests", Json::array()}, {"not_run", Json::array()}};
  for (const TestReport& test : tests) {
    if (test.why_not.empty()) {
      object["tests"].push_back(json_of(test.report));
    } else {
      object["not_run"].push_back({{"test", test.name}, {"why", test.why_not}});
    }
  }
  return dump(object);
}

std::string json(const StateView& state) {
  const Story& story = state.story;
  Json object = {{"program", state.program},     {"digest", text_or_null(state.digest)},
                 {"step", story.steps},          {"choices", state.choices},
                 {"inside", state.inside},       {"last", json_of(story.beats)},
                 {"violation", nullptr},         {"threads", json_of(story.standings)},
                 {"values", Json::array()},      {"enabled", Json::array()},
                 {"ahead", or_null(state.ahead)}};
  if (state.violation) object["violation"] = json_of(*state.violation);
  for (const model::Value& each : story.values)
    object["values"].push_back({{"name", each.name}, {"value", each.value}});
  for (const StateView::Choice& choice : state.enabled) {
    Json events = Json::array();
    for (const model::Event& event : choice.events) events.push_back(json_of(event));
    object["enabled"].push_back({{"choice", choice.number},
                                 {"events", std::move(events)},
                                 {"violation", choice.violation ? json_of(*choice.violation) : Json(nullptr)}});
  }
  return dump(object);
}

bool nests_deeper(std::string_view text, std::size_t most) {
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '[' || c == '{')) {
      if (++depth > most) return true;
    } else if (!quoted && (c == ']' || c == '}') && depth != 0) {
      --depth;
    }
  }
  return false;
}

std::string json(const load::CutAway& away) {
  return json_of(away).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string json_error(const std::string& detail) { return dump({{"verdict", "error"}, {"detail", detail}}); }

}  // namespace waymark::report
