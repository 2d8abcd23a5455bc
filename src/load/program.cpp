#include "load/program.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "base/diagnostics.hpp"
#include "load/exchanges.hpp"

namespace waymark::load {

script::Digest digest(std::string_view text) {
  return script::digest_of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

Sliced FrontEnd::slice(const Criteria&) const {
  throw base::InputError("waymark: error: --slice is for Promela programs; leave it out");
}

std::string FrontEnd::kernel_text(const Criteria&) const {
  throw base::InputError("waymark: error: the kernel reads Promela programs only");
}

Exchanges FrontEnd::exchanges(const std::vector<std::string>&) const {
  Exchanges none;
  none.why = "only processes of Promela can be exchanged";
  return none;
}

script::Digest Program::options_digest() const { return digest(options_text()); }

std::string Program::fit() const {
  const script::Digest text = text_digest();
  std::string both(text.begin(), text.end());
  const script::Digest options = options_digest();
  both.append(options.begin(), options.end());
  return hexadecimal(digest(both));
}

std::string hexadecimal(const script::Digest& digest) {
  std::string text;
  for (const std::uint8_t byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

Derivation::Reduction reduction_of(const Program& program, std::vector<std::string> visible) {
  return {program.front_end->invalidated(), std::move(visible)};
}

void rest_on_reduction(Program& program, Derivation::Reduction reduction) {
  program.derivation.reduction = std::move(reduction);
  program.reduced = true;
  program.rests_on.emplace_back("partial order reduction");
  if (!program.library.taken_for.empty()) program.rests_on.push_back(program.library.taken_for);
}

void refuse_whole(const Program& program, std::string_view why) {
  if (!program.library.asked || program.library.taken_for.empty()) return;
  throw base::InputError(fmt::format(
      "waymark: error: --library atomic leaves out orders of steps, and here none can be: {}; use --library "
      "steps",
      why));
}

}  // namespace waymark::load
