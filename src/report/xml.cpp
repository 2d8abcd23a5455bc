#include "report/xml.hpp"

#include <algorithm>

#include "report/format.hpp"

namespace waymark::report {

std::string xml_text(std::string_view text) {
  std::string out;
  for (std::size_t end = 0; !text.empty(); text.remove_prefix(std::min(end + 1, text.size()))) {
    end = text.find('\n');
    for (const char c : printable(text.substr(0, end))) {
      switch (c) {
        case '<':
          out += "&lt;";
          break;
        case '>':
          out += "&gt;";
          break;
        case '&':
          out += "&amp;";
          break;
        case '"':
          out += "&quot;";
          break;
        default:
          out += c;
      }
    }
    if (end == std::string_view::npos) return out;
    out += '\n';
  }
  return out;
}

}  // namespace waymark::report
