// Text of programs within XML.
#pragma once

#include <string>
#include <string_view>

namespace waymark::report {

// As text or as an attribute's value. What no XML may contain is shown by its number; lines stay lines.
[[nodiscard]] std::string xml_text(std::string_view text);

}  // namespace waymark::report
