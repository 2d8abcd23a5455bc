#include "store/collapse.hpp"

namespace waymark::store {

Found Collapse::insert(const containers::Packed& state) {
  const auto number = [this](std::span<const Word> part) {
    const std::uint64_t id = parts_.insert(part).number;
    return id < Collapsed::none ? static_cast<std::uint32_t>(id) : Collapsed::none;
  };
  if (!last_.take_over(state, number)) return {Seen::no_room, 0};
  const auto answer = states_.insert(last_.encode());
  if (answer.number == containers::Sequences::none) return {Seen::no_room, 0};
  return {answer.fresh ? Seen::fresh : Seen::known, answer.number};
}

std::span<const containers::Word> Collapse::words(std::uint64_t number) {
  last_.decode(states_.at(number), [this](std::uint32_t part) { return parts_.at(part); });
  return last_.words();
}

}  // namespace waymark::store
