// The options that shape a program's state space, one row each: how they are given, what a script says of them, what
// they need and deny, in which way a verdict is restricted without them. A new one is a row here and a member of
// load::Source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "load/program.hpp"
#include "load/source.hpp"
#include "options/option.hpp"

namespace waymark::load {

// The program, then the options of each language.
[[nodiscard]] std::vector<options::Group> program_options(Source& source, const std::string& title);
// Rows that only some commands show.
[[nodiscard]] options::Option abstract_option(Source& source);
// Rows that 'extract' shows, too, whose C program is no Source.
[[nodiscard]] options::Option spurious_option(bool& spurious);
[[nodiscard]] options::Option overflow_option(bool& overflow);
[[nodiscard]] options::Option inputs_option(base::WideInputs& inputs);
[[nodiscard]] options::Option range_option(std::vector<std::string>& ranges);
// All of them, and what other options choose of a source: --property and --slice.
[[nodiscard]] std::vector<options::Group> program_rows(Source& source);

// What a script says of the options, by the name of the program's language: " spurious timeouts last".
[[nodiscard]] std::string said_options(const Source& source, std::string_view language);
// What the options and the kind of the program demand of others.
[[nodiscard]] std::vector<options::Part> parts_of(const Source& source);
// How a verdict is restricted without that option, where the program meets what it is about.
[[nodiscard]] Restriction restriction_without(std::string_view option);

}  // namespace waymark::load
