#include "load/program.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/escaped.hpp"
#include "base/utf8.hpp"
#include "load/symmetry.hpp"

namespace waymark::load {

namespace {

// How a script says that its graph is reduced.
constexpr std::string_view reduced_text = "partial order reduction";
const std::string visible_text = "; visible ";
const std::string refuted_text = "; not presuming ";

// What stands before it is what shapes the whole program's state space.
std::string reduced_prefix(const Program& program) {
  return program.options_text + (program.options_text.empty() ? "" : "; ") + std::string(reduced_text);
}

}  // namespace

script::Digest digest(std::string_view text) {
  return script::digest_of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

Sliced FrontEnd::slice(const Criteria&) const {
  throw base::InputError("waymark: error: --slice is for Promela and C programs; leave it out");
}

std::string FrontEnd::kernel_text(const Criteria&) const {
  throw base::InputError("waymark: error: the kernel reads Promela and C programs only");
}

Exchanges FrontEnd::exchanges(const std::vector<std::string>&) const {
  Exchanges none;
  none.why = "only processes of Promela can be exchanged";
  return none;
}

std::string Program::fit() const {
  const script::Digest text = text_digest();
  std::string both(text.begin(), text.end());
  both.append(options_digest.begin(), options_digest.end());
  return hexadecimal(digest(both));
}

std::string hexadecimal(const script::Digest& digest) {
  std::string text;
  for (const std::uint8_t byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

void rest_on_reduction(Program& program) {
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

std::string fault_of_options(const base::InputError& error) {
  constexpr std::string_view label = "error: ";
  std::string_view text = error.what();
  text = text.substr(0, text.find('\n'));
  if (const std::size_t at = text.find(label); at != std::string_view::npos) text.remove_prefix(at + label.size());
  return std::string(text);
}

std::string reduced_options(const Program& program, const std::vector<std::string>& visible) {
  std::string text = reduced_prefix(program);
  if (const std::string invalidated = program.front_end->invalidated(); !invalidated.empty()) {
    text += refuted_text + base::escaped(invalidated, ";");
  }
  for (const std::string& expression : visible) text += visible_text + base::escaped(expression, ";");
  return text;
}

std::optional<std::size_t> read_reduction(const Program& program, std::string_view text) {
  std::string_view rest = text;
  if (!rest.starts_with(reduced_text)) return 0;
  rest.remove_prefix(reduced_text.size());
  if (rest.starts_with(refuted_text)) {
    rest.remove_prefix(refuted_text.size());
    const std::string_view item = rest.substr(0, rest.find(';'));
    const std::optional<std::string> invalidated = base::unescaped(item);
    if (!invalidated || !program.front_end->invalidate(*invalidated)) return std::nullopt;
    rest.remove_prefix(item.size());
  }
  if (!rest.starts_with("; ")) return std::nullopt;
  return text.size() - rest.size() + 2;
}

std::string reduce(Program& program, const std::vector<std::string>& visible) {
  const std::string text = reduced_options(program, visible);
  const auto make = [plain = program.make, visible] {
    std::unique_ptr<model::Model> model = plain();
    for (const std::string& expression : visible) (void)model->watch(expression);
    return model;
  };
  std::string why = make()->reduce({});
  if (!why.empty()) return why;
  rest_on_reduction(program);
  program.options_text = text;
  program.options_digest = digest(text);
  program.make = [make] {
    std::unique_ptr<model::Model> model = make();
    (void)model->reduce({});
    return model;
  };
  return "";
}

std::optional<std::vector<std::string>> reduce_as(Program& program, const std::string& options_text, std::string& why) {
  const std::string prefix = reduced_prefix(program);
  if (!options_text.starts_with(prefix)) return std::nullopt;
  std::string_view rest = std::string_view(options_text).substr(prefix.size());
  // What stands behind the label, which is taken off together with it; none: something else comes first.
  const auto next = [&](const std::string& label) -> std::optional<std::string> {
    if (!rest.starts_with(label)) return std::nullopt;
    const std::string_view item = rest.substr(label.size(), rest.find(';', label.size()) - label.size());
    auto text = base::unescaped(item);
    if (text) rest.remove_prefix(label.size() + item.size());
    return text;
  };
  if (const auto invalidated = next(refuted_text); invalidated && !program.front_end->invalidate(*invalidated)) {
    why = fmt::format("'{}' is nothing that a reduction of this program presumes", *invalidated);
    return std::nullopt;
  }
  std::vector<std::string> visible;
  while (auto expression = next(visible_text)) visible.push_back(std::move(*expression));
  if (!rest.empty()) {
    why = fmt::format("'{}' is not understood", rest);
    return std::nullopt;
  }
  try {
    why = reduce(program, visible);
  } catch (const base::InputError& error) {
    why = fault_of_options(error);
  }
  if (!why.empty()) return std::nullopt;
  return visible;
}

}  // namespace waymark::load
