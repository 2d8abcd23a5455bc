#include "cli/option.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/quantities.hpp"

namespace waymark::cli {

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

Option number(std::string names, std::string metavar, unsigned& target, std::string help) {
  Option option = value(std::move(names), std::move(metavar), &target, std::move(help));
  option.standard = std::to_string(target);
  return option;
}

Option number(std::string names, std::string metavar, std::uint64_t& target, std::string help) {
  Option option = value(std::move(names), std::move(metavar), &target, std::move(help));
  option.standard = std::to_string(target);
  return option;
}

Option size(std::string names, std::optional<std::uint64_t>& target, std::string help) {
  const TakeWord take = [&target](const std::string& word) -> std::string {
    target = base::parse_size(word);
    return target ? "" : fmt::format("'{}' is no size; write 512M, 4G or 1.5G", word);
  };
  return value(std::move(names), "SIZE", take, std::move(help));
}

Option time(std::string names, std::optional<double>& target, std::string help) {
  const TakeWord take = [&target](const std::string& word) -> std::string {
    target = base::parse_time(word);
    return target ? "" : fmt::format("'{}' is no time; write 90s, 5m or 1h30m", word);
  };
  return value(std::move(names), "TIME", take, std::move(help));
}

}  // namespace waymark::cli
