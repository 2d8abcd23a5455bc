// Variables: what lies where in the globals or in a process, as the text declares it: scalars, with the arrays that
// they are elements of.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "promela/program/layout.hpp"
#include "promela/program/program.hpp"

namespace waymark::promela {

// An array that a scalar is part of, itself or by a record that holds it.
struct Dimension {
  std::uint32_t count = 0;
  std::uint32_t stride = 0;  // bytes from one element to the next
};

struct Scalar {
  std::uint32_t offset = 0;  // of the first element of all arrays
  Cell cell;
  std::vector<Dimension> dimensions;  // the outermost first
};

// A scalar, and which elements of its arrays.
struct Element {
  std::uint32_t scalar = 0;
  std::vector<std::uint32_t> indices;
};

class Variables {
 public:
  Variables(const std::vector<const Symbol*>& symbols, const Layout& layout);

  [[nodiscard]] const std::vector<Scalar>& scalars() const { return scalars_; }
  // What lies at this offset; nullptr: nothing begins there.
  [[nodiscard]] const Element* at(std::uint32_t offset) const;
  // Where an element lies.
  [[nodiscard]] static std::uint32_t offset_of(const Scalar& scalar, const std::vector<std::uint32_t>& indices);

 private:
  void add(const Symbol& symbol, const Layout& layout, std::uint32_t base, std::vector<Dimension>& around);

  std::vector<Scalar> scalars_;
  std::unordered_map<std::uint32_t, Element> by_offset_;
};

// Calls f with the indices of every element, the last index running fastest.
template <typename F>
void each_element(const std::vector<Dimension>& dimensions, F f) {
  std::vector<std::uint32_t> indices(dimensions.size(), 0);
  for (;;) {
    f(indices);
    std::size_t i = dimensions.size();
    while (i > 0 && ++indices[i - 1] == dimensions[i - 1].count) indices[--i] = 0;
    if (i == 0) return;
  }
}

}  // namespace waymark::promela
