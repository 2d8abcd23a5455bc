#include "promela/reduce/objects.hpp"

#include <algorithm>

namespace waymark::promela {

namespace {

constexpr std::uint32_t no_object = ~std::uint32_t{0};
constexpr std::uint32_t most_elements = 32;  // of an array that are distinguished

}  // namespace

bool intersect(BitsView a, BitsView b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((a[i] & b[i]) != 0) return true;
  }
  return false;
}

bool is_empty(BitsView set) {
  return std::all_of(set.begin(), set.end(), [](std::uint64_t word) { return word == 0; });
}

Objects::Objects(const Program& program) : read_types_(program.types.size(), false) {
  count_ = 3;
  element_of_.assign(program.global_words * 4, no_object);
  for (const Visible& variable : program.globals) {
    const bool apart = variable.count <= most_elements;
    for (std::uint32_t i = 0; i < variable.count; ++i) {
      if (apart || i == 0) ++count_;
      for (std::uint32_t byte = 0; byte < variable.cell.size(); ++byte) {
        element_of_.at(variable.offset + i * variable.stride + byte) = static_cast<std::uint32_t>(count_ - 1);
      }
    }
  }
  // Whatever else lies there, padding included, is one object.
  for (std::uint32_t& element : element_of_)
    element = element == no_object ? static_cast<std::uint32_t>(count_) : element;
  ++count_;
  for (const auto& [begin, length] : program.hidden_bytes) {  // not part of the state between steps
    std::fill_n(element_of_.begin() + begin, length, no_object);
  }
  channels_ = count_;
  channel_count_ = program.global_channels.size();
  count_ += 2 * (channel_count_ + 1);
  types_ = count_;
  count_ += program.types.size();
  labels_ = count_;
  for (const Instruction& instruction : program.code) {
    if (instruction.op == Op::at_label) asked_.emplace_back(instruction.b, static_cast<std::uint32_t>(instruction.c));
    if (instruction.op == Op::remote_address) read_types_[instruction.b] = true;
  }
  std::sort(asked_.begin(), asked_.end());
  asked_.erase(std::unique(asked_.begin(), asked_.end()), asked_.end());
  count_ += asked_.size();
}

void Objects::add_globals(Bits& set, std::uint32_t begin, std::uint32_t end) const {
  for (std::uint32_t byte = begin; byte < end && byte < element_of_.size(); ++byte) {
    if (element_of_[byte] != no_object) put(set, element_of_[byte]);
  }
}

void Objects::add_label(Bits& set, std::uint32_t type, std::uint32_t state) const {
  const auto at = std::lower_bound(asked_.begin(), asked_.end(), std::pair{type, state});
  if (at != asked_.end() && *at == std::pair{type, state})
    put(set, labels_ + static_cast<std::size_t>(at - asked_.begin()));
}

}  // namespace waymark::promela
