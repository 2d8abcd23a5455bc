#include "search/cycles/colour_map.hpp"

namespace waymark::search {

ByNumber::ByNumber(base::Budget& budget, bool exact) : colours_(budget) {
  if (!exact) path_.emplace(budget);
}

bool ByNumber::enter(model::Storing& model, std::uint64_t number) {
  if (!colours_.paint(number, Colour::cyan)) return false;
  return !path_ || path_->push(model.pack().words, number);
}

std::optional<std::uint64_t> ByNumber::cyan(model::Storing& model, std::uint64_t number) {
  if (colours_.of(number) != Colour::cyan) return std::nullopt;
  // The store may have taken it for the one on the path.
  return path_ ? path_->find(model.pack().words) : number;
}

// Where the second search comes to, the first has been, unless a limit kept it out: what is white stays so.
ColourMap::Again ByNumber::come_again(model::Storing& model, store::Store& store) {
  const store::Found found = store.insert(model.pack());
  if (found.seen == store::Seen::no_room) return {Again::What::no_room, 0};
  if (const auto at = cyan(model, found.number)) return {Again::What::cyan, *at};
  if (colours_.of(found.number) != Colour::blue) return {Again::What::neither, 0};
  if (!colours_.paint(found.number, Colour::red)) return {Again::What::no_room, 0};
  return {Again::What::blue, found.number};
}

void ByNumber::leave(std::uint64_t number, bool red) {
  colours_.repaint(number, red ? Colour::red : Colour::blue);
  if (path_) path_->pop();
}

ColourMap::Again ByBits::come_again(model::Storing& model, store::Store& store) {
  const auto words = model.pack().words;
  if (const auto at = path_.find(words)) return {Again::What::cyan, *at};
  return {bits_.mark(OnPath::hash(words)) ? Again::What::blue : Again::What::neither, 0};
}

void ByBits::leave(std::uint64_t number, bool red) {
  if (red) (void)bits_.mark(path_.top_hash());
  path_.pop();
}

}  // namespace waymark::search
