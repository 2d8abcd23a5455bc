#include "c/syntax/tree.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"

namespace waymark::c {

const Function* Program::function(std::string_view name) const {
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const Function& one) { return one.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

std::string Program::place(Position at) const {
  return fmt::format("{}:{}", at.file < files.size() ? files[at.file] : std::string("?"), at.line);
}

void refuse(const Program& program, Position at, std::string_view why) {
  throw base::InputError(fmt::format("{}:{}: error: {}", program.place(at), at.column, why));
}

}  // namespace waymark::c
