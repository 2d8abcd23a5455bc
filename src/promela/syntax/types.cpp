#include "promela/syntax/types.hpp"

#include <algorithm>

#include "promela/syntax/limits.hpp"

namespace waymark::promela {

std::uint8_t natural_width(BaseType base) {
  switch (base) {
    case BaseType::bit:
    case BaseType::boolean:
      return 1;
    case BaseType::byte:
    case BaseType::pid:
    case BaseType::mtype:
    case BaseType::chan:
      return 8;
    case BaseType::short_:
      return 16;
    case BaseType::int_:
      return 32;
    case BaseType::unsigned_:
    case BaseType::record:
      return 0;
  }
  return 0;
}

std::int64_t cells(const Type& type) {
  if (type.base != BaseType::record) return 1;
  return type.record->cells;
}

std::int64_t cells(const Symbol& symbol) {
  return std::min(cells(symbol.type) * static_cast<std::int64_t>(symbol.count), limits::cells + 1);
}

bool has_record_array(const Type& type) { return type.base == BaseType::record && type.record->has_record_array; }

std::string type_name(const Type& type) {
  switch (type.base) {
    case BaseType::bit:
      return "bit";
    case BaseType::boolean:
      return "bool";
    case BaseType::byte:
      return "byte";
    case BaseType::pid:
      return "pid";
    case BaseType::mtype:
      return type.subtype.empty() ? "mtype" : "mtype:" + type.subtype;
    case BaseType::short_:
      return "short";
    case BaseType::int_:
      return "int";
    case BaseType::unsigned_:
      return "unsigned";
    case BaseType::chan:
      return "chan";
    case BaseType::record:
      return type.record->name;
  }
  return {};
}

}  // namespace waymark::promela
