#include "promela/syntax/parse.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/diagnostics.hpp"
#include "base/source.hpp"
#include "promela/syntax/lexer.hpp"
#include "promela/syntax/limits.hpp"
#include "promela/syntax/parser.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

void check_size(const std::string& name, const std::string& text) {
  if (text.size() > limits::text_bytes) {
    throw base::InputError(fmt::format("{}: error: is larger than {} bytes", name, limits::text_bytes));
  }
}

}  // namespace

std::unique_ptr<Specification> parse_file(const std::string& path, const Definitions& definitions) {
  return parse_text(path, preprocess(path, definitions));
}

std::unique_ptr<Specification> parse_text(const std::string& name, std::string text) {
  check_size(name, text);
  const base::Source source(name, std::move(text));
  base::Diagnostics diagnostics(source);
  auto tokens = tokenize(source, diagnostics, LexMode::model);
  diagnostics.throw_if_any();
  auto specification = std::make_unique<Specification>();
  ParserState state(source, diagnostics, *specification);
  Parser(source, state, std::move(tokens)).specification();
  diagnostics.throw_if_any();
  constexpr std::uint32_t most_steps = 64;  // that one statement is written out as
  std::uint32_t number = 0;
  each_statement(*specification, [&](Stmt& stmt) { stmt.number = number += most_steps; });
  return specification;
}

namespace {

template <class Read>
auto read_on_top(const Specification& specification, const std::string& name, std::string text, LexMode mode,
                 Read read) {
  check_size(name, text);
  const base::Source source(name, std::move(text));
  base::Diagnostics diagnostics(source);
  auto tokens = tokenize(source, diagnostics, mode);
  diagnostics.throw_if_any();
  Specification nothing_new;
  ParserState state(source, diagnostics, nothing_new);
  Parser parser(source, state, std::move(tokens));
  parser.know(specification);
  auto result = read(parser);
  diagnostics.throw_if_any();
  return result;
}

}  // namespace

ExprPtr parse_expression(const Specification& specification, const std::string& name, std::string text) {
  return read_on_top(specification, name, std::move(text), LexMode::model,
                     [](Parser& p) { return p.lone_expression(); });
}

LtlPtr parse_ltl(const Specification& specification, const std::string& name, std::string text) {
  return read_on_top(specification, name, std::move(text), LexMode::formula,
                     [](Parser& p) { return p.lone_formula(); });
}

const Process* Specification::process(std::string_view name) const {
  for (const auto& candidate : processes) {
    if (candidate->name == name) return candidate.get();
  }
  return nullptr;
}

void Specification::leave_out_claims() {
  std::erase_if(processes, [](const auto& process) { return process->kind == ProcessKind::never; });
  std::uint32_t next = 0;
  for (const auto& process : processes) process->index = next++;
}

const LtlBlock* Specification::formula(std::string_view name) const {
  for (const auto& candidate : ltl) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

}  // namespace waymark::promela
