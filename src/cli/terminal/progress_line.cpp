#include "cli/terminal/progress_line.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/quantities.hpp"

namespace waymark::cli {

namespace {

constexpr double longest_told = 48 * 3600;  // a longer wait needs no number

}  // namespace

void Eta::note(const search::Tallies& tallies, double states_per_second, std::uint64_t memory_bytes) {
  if (now_.seconds > 0) open_before_ = open();
  now_ = tallies;
  rate_ = states_per_second;
  bytes_ = memory_bytes;
}

std::optional<std::uint64_t> Eta::open() const {
  if (now_.explored == 0 || now_.explored > now_.states) return std::nullopt;
  return now_.states - now_.explored;
}

std::optional<double> Eta::seconds_until_full() const {
  const bool shrinks = open_before_ && open() && *open() < *open_before_;
  if (shrinks || bytes_ == 0 || bytes_ >= limit_ || now_.seconds <= 0) return std::nullopt;
  const double left = static_cast<double>(limit_ - bytes_) / static_cast<double>(bytes_) * now_.seconds;
  if (left > longest_told) return std::nullopt;
  return left;
}

std::string Eta::line() const {
  std::string text = base::counted(now_.states, "state");
  if (now_.coverage != 0) text += fmt::format(" (about {:.0f}%)", 100 * now_.coverage);
  text += fmt::format(", {}/s, depth {}", base::rounded(rate_), base::grouped(now_.depth));
  if (open()) {
    text += fmt::format(", {} open", base::grouped(*open()));
    if (open_before_ && *open() != *open_before_) text += *open() < *open_before_ ? " and falling" : " and rising";
  }
  text += fmt::format(", {} of {}", base::size(bytes_), base::size(limit_));
  if (const auto left = seconds_until_full()) text += fmt::format(" (full in {})", base::duration(*left));
  text += fmt::format(", {}", base::duration(now_.seconds));
  if (most_seconds_) text += fmt::format(" of {}", base::duration(*most_seconds_));
  return text;
}

std::string Eta::json() const {
  using Object = nlohmann::ordered_json;
  const auto or_null = [](const auto& value) { return value ? Object(*value) : Object(nullptr); };
  Object object;
  object["states"] = now_.states;
  object["states_per_second"] = rate_;
  object["transitions"] = now_.transitions;
  object["depth"] = now_.depth;
  object["errors"] = now_.errors;
  object["open"] = or_null(open());
  object["open_before"] = or_null(open_before_);
  object["memory_bytes"] = bytes_;
  object["memory_limit"] = limit_;
  object["memory_full_in"] = or_null(seconds_until_full());
  object["coverage"] = now_.coverage == 0 ? Object(nullptr) : Object(now_.coverage);
  object["seconds"] = now_.seconds;
  object["time_limit"] = or_null(most_seconds_);
  return Object{{"progress", object}}.dump() + "\n";
}

}  // namespace waymark::cli
