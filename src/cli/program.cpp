#include "cli/program.hpp"

#include <fmt/format.h>
#include <sodium/crypto_generichash_blake2b.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "cli/java_program.hpp"
#include "graph/graph.hpp"
#include "promela/executor.hpp"
#include "promela/program/compile.hpp"
#include "promela/syntax/formula.hpp"
#include "promela/syntax/parse.hpp"
#include "promela/syntax/text.hpp"

namespace waymark::cli {

namespace {

// How a script says that its graph is reduced.
constexpr std::string_view reduced_text = "partial order reduction";
const std::string visible_text = "; visible ";
const std::string refuted_text = "; not presuming ";

// What stands before it is what shapes the whole program's state space.
std::string reduced_prefix(const Program& program) {
  return program.options_text + (program.options_text.empty() ? "" : "; ") + std::string(reduced_text);
}

constexpr std::uint64_t most_program_bytes = 1u << 28;

void load_graph(Program& program, const Options& options) {
  if (!options.defines.empty()) {
    throw base::InputError("waymark: error: --define is for programs with a preprocessor; a graph has none");
  }
  std::string text = base::read_file(program.path, most_program_bytes);
  program.text_digest = digest(text);
  program.make = [text = std::move(text), path = program.path] { return graph::Graph::parse(text, 0, path); };
}

void load_promela(Program& program, const Options& options) {
  promela::Definitions parse;
  parse.defines = options.defines;
  std::shared_ptr<const promela::Specification> specification = promela::parse_file(program.path, parse);
  program.text_digest = digest(promela::text(*specification));
  for (const promela::LtlBlock& block : specification->ltl) {
    program.formulas.push_back({block.name, promela::formula(*block.formula)});
  }
  program.formula = [specification](const std::string& text) {
    return promela::formula(*promela::parse_ltl(*specification, "--ltl", text));
  };
  program.has_claim = std::any_of(specification->processes.begin(), specification->processes.end(),
                                  [](const auto& process) { return process->kind == promela::ProcessKind::never; });
  program.make = [compiled = promela::compile(specification)]() -> std::unique_ptr<model::Model> {
    return std::make_unique<promela::Executor>(compiled);
  };
}

}  // namespace

bool is_java(const Options& options) {
  const std::string_view name = options.program;
  return !options.classpath.empty() || name.ends_with(".jar") || name.ends_with(".class");
}

Digest digest(std::string_view text) {
  Digest out{};
  crypto_generichash_blake2b(out.data(), out.size(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                             nullptr, 0);
  return out;
}

std::string Program::fit() const {
  std::string both(text_digest.begin(), text_digest.end());
  both.append(options_digest.begin(), options_digest.end());
  std::string hex;
  for (const std::uint8_t byte : digest(both)) hex += fmt::format("{:02x}", byte);
  return hex;
}

std::string reduce(Program& program, const std::vector<std::string>& visible) {
  std::string text = reduced_prefix(program);
  if (const std::string refuted = program.refuted(); !refuted.empty()) text += refuted_text + refuted;
  for (const std::string& expression : visible) text += visible_text + expression;
  const auto make = [plain = program.make, visible] {
    std::unique_ptr<model::Model> model = plain();
    for (const std::string& expression : visible) (void)model->watch(expression);
    return model;
  };
  std::string why = make()->reduce({});
  if (!why.empty()) return why;
  program.reduced = true;
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
    if (!program.refute(std::string_view(options_text).substr(at, end - at))) return std::nullopt;
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

Program load(const Options& options) {
  Program program;
  program.path = options.program;
  program.formula = [](const std::string& formula) { return ltl::parse(formula, "--ltl"); };
  const std::size_t dot = options.program.rfind('.');
  const std::string_view extension = dot == std::string::npos ? "" : std::string_view(options.program).substr(dot);
  const bool java = is_java(options);
  if (!options.arguments.empty() && !java) {
    throw base::InputError(
        fmt::format("waymark: error: '{}' is too much: arguments are for Java programs (with "
                    "--classpath, FILE.jar or FILE.class)",
                    options.arguments.front()));
  }
  if (java) {
    load_java(program, options);
  } else if (extension == ".graph") {
    load_graph(program, options);
  } else if (extension == ".pml" || extension == ".promela" || extension == ".prom") {
    load_promela(program, options);
  } else {
    throw base::InputError(
        fmt::format("{}: error: what kind of program is this? FILE.pml, FILE.jar, FILE.class, FILE.graph or, with "
                    "--classpath, the name of a Java class is expected",
                    options.program));
  }
  program.options_digest = digest(program.options_text);
  return program;
}

}  // namespace waymark::cli
