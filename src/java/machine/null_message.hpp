// What a NullPointerException says: which action failed, and which expression was null, as HotSpot words it (JEP 358).
#pragma once

#include <cstdint>
#include <string>

#include "java/link/klass.hpp"

namespace waymark::java {

// Empty if the instruction cannot meet a null, or calls a constructor (the exception was made by the program itself).
// REQUIRES: the method is prepared.
[[nodiscard]] std::string null_message(const Method& method, std::uint32_t pc);
// The static field that was null, as Class.field, if it is one; empty else. REQUIRES: the same.
[[nodiscard]] std::string null_static(const Method& method, std::uint32_t pc);

}  // namespace waymark::java
