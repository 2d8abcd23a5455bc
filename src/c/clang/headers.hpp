// The headers that C programs under extraction include by <...>: declarations of what the extractor knows.
#pragma once

#include <span>

namespace waymark::c {

struct Header {
  const char* name;
  const char* text;
};

[[nodiscard]] std::span<const Header> headers();

}  // namespace waymark::c
