#include "c/extract/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace waymark::c {

namespace {

// Words of Promela, and a few that Spin's verifiers cannot have as names.
constexpr std::array<std::string_view, 83> reserved{
    "_",
    "_last",
    "_nr_pr",
    "_pid",
    "_priority",
    "active",
    "always",
    "assert",
    "atomic",
    "bit",
    "bool",
    "break",
    "byte",
    "c_code",
    "c_decl",
    "c_expr",
    "c_state",
    "c_track",
    "chan",
    "D_proctype",
    "atomic",
    "do",
    "else",
    "empty",
    "enabled",
    "equivalent",
    "eval",
    "eventually",
    "false",
    "fi",
    "for",
    "full",
    "get_priority",
    "goto",
    "hidden",
    "if",
    "implies",
    "in",
    "init",
    "inline",
    "int",
    "len",
    "local",
    "ltl",
    "mtype",
    "nempty",
    "never",
    "next",
    "nfull",
    "notrace",
    "np_",
    "od",
    "of",
    "pc_value",
    "pid",
    "printf",
    "printm",
    "priority",
    "proctype",
    "provided",
    "release",
    "return",
    "run",
    "select",
    "set_priority",
    "short",
    "show",
    "skip",
    "stronguntil",
    "timeout",
    "trace",
    "true",
    "typedef",
    "unless",
    "unsigned",
    "until",
    "weakuntil",
    "xr",
    "xs",
    "now",
    "trpt",
    "X",
    "U",
};

}  // namespace

std::string Names::fresh(std::string_view wanted) {
  std::string name(wanted);
  if (std::find(reserved.begin(), reserved.end(), wanted) != reserved.end()) name += "_";
  const std::string stem = name;
  if (taken_.insert(name).second) return name;
  std::uint32_t& number = last_.try_emplace(stem, 1).first->second;
  do {
    name = fmt::format("{}_{}", stem, ++number);
  } while (!taken_.insert(name).second);
  return name;
}

}  // namespace waymark::c
