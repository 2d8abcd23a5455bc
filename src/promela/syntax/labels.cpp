#include "promela/syntax/labels.hpp"

#include <algorithm>
#include <limits>

namespace waymark::promela {

void Labels::clear() {
  symbols_.clear();
  homes_.clear();
  definitions_.clear();
  jumps_.clear();
}

template <class Visit>
void Labels::outwards(std::string_view name, std::uint32_t block, Visit visit) const {
  const auto home = homes_.find(name);
  if (home == homes_.end()) return;
  for (;; block = blocks_.parent(block)) {
    const auto here = home->second.by_block.find(block);
    if (here != home->second.by_block.end() && visit(here->second)) return;
    if (blocks_.parent(block) == block) return;
  }
}

std::size_t Labels::mention(std::string_view name) {
  auto found = symbols_.size();
  outwards(name, blocks_.current(), [&](std::size_t known) {
    found = known;
    return true;
  });
  if (found == symbols_.size()) {
    symbols_.push_back({std::string(name), blocks_.current(), {}});
    homes_[std::string(name)].by_block[blocks_.current()] = found;
  }
  return found;
}

bool Labels::define(std::size_t mentioned, const Stmt& target, base::Position at, std::size_t inline_number) {
  auto& same = symbols_[mentioned].definitions;
  const bool fresh = std::none_of(
      same.begin(), same.end(), [&](std::size_t index) { return definitions_[index].inline_number == inline_number; });
  if (fresh) {
    same.push_back(definitions_.size());
    definitions_.push_back({mentioned, &target, at, inline_number});
    homes_.find(symbols_[mentioned].name)->second.youngest = &target;
  }
  return fresh;
}

void Labels::jump(std::string_view name, Goto& statement, base::Position at) {
  jumps_.push_back({mention(name), &statement, at});
}

const Stmt* Labels::find(const Jump& jump) const {
  const auto& wanted = symbols_[jump.symbol];
  // In the same block the youngest counts, in an enclosing one the oldest; failing both, the youngest anywhere.
  if (!wanted.definitions.empty()) return definitions_[wanted.definitions.back()].target;
  auto oldest = std::numeric_limits<std::size_t>::max();
  outwards(wanted.name, wanted.block, [&](std::size_t enclosing) {
    if (!symbols_[enclosing].definitions.empty()) oldest = std::min(oldest, symbols_[enclosing].definitions.front());
    return false;
  });
  return oldest < definitions_.size() ? definitions_[oldest].target : homes_.find(wanted.name)->second.youngest;
}

std::vector<Labels::Bound> Labels::jumps() const {
  std::vector<Bound> bound;
  bound.reserve(jumps_.size());
  for (const auto& jump : jumps_) bound.push_back({symbols_[jump.symbol].name, jump.statement, find(jump), jump.at});
  return bound;
}

std::vector<Process::LabelAt> Labels::list() const {
  std::vector<Process::LabelAt> all;
  all.reserve(definitions_.size());
  for (const auto& definition : definitions_) {
    all.push_back({symbols_[definition.symbol].name, definition.target, definition.at});
  }
  return all;
}

}  // namespace waymark::promela
