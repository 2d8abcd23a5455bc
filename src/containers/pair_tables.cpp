#include "containers/pair_tables.hpp"

namespace waymark::containers {

PairTables::Answer PairTables::insert_behind(Word left, Word right) {
  const std::uint64_t known = find(left, right);
  if (known != none) return {known, false};
  if (more_.empty() || more_.back()->is_full()) {
    more_.push_back(std::make_unique<PairTable>(*budget_, PairTable::Recent::forgotten, most_));
  }
  const PairTable::Answer answer = more_.back()->insert(left, right);
  if (answer.number == PairTable::none) return {};
  return {std::uint64_t{most_} * more_.size() + answer.number, true};
}

std::uint64_t PairTables::find_behind(Word left, Word right) const {
  for (std::size_t i = 0; i < more_.size(); ++i) {
    const std::uint32_t number = more_[i]->find(left, right);
    if (number != PairTable::none) return std::uint64_t{most_} * (i + 1) + number;
  }
  return none;
}

void PairTables::close() {
  first_.close();
  for (const auto& table : more_) table->close();
}

std::uint64_t PairTables::bytes() const {
  std::uint64_t bytes = first_.bytes();
  for (const auto& table : more_) bytes += table->bytes() + sizeof(PairTable);
  return bytes;
}

}  // namespace waymark::containers
