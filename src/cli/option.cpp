#include "cli/option.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/quantities.hpp"

namespace waymark::cli {

Option Option::within(std::uint64_t least, std::uint64_t most) && {
  range = {least, most};
  return std::move(*this);
}

Option Option::must_be_given() && {
  required = true;
  return std::move(*this);
}

Option Option::must_be_given_unless(std::string other) && {
  unless = std::move(other);
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

Option value(std::string names, std::string metavar, Place place, std::string help) {
  Option option;
  option.names = std::move(names);
  option.metavar = std::move(metavar);
  option.help = std::move(help);
  option.place = std::move(place);
  return option;
}

Option flag(std::string names, bool& place, std::string help) {
  return value(std::move(names), "", &place, std::move(help));
}

Option flag(std::string names, Happen happen, std::string help) {
  return value(std::move(names), "", std::move(happen), std::move(help));
}

Option positional(std::string name, std::string& place, std::string help) {
  return value(std::move(name), "", &place, std::move(help));
}

Option positional(std::string name, std::vector<std::string>& place, std::string help) {
  return value(std::move(name), "", &place, std::move(help));
}

Option number(std::string names, std::string metavar, unsigned& place, std::string help) {
  Option option = value(std::move(names), std::move(metavar), &place, std::move(help));
  option.standard = std::to_string(place);
  return option;
}

Option number(std::string names, std::string metavar, std::uint64_t& place, std::string help) {
  Option option = value(std::move(names), std::move(metavar), &place, std::move(help));
  option.standard = std::to_string(place);
  return option;
}

Option size(std::string names, std::optional<std::uint64_t>& place, std::string help) {
  const TakeWord take = [&place](const std::string& word) -> std::string {
    place = base::parse_size(word);
    return place ? "" : fmt::format("'{}' is no size; write 512M, 4G or 1.5G", word);
  };
  return value(std::move(names), "SIZE", take, std::move(help));
}

Option time(std::string names, std::optional<double>& place, std::string help) {
  const TakeWord take = [&place](const std::string& word) -> std::string {
    place = base::parse_time(word);
    return place ? "" : fmt::format("'{}' is no time; write 90s, 5m or 1h30m", word);
  };
  return value(std::move(names), "TIME", take, std::move(help));
}

}  // namespace waymark::cli
