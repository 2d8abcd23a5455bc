#include "check/certify/script_program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/utf8.hpp"
#include "load/derive.hpp"

namespace waymark::check {

namespace {

constexpr const char* other_program = "it was made for another program, or the program has changed since";
constexpr const char* extracted_model =
    "it was made by waymark 0.2 for a model that was extracted from C; 'waymark extract' writes the model, and "
    "'waymark "
    "check --script' makes a script of it";

std::string in_options(const std::string& why) { return "the script's options: " + why; }

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

std::optional<load::Derivation> derivation_of(const script::Header& header, std::string& why) {
  std::optional<load::Derivation> read = load::Derivation::parse(header.options_text, why);
  if (!read) {
    why = in_options(why);
  } else if (read->own.substr(0, read->own.find_first_of(" ;")) == "c") {
    why = extracted_model;
  } else if (read->cycles.has_value() != (header.form == script::Form::cycles)) {
    why = in_options(read->cycles ? "they ask about cycles, and the script is not about any"
                                  : "they do not say about which cycles the script is");
  } else {
    return read;
  }
  return std::nullopt;
}

std::string derive(load::Program& program, const script::Header& header, const load::Derivation& asked,
                   const base::Stop& stop) {
  if (!asked.slice && asked.own != program.derivation.own) return mismatch(header, program);
  std::string why = load::derive(program, asked, stop);
  // What is abstracted of a slice is a part of the program, and known only now.
  if (!why.empty()) return header.program == program.text_digest() ? in_options(why) : other_program;
  why = mismatch(header, program);  // one spelling for each derivation
  if (!why.empty() || !asked.reduction) return why;
  const auto unshown = load::unshown(program, asked.reduction->visible);
  return unshown ? in_options(fmt::format("'{}' is not shown", base::printable(*unshown))) : "";
}

std::string mismatch(const script::Header& header, const load::Program& program) {
  if (header.options != load::digest(header.options_text)) {
    return "the text of its options is not the one that its header has the digest of";
  }
  if (header.program != program.text_digest()) return other_program;
  if (header.options != program.options_digest()) {
    return fmt::format("it was made with other options: '{}' instead of '{}'", base::printable(header.options_text),
                       program.options_text());
  }
  return "";
}

}  // namespace waymark::check
