// Sizes of types, as far as syntax decides them.
#pragma once

#include <cstdint>

#include "promela/syntax/ast.hpp"

namespace waymark::promela {

// Bits of storage of a type without width of its own.
[[nodiscard]] std::uint8_t natural_width(BaseType base);
// Values in one element of the type: 1, or those of a record's fields, arrays included. Never above limits::cells + 1.
[[nodiscard]] std::int64_t cells(const Type& type);
// The same for a whole variable.
[[nodiscard]] std::int64_t cells(const Symbol& symbol);
// True if a record has an array of records somewhere: such a one cannot be sent or passed.
[[nodiscard]] bool has_record_array(const Type& type);
// "byte", "mtype:fruit", the name of a typedef.
[[nodiscard]] std::string type_name(const Type& type);

}  // namespace waymark::promela
