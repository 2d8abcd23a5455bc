// Command lines written out again, for people to paste: the options that shape a program as the table of options has
// them, so that what is suggested is about the same program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/plan/property.hpp"
#include "load/source.hpp"
#include "options/option.hpp"

namespace waymark::cli {

// As a shell reads it back, whatever is in it.
[[nodiscard]] std::string shell_word(std::string_view text);
// PROGRAM, its arguments and all options that shape it.
[[nodiscard]] std::string spelled(const load::Source& source);
// What is asked about states.
[[nodiscard]] std::string spelled_states(const check::Properties& properties);

// Keeps the words of this process' command, for typed().
void remember_command(int argc, const char* const* argv);
// The command as it was typed, without an option and its value, and with more words behind it.
[[nodiscard]] std::string typed(std::string_view more, std::string_view without = "");
// The two commands by which a C program's model is extracted, and the command that was typed is given to it.
[[nodiscard]] std::string typed_of_model(const load::Source& source);

}  // namespace waymark::cli
