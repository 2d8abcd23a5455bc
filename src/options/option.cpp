#include "options/option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "base/quantities.hpp"

namespace waymark::options {

namespace {

// Reads each kind of target.
class Reader {
 public:
  explicit Reader(const Spell& spell) : spell_(spell) {}

  std::vector<std::string> operator()(const bool* target) const {
    if (!*target) return {};
    return {""};
  }
  std::vector<std::string> operator()(const std::string* target) const {
    if (target->empty()) return {};
    return {*target};
  }
  std::vector<std::string> operator()(const std::vector<std::string>* target) const { return *target; }
  std::vector<std::string> operator()(const std::vector<std::uint64_t>* target) const {
    std::vector<std::string> values;
    for (const std::uint64_t number : *target) values.push_back(std::to_string(number));
    return values;
  }
  template <typename Number>
  std::vector<std::string> operator()(const std::optional<Number>* target) const {
    if (!*target) return {};
    return {std::to_string(**target)};
  }
  template <typename Number>
  std::vector<std::string> operator()(const base::Chosen<Number>* target) const {
    if (!target->by_user) return {};
    return {std::to_string(target->value)};
  }
  std::vector<std::string> operator()(const unsigned* target) const { return {std::to_string(*target)}; }
  std::vector<std::string> operator()(const std::uint64_t* target) const { return {std::to_string(*target)}; }
  std::vector<std::string> operator()(const Happen&) const { return spelled_by_option(); }
  std::vector<std::string> operator()(const TakeWord&) const { return spelled_by_option(); }
  std::vector<std::string> operator()(const TakeWords&) const { return spelled_by_option(); }

 private:
  std::vector<std::string> spelled_by_option() const {
    CHECK(spell_ && "an option that can be written again");
    return spell_();
  }

  const Spell& spell_;
};

// As refusals name it: of a choice, with the value.
std::string named(const Option& option, const std::vector<std::string>& values) {
  if (option.choices.empty() || values.size() != 1) return option.title();
  return fmt::format("{}{}{}", option.title(), option.tuning ? '=' : ' ', values.front());
}

}  // namespace

std::vector<std::string> Option::values() const { return std::visit(Reader(spell), target); }

std::string Option::written(std::string_view value) const {
  if (tuning) return fmt::format("--tune {}{}{}", names, value.empty() ? "" : "=", value);
  return fmt::format("{}{}{}", names, value.empty() ? "" : " ", value);
}

Option Option::with_more(std::string text) && {
  more = std::move(text);
  return std::move(*this);
}

Option Option::within(std::uint64_t least, std::uint64_t most) && {
  range = {least, most};
  return std::move(*this);
}

Option Option::must_be_given() && {
  required = true;
  return std::move(*this);
}

Option Option::must_be_given_unless(std::string other) && {
  unless.push_back(std::move(other));
  return std::move(*this);
}

Option Option::needing(std::vector<std::string> others) && {
  needs = std::move(others);
  return std::move(*this);
}

Option Option::excluding(std::vector<std::string> others) && {
  excludes = std::move(others);
  return std::move(*this);
}

Option Option::demanding(Demand always) && {
  demand = [always = std::move(always)] { return always; };
  return std::move(*this);
}

Option Option::demanding(std::function<Demand()> now) && {
  demand = std::move(now);
  return std::move(*this);
}

Option Option::said_in(std::vector<std::string_view> languages, unsigned place, std::function<std::string()> text) && {
  said = {std::move(languages), place, std::move(text), {}};
  return std::move(*this);
}

Option Option::unsaid(std::string_view why) && {
  said.why_not = why;
  return std::move(*this);
}

Option Option::restricting(Restriction unless_given) && {
  restriction = std::move(unless_given);
  return std::move(*this);
}

Option Option::for_agents(Agents give, std::string_view file_ending) && {
  agents = give;
  ending = file_ending;
  return std::move(*this);
}

std::vector<Part> parts_of(const std::vector<Group>& groups, const std::vector<Group>& usual) {
  std::vector<Part> parts;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (std::size_t i = 0; i < groups[g].options.size(); ++i) {
      const Option& option = groups[g].options[i];
      if (!option.demand) continue;
      std::vector<std::string> values = option.values();
      if (values != usual[g].options[i].values()) parts.push_back({named(option, values), option.demand()});
    }
  }
  return parts;
}

Part nowhere_given(const std::vector<Group>& groups, const std::vector<Part>& parts) {
  Features all;
  Features given;
  for (const Group& group : groups) {
    for (const Option& option : group.options) {
      if (!option.demand) continue;
      const Features gives = option.demand().gives;
      all.insert(all.end(), gives.begin(), gives.end());
    }
  }
  for (const Part& part : parts) given.insert(given.end(), part.demand.gives.begin(), part.demand.gives.end());
  return {"", {.denies = without(std::move(all), given)}};
}

Group tuning_group(std::vector<Option> options) {
  for (Option& option : options) option.tuning = true;
  return {"Keys of --tune", "tune", std::move(options)};
}

Option value(std::string names, std::string metavar, Target target, std::string help) {
  Option option;
  option.names = std::move(names);
  option.metavar = std::move(metavar);
  option.help = std::move(help);
  option.target = std::move(target);
  return option;
}

Option flag(std::string names, bool& target, std::string help) {
  return value(std::move(names), "", &target, std::move(help));
}

Option flag(std::string names, Happen happen, std::string help) {
  return value(std::move(names), "", std::move(happen), std::move(help));
}

Option positional(std::string name, std::string& target, std::string help) {
  return value(std::move(name), "", &target, std::move(help));
}

Option positional(std::string name, std::vector<std::string>& target, std::string help) {
  return value(std::move(name), "", &target, std::move(help));
}

Option words_behind(std::string name, std::vector<std::string>& target, std::string help) {
  Option option = positional(std::move(name), target, std::move(help));
  option.behind = true;
  return option;
}

Option size(std::string names, std::optional<std::uint64_t>& target, std::string help) {
  const TakeWord take = [&target](const std::string& word) -> std::string {
    target = base::parse_size(word);
    return target ? "" : fmt::format("'{}' is no size; write 512M, 4G or 1.5G", word);
  };
  Option option = value(std::move(names), "SIZE", take, std::move(help));
  option.spell = [&target]() -> std::vector<std::string> {
    if (!target) return {};
    return {std::to_string(*target)};
  };
  return option;
}

Option time(std::string names, std::optional<double>& target, std::string help) {
  const TakeWord take = [&target](const std::string& word) -> std::string {
    target = base::parse_time(word);
    return target ? "" : fmt::format("'{}' is no time; write 90s, 5m or 1h30m", word);
  };
  Option option = value(std::move(names), "TIME", take, std::move(help));
  option.spell = [&target]() -> std::vector<std::string> {
    if (!target) return {};
    return {fmt::format("{}s", *target)};
  };
  return option;
}

}  // namespace waymark::options
