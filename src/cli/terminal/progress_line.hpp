// How far a search has come, in words on one line or as an object for another program: what it has met, whether what is
// still open grows or shrinks, and when memory will be full at this rate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "search/observer.hpp"

namespace waymark::cli {

class Eta {
 public:
  // `limit`: most bytes that the search may use.
  Eta(std::uint64_t limit, std::optional<double> seconds) : limit_(limit), most_seconds_(seconds) {}

  // What is to be told next.
  void note(const search::Tallies& tallies, double states_per_second, std::uint64_t memory_bytes);

  [[nodiscard]] std::string line() const;
  [[nodiscard]] std::string json() const;  // with a line feed

 private:
  // States met and not yet explored; none if the search does not say.
  [[nodiscard]] std::optional<std::uint64_t> open() const;
  // At the rate of the whole search so far.
  [[nodiscard]] std::optional<double> seconds_until_full() const;

  std::uint64_t limit_;
  std::optional<double> most_seconds_;
  search::Tallies now_;
  double rate_ = 0;
  std::uint64_t bytes_ = 0;
  std::optional<std::uint64_t> open_before_;  // when it was told last
};

}  // namespace waymark::cli
