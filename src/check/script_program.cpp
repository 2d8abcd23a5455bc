#include "check/script_program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/diagnostics.hpp"
#include "base/utf8.hpp"
#include "load/preemptions.hpp"
#include "load/shown.hpp"
#include "load/symmetry.hpp"

namespace waymark::check {

namespace {

constexpr const char* other_program = "it was made for another program, or the program has changed since";

}  // namespace

std::shared_ptr<const script::File> open_script(const std::string& path, std::string& why, const base::Stop& stop) {
  if (::access(path.c_str(), R_OK) != 0) {
    throw base::InputError(fmt::format("{}: error: {}", path, std::strerror(errno)));
  }
  script::Fault fault;
  auto file = script::File::open(path, fault, &stop);
  if (!file) why = fmt::format("at byte {}: {}", fault.offset, fault.why);
  return file;
}

void refuse_cycles(const std::string& path, script::Form form, std::string_view why) {
  if (form != script::Form::cycles) return;
  throw base::InputError(fmt::format("{}: error: is a script about cycles, and {}", path, why));
}

std::string derive(load::Program& program, const script::Header& header, const base::Stop& stop,
                   Derivation& derivation) {
  std::string why;
  if (!load::show_as(program, header.options_text, why)) return "the script's options: " + why;
  if (load::names_slice(header.options_text)) {
    derivation.slice = load::slice_as(program, header.options_text, why);
    if (header.program != program.text_digest()) return other_program;  // known only now, if the slice is abstracted
  }
  if (why.empty()) derivation.symmetric = load::use_symmetry_as(program, header.options_text, why);
  if (why.empty() && header.form == script::Form::cycles) {
    derivation.cycles = load::watch_as(program, header.options_text, why, &stop);
    if (!why.empty() && header.program != program.text_digest()) return other_program;
  } else if (why.empty()) {
    derivation.preemptions = load::bound_preemptions_as(program, header.options_text, why);
    if (derivation.preemptions || !why.empty()) return why.empty() ? "" : "the script's options: " + why;
    derivation.visible = load::reduce_as(program, header.options_text, why);
    const auto unshown = load::unshown(program, derivation.visible.value_or(std::vector<std::string>{}));
    if (why.empty() && unshown) why = fmt::format("'{}' is not shown", base::printable(*unshown));
  }
  return why.empty() ? "" : "the script's options: " + why;
}

std::string mismatch(const script::Header& header, const load::Program& program) {
  if (header.options != load::digest(header.options_text)) {
    return "the text of its options is not the one that its header has the digest of";
  }
  if (header.program != program.text_digest()) return other_program;
  if (header.options != program.options_digest) {
    return fmt::format("it was made with other options: '{}' instead of '{}'", base::printable(header.options_text),
                       program.options_text);
  }
  return "";
}

}  // namespace waymark::check
