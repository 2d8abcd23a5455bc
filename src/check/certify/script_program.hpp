// The program that a script is about: read from the script's header, which a stranger may have written.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/stop.hpp"
#include "load/derivation.hpp"
#include "load/program.hpp"
#include "script/reader.hpp"

namespace waymark::check {

// A file that is no script is rejected like one that lies: null, and `why` says which. Throws base::InputError if there
// is no such file.
[[nodiscard]] std::shared_ptr<const script::File> open_script(const std::string& path, std::string& why,
                                                              const base::Stop& stop);

// Throws base::InputError if the script is about cycles: `why` they cannot be served.
void refuse_cycles(const std::string& path, script::Form form, std::string_view why);

// What the script says that its graph is. Nothing, and `why`, if its options are malformed.
[[nodiscard]] std::optional<load::Derivation> derivation_of(const script::Header& header, std::string& why);
// Derives that of the program. Answers what is wrong with the script's options, or an empty text.
[[nodiscard]] std::string derive(load::Program& program, const script::Header& header, const load::Derivation& asked,
                                 const base::Stop& stop);
// Early and in plain words, what a script was made for if not for this program; the proof does not rest on it.
[[nodiscard]] std::string mismatch(const script::Header& header, const load::Program& program);

}  // namespace waymark::check
