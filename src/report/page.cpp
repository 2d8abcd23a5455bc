#include "report/page.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "base/check.hpp"
#include "report/json.hpp"
#include "report/page_data.hpp"
#include "report/place.hpp"
#include "report/sources.hpp"

namespace waymark::report {

namespace {

using Data = nlohmann::ordered_json;
constexpr std::string_view data_mark = "@DATA@";

// Nothing that a result has lies deeper; what does is refused before it is read, for it may come from anyone.
Data parse_result(std::string_view text) {
  constexpr std::size_t deepest = 12;
  return nests_deeper(text, deepest) ? Data() : Data::parse(text, nullptr, false);
}

// All files that a result names, wherever in it.
void gather_files(const Data& value, std::set<std::string>& names) {
  if (!value.is_structured()) return;
  for (const auto& item : value.items()) {
    if (value.is_object() && item.key() == "location" && item.value().is_string()) {
      if (const auto place = place_of(item.value().get_ref<const std::string&>())) names.insert(place->file);
    } else {
      gather_files(item.value(), names);
    }
  }
}

Data course_data(const Timeline& course) {
  Data data = {{"levels", course.levels}, {"rate", Data::array()}, {"memory", Data::array()}};
  for (const Timeline::Fresh& point : course.fresh) data["rate"].push_back({point.transitions, point.states});
  for (const Timeline::Moment& moment : course.moments) {
    data["memory"].push_back({moment.seconds, moment.bytes, moment.states});
  }
  return data;
}

Data graph_data(const StateGraph& graph) {
  Data data = {{"depth", graph.depth},       {"bad", graph.bad},       {"way", graph.way},
               {"complete", graph.complete}, {"values", graph.values}, {"edges", Data::array()}};
  for (const StateGraph::Edge& edge : graph.edges) {
    data["edges"].push_back({{"from", edge.from}, {"to", edge.to}, {"label", edge.label}});
  }
  return data;
}

// Where a result has the way to the violation that another one tells: in itself, or in one of its violations. Null if
// there is none.
Data* violation_of(const Data& told, Data& result) {
  const auto same = [&](const Data& one) {
    for (const char* key : {"kind", "detail", "location", "length"}) {
      if (!one.is_object() || !one.contains(key) || one[key] != told[key]) return false;
    }
    return true;
  };
  if (same(result)) return &result;
  if (!result.is_object() || !result.contains("violations") || !result["violations"].is_array()) return nullptr;
  for (Data& one : result["violations"]) {
    if (same(one)) return &one;
  }
  return nullptr;
}

// All ways of a result in their short form.
void take_ways(Data& result, Ways& ways) {
  ways.take(result);
  if (result.contains("violations") && result["violations"].is_array()) {
    for (Data& one : result["violations"]) ways.take(one);
  }
}

// In a script element nothing but an end tag or a comment is special: both begin with this sign, which JSON has in
// texts only.
std::string without_tags(const std::string& json) {
  std::string out;
  out.reserve(json.size() + json.size() / 16);
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::optional<std::string> with_trail(std::string_view result_json, std::string_view trail_json) {
  Data result = parse_result(result_json);
  const Data told = parse_result(trail_json);
  Data* const place = violation_of(told, result);
  if (place == nullptr) return std::nullopt;
  for (const char* key : {"steps", "left_out", "loop", "standings"}) (*place)[key] = told[key];
  return result.dump(-1, ' ', false, Data::error_handler_t::replace);
}

std::optional<std::string> page(std::string_view result_json, const PageParts& parts) {
  Data result = parse_result(result_json);
  if (!result.is_object() || !result.contains("verdict") || !result["verdict"].is_string()) return std::nullopt;
  std::set<std::string> names;
  gather_files(result, names);
  if (result.contains("program") && result["program"].is_string()) names.insert(result["program"].get<std::string>());
  Ways ways;
  take_ways(result, ways);
  Data data = {{"waymark", std::string(parts.version)}, {"result", std::move(result)}, {"sources", Data::array()}};
  for (auto& [file, text] : read_sources(names, parts.roots)) {
    data["sources"].push_back({{"file", file}, {"text", std::move(text)}});
  }
  ways.put(data);
  data["profile"] = parts.course != nullptr ? course_data(*parts.course) : Data(nullptr);
  data["graph"] = parts.graph != nullptr ? graph_data(*parts.graph) : Data(nullptr);
  const std::size_t mark = parts.frame.find(data_mark);
  CHECK(mark != std::string_view::npos);
  std::string text(parts.frame.substr(0, mark));
  text += without_tags(data.dump(-1, ' ', false, Data::error_handler_t::replace));
  return text.append(parts.frame.substr(mark + data_mark.size()));
}

}  // namespace waymark::report
