// Discipline: how the threads of a program are presumed to access a variable, from the strongest presumption to none.
#pragma once

#include <cstdint>

namespace waymark::java {

enum class Discipline : std::uint8_t {
  constant,        // nobody writes it where others could notice
  guarded,         // a thread that accesses it holds the lock that the others hold then, or is the only one who does
  guarded_writes,  // a thread that writes it holds that lock
  none,
};

}  // namespace waymark::java
