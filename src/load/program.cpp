#include "load/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

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

std::string Program::fit() const {
  const script::Digest text = text_digest();
  std::string both(text.begin(), text.end());
  both.append(options_digest.begin(), options_digest.end());
  std::string hex;
  for (const std::uint8_t byte : digest(both)) hex += fmt::format("{:02x}", byte);
  return hex;
}

std::string reduce(Program& program, const std::vector<std::string>& visible) {
  std::string text = reduced_prefix(program);
  if (const std::string refuted = program.presumptions.refuted(); !refuted.empty()) text += refuted_text + refuted;
  for (const std::string& expression : visible) text += visible_text + expression;
  const auto make = [plain = program.make, visible] {
    std::unique_ptr<model::Model> model = plain();
    for (const std::string& expression : visible) (void)model->watch(expression);
    return model;
  };
  std::string why = make()->reduce({});
  if (!why.empty()) return why;
  program.reduced = true;
  program.rests_on.emplace_back("partial order reduction");
  program.options_text = text;
  program.options_digest = digest(text);
  program.make = [make] {
    std::unique_ptr<model::Model> model = make();
    (void)model->reduce({});
    return model;
  };
  return "";
}

std::optional<std::vector<std::string>> reduce_as(Program& program, const std::string& options_text) {
  const std::string prefix = reduced_prefix(program);
  if (!options_text.starts_with(prefix)) return std::nullopt;
  std::vector<std::string> visible;
  std::size_t at = prefix.size();
  if (options_text.compare(at, refuted_text.size(), refuted_text) == 0) {
    at += refuted_text.size();
    const std::size_t end = std::min(options_text.find(visible_text, at), options_text.size());
    if (!program.presumptions.refute(std::string_view(options_text).substr(at, end - at))) return std::nullopt;
    at = end;
  }
  while (options_text.compare(at, visible_text.size(), visible_text) == 0) {
    at += visible_text.size();
    const std::size_t end = std::min(options_text.find(visible_text, at), options_text.size());
    visible.push_back(options_text.substr(at, end - at));
    at = end;
  }
  if (at != options_text.size() || !reduce(program, visible).empty()) return std::nullopt;
  return visible;
}

}  // namespace waymark::load
