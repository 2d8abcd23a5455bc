// The program that a script is about: read from the script's header, which a stranger may have written.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop.hpp"
#include "load/cycles.hpp"
#include "load/program.hpp"
#include "load/slice.hpp"
#include "script/reader.hpp"

namespace waymark::check {

// A file that is no script is rejected like one that lies: null, and `why` says which. Throws base::InputError if there
// is no such file.
[[nodiscard]] std::shared_ptr<const script::File> open_script(const std::string& path, std::string& why,
                                                              const base::Stop& stop);

// Throws base::InputError if the script is about cycles: `why` they cannot be served.
void refuse_cycles(const std::string& path, script::Form form, std::string_view why);

// How the script's graph was made of the program.
struct Derivation {
  std::optional<load::Criteria> slice;              // nothing: of the whole program
  std::optional<std::vector<std::string>> visible;  // to partial order reduction; nothing: not reduced, or of cycles
  bool symmetric = false;                           // states stand for others
  std::optional<std::uint32_t> preemptions;         // most in a run; nothing: any number
  std::optional<load::Cycles> cycles;               // that the script shows not to be; nothing: it shows states
};
// Slices, reduces and watches the program as the script says. Answers what is wrong with the script's options, or an
// empty text.
[[nodiscard]] std::string derive(load::Program& program, const script::Header& header, const base::Stop& stop,
                                 Derivation& derivation);
// Early and in plain words, what a script was made for if not for this program; the proof does not rest on it.
[[nodiscard]] std::string mismatch(const script::Header& header, const load::Program& program);

}  // namespace waymark::check
