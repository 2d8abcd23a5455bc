#include "promela/symmetry/variables.hpp"

namespace waymark::promela {

Variables::Variables(const std::vector<const Symbol*>& symbols, const Layout& layout) {
  std::vector<Dimension> around;
  for (const Symbol* symbol : symbols) {
    if (!is_sink(*symbol)) add(*symbol, layout, 0, around);
  }
  for (std::uint32_t i = 0; i < scalars_.size(); ++i) {
    each_element(scalars_[i].dimensions, [&](const std::vector<std::uint32_t>& indices) {
      by_offset_[offset_of(scalars_[i], indices)] = {i, indices};
    });
  }
}

void Variables::add(const Symbol& symbol, const Layout& layout, std::uint32_t base, std::vector<Dimension>& around) {
  const Placement& place = layout.of(symbol);
  if (symbol.is_array) around.push_back({symbol.count, place.stride});
  if (symbol.type.base == BaseType::record) {
    for (const Symbol* field : symbol.type.record->fields) add(*field, layout, base + place.offset, around);
  } else {
    scalars_.push_back({base + place.offset, place.cell, around});
  }
  if (symbol.is_array) around.pop_back();
}

const Element* Variables::at(std::uint32_t offset) const {
  const auto found = by_offset_.find(offset);
  return found == by_offset_.end() ? nullptr : &found->second;
}

std::uint32_t Variables::offset_of(const Scalar& scalar, const std::vector<std::uint32_t>& indices) {
  std::uint32_t offset = scalar.offset;
  for (std::size_t i = 0; i < indices.size(); ++i) offset += indices[i] * scalar.dimensions[i].stride;
  return offset;
}

}  // namespace waymark::promela
