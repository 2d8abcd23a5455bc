// The three passes that make a method's bytes ready to run; prepare() puts them together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "java/link/klass.hpp"

namespace waymark::java {

// Throws BadClass, with class, method and offset.
[[noreturn]] void bad_code(const Method& method, std::size_t offset, const std::string& why);

// Instructions, switches and handlers, with places in the code instead of offsets in bytes.
void decode(Method& method);

// Follows the kinds of values along every path: which words are references, how deep the operand stack is. Returns the
// places to which a `ret` may lead.
[[nodiscard]] std::vector<std::int32_t> follow_kinds(Method& method);

// Which words can still be read. `returns`: as follow_kinds() found them.
void find_live(Method& method, const std::vector<std::int32_t>& returns);

// Of a queue of waiting threads: how often one that was woken in vain tries again before it sleeps is as good as dead.
// Any number will do, and in states it is 0.
void forget_spins(Method& method);

}  // namespace waymark::java
