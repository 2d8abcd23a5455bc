#include "options/option.hpp"

#include <fmt/format.h>

#include <charconv>

#include "base/quantities.hpp"

namespace waymark::options {

namespace {

// A value in words, which `take` reads.
Option in_words(std::string names, std::string metavar, std::string help,
                std::function<std::string(const std::string&)> take, std::function<std::vector<std::string>()> values) {
  Option option(std::move(names), std::move(metavar), std::move(help));
  option.take = std::move(take);
  option.values = std::move(values);
  return option;
}

// As refusals name it: of a choice, with the value.
std::string named(const Option& option, const std::vector<std::string>& values) {
  if (option.choices.empty() || values.size() != 1) return option.title();
  return fmt::format("{}{}{}", option.title(), option.tuning ? '=' : ' ', values.front());
}

}  // namespace

std::string Option::written(std::string_view value) const {
  if (tuning) return fmt::format("--tune {}{}{}", names, value.empty() ? "" : "=", value);
  return fmt::format("{}{}{}", names, value.empty() ? "" : " ", value);
}

std::string Option::accept(const std::string& word) const {
  if (!store) return take ? take(word) : "";
  std::uint64_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [rest, fault] = std::from_chars(word.data(), end, number);
  if (fault != std::errc::result_out_of_range && (fault != std::errc() || rest != end)) {
    return fmt::format("'{}' is no number", word);
  }
  if (fault != std::errc() || number > largest) return fmt::format("'{}' is too large", word);
  const auto [least, most] = range.value_or(Range{});
  if (number < least && most == Range::open) return fmt::format("'{}' is less than {}", word, least);
  if (number < least || number > most) return fmt::format("'{}' is not between {} and {}", word, least, most);
  store(number);
  return "";
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

Option value(std::string names, std::string metavar, std::string* target, std::string help) {
  return in_words(
      std::move(names), std::move(metavar), std::move(help),
      [target](const std::string& word) {
        *target = word;
        return std::string();
      },
      [target] { return target->empty() ? std::vector<std::string>{} : std::vector{*target}; });
}

Option value(std::string names, std::string metavar, std::vector<std::string>* target, std::string help) {
  Option option = in_words(
      std::move(names), std::move(metavar), std::move(help),
      [target](const std::string& word) {
        target->push_back(word);
        return std::string();
      },
      [target] { return *target; });
  option.again = true;
  return option;
}

Option flag(std::string names, bool& target, std::string help) {
  Option option = in_words(
      std::move(names), "", std::move(help),
      [&target](const std::string& word) -> std::string {
        target = word != "off";
        return word.empty() || word == "on" || word == "off" ? "" : "it is on or off";
      },
      [&target] { return std::vector<std::string>(target ? 1 : 0); });
  option.kind = Option::Kind::flag;
  return option;
}

Option flag(std::string names, std::function<void()> happen, std::string help) {
  const auto take = [happen = std::move(happen)](const std::string& word) -> std::string {
    happen();
    return word.empty() ? "" : "it takes no value";
  };
  Option option = in_words(std::move(names), "", std::move(help), take, {});
  option.kind = Option::Kind::flag;
  return option;
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
  return in_words(
      std::move(names), "SIZE", std::move(help),
      [&target](const std::string& word) -> std::string {
        target = base::parse_size(word);
        return target ? "" : fmt::format("'{}' is no size; write 512M, 4G or 1.5G", word);
      },
      [&target] { return target ? std::vector{std::to_string(*target)} : std::vector<std::string>{}; });
}

Option time(std::string names, std::optional<double>& target, std::string help) {
  return in_words(
      std::move(names), "TIME", std::move(help),
      [&target](const std::string& word) -> std::string {
        target = base::parse_time(word);
        return target ? "" : fmt::format("'{}' is no time; write 90s, 5m or 1h30m", word);
      },
      [&target] { return target ? std::vector{fmt::format("{}s", *target)} : std::vector<std::string>{}; });
}

}  // namespace waymark::options
