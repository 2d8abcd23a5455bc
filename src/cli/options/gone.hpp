// Commands, options, keys and values that earlier releases had, each with what to use instead. The parser refuses them
// by this table, and docs/use/versions.md has it.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace waymark::cli {

struct Gone {
  std::string_view name;     // as it was typed: "script text", "--compare", "--tune unordered", "--store collapse"
  std::string_view instead;  // a clause: "use --store tree"
};

[[nodiscard]] std::span<const Gone> all_gone();
// "NAME is gone: use …", if it is one of these; else empty.
[[nodiscard]] std::string why_gone(std::string_view name);

}  // namespace waymark::cli
