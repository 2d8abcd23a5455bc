#include "report/trail_file.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/file_format.hpp"

namespace waymark::report {

namespace {

using Json = nlohmann::ordered_json;
constexpr std::array<std::string_view, 1> releases = {"0.1"};  // that read formats 1, …
constexpr std::uint64_t version = releases.size();
constexpr std::array<std::pair<const char*, bool load::StepProperties::*>, 3> judged_keys = {
    {{"races", &load::StepProperties::races},
     {"leaks", &load::StepProperties::leaks},
     {"overflow", &load::StepProperties::overflow}}};

[[noreturn]] void refuse(const std::string& name, std::string_view why) {
  throw base::InputError(fmt::format("{}: error: not a trail of waymark: {}", name, why));
}

std::string text_at(const Json& object, const char* key, const std::string& name) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) refuse(name, fmt::format("'{}' should be a text", key));
  return found->get<std::string>();
}

const Json& list_at(const Json& object, const char* key, const std::string& name) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array()) refuse(name, fmt::format("'{}' should be a list", key));
  return *found;
}

bool flag_at(const Json& object, const char* key, const std::string& name) {
  const auto found = object.find(key);
  if (found != object.end() && !found->is_boolean()) refuse(name, fmt::format("'{}' should be true or false", key));
  return found != object.end() && found->get<bool>();
}

// Stops nlohmann from building more than a trail has: hostile nesting is refused while it is read.
bool shallow(int depth, Json::parse_event_t, Json&) {
  constexpr int deepest = 3;
  return depth <= deepest;
}

}  // namespace

std::string write_trail(const TrailFile& trail) {
  Json object;
  object["waymark"] = "trail";
  object["version"] = version;
  object["program"] = trail.program;
  object["digest"] = trail.digest;
  object["invariants"] = trail.invariants;
  object["violation"] = {
      {"kind", trail.violation.kind}, {"detail", trail.violation.detail}, {"location", trail.violation.location}};
  object["choices"] = trail.choices;
  if (trail.cycle) object["cycle"] = *trail.cycle;
  if (!trail.formula.empty()) object["formula"] = trail.formula;
  if (trail.fair) object["fair"] = true;
  if (!trail.slice.empty()) object["slice"] = trail.slice;
  for (const auto& [key, property] : judged_keys) {
    if (trail.judged.*property) object[key] = true;
  }
  if (!trail.shown.empty()) object["shown"] = trail.shown;
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

TrailFile read_trail(std::string_view text, const std::string& name) {
  const Json object = Json::parse(text, shallow, false);
  if (object.is_discarded() || !object.is_object()) refuse(name, "it is no JSON object");
  if (text_at(object, "waymark", name) != "trail") refuse(name, "'waymark' should be \"trail\"");
  const auto found_version = object.find("version");
  if (found_version == object.end() || !found_version->is_number_unsigned())
    refuse(name, "'version' should be a number");
  if (const auto its = found_version->get<std::uint64_t>(); its != version) {
    throw base::InputError(fmt::format("{}: error: this trail has {}", name, base::other_format(its, releases)));
  }
  TrailFile trail;
  trail.program = text_at(object, "program", name);
  trail.digest = text_at(object, "digest", name);
  const auto violation = object.find("violation");
  if (violation == object.end() || !violation->is_object()) refuse(name, "'violation' should be an object");
  trail.violation.kind = text_at(*violation, "kind", name);
  trail.violation.detail = text_at(*violation, "detail", name);
  trail.violation.location = text_at(*violation, "location", name);
  const auto read_texts = [&](const char* key, std::vector<std::string>& out) {
    for (const Json& one : list_at(object, key, name)) {
      if (!one.is_string()) refuse(name, fmt::format("'{}' should be a list of texts", key));
      out.push_back(one.get<std::string>());
    }
  };
  read_texts("invariants", trail.invariants);
  if (object.contains("shown")) read_texts("shown", trail.shown);
  for (const Json& choice : list_at(object, "choices", name)) {
    if (!choice.is_number_unsigned() || choice.get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max()) {
      refuse(name, "every choice should be a number");
    }
    trail.choices.push_back(choice.get<std::uint32_t>());
  }
  const auto cycle = object.find("cycle");
  if (cycle != object.end()) {
    if (!cycle->is_number_unsigned() || cycle->get<std::uint64_t>() > trail.choices.size()) {
      refuse(name, "'cycle' should be a number of choices");
    }
    trail.cycle = cycle->get<std::uint64_t>();
  }
  if (object.contains("formula")) trail.formula = text_at(object, "formula", name);
  if (object.contains("slice")) trail.slice = text_at(object, "slice", name);
  trail.fair = flag_at(object, "fair", name);
  for (const auto& [key, property] : judged_keys) trail.judged.*property = flag_at(object, key, name);
  return trail;
}

}  // namespace waymark::report
