#include "base/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace waymark::base {

namespace {

constexpr std::size_t most_edits = 2;

// Levenshtein's distance, one row of its table at a time.
std::size_t edits(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t least = most_edits + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t difference = std::max(word.size(), candidate.size()) - std::min(word.size(), candidate.size());
    if (difference >= least || candidate == word) continue;
    const std::size_t distance = edits(word, candidate);
    // Of two letters nothing is left after two edits.
    if (distance >= least || distance >= candidate.size()) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string found = nearest(word, candidates);
  return found.empty() ? "" : fmt::format("; did you mean {}?", found);
}

}  // namespace waymark::base
