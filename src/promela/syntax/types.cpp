#include "promela/syntax/types.hpp"

#include <algorithm>

#include "promela/syntax/limits.hpp"

namespace waymark::promela {

namespace {

struct TypeInfo {
  std::string_view name;
  std::uint8_t width;
};

// In the order of BaseType.
constexpr TypeInfo types[] = {{"bit", 1},    {"bool", 1}, {"byte", 8},     {"pid", 8},  {"mtype", 8},
                              {"short", 16}, {"int", 32}, {"unsigned", 0}, {"chan", 8}, {"", 0}};

const TypeInfo& info(BaseType base) { return types[static_cast<std::size_t>(base)]; }

}  // namespace

std::uint8_t natural_width(BaseType base) { return info(base).width; }

std::int64_t cells(const Type& type) {
  if (type.base != BaseType::record) return 1;
  return type.record->cells;
}

std::int64_t cells(const Symbol& symbol) {
  return std::min(cells(symbol.type) * static_cast<std::int64_t>(symbol.count), limits::cells + 1);
}

bool has_record_array(const Type& type) { return type.base == BaseType::record && type.record->has_record_array; }

std::string type_name(const Type& type) {
  if (type.base == BaseType::record) return type.record->name;
  const std::string name(info(type.base).name);
  return type.base != BaseType::mtype || type.subtype.empty() ? name : name + ":" + type.subtype;
}

}  // namespace waymark::promela
