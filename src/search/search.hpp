// Search: a strategy that can be run once. All of them share Explorer and differ in the order of exploration.
#pragma once

#include "search/outcome.hpp"

namespace waymark::search {

class Search {
 public:
  Search() = default;
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  virtual ~Search() = default;

  [[nodiscard]] virtual Outcome run() = 0;
};

}  // namespace waymark::search
