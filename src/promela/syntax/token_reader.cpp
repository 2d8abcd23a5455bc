#include "promela/syntax/token_reader.hpp"

#include <fmt/format.h>

#include <utility>

namespace waymark::promela {

Token ParserState::next() {
  const Token token = stream.next();
  last = token;
  if (recording != nullptr) recording->push_back(token);
  if (token.kind == Tok::left_brace) {
    if (block_numbers.size() <= brace_level) block_numbers.push_back(0);
    ++block_numbers[brace_level++];
    if (names.in_process()) names.open_block();
  } else if (token.kind == Tok::right_brace) {
    if (brace_level > 0) --brace_level;
    if (names.in_process()) names.close_block();
  }
  return token;
}

std::string ParserState::block_path() const {
  std::string path = "_";
  for (std::size_t i = 0; i < brace_level; ++i) path += fmt::format("{}_", block_numbers[i]);
  return path;
}

std::string ParserState::scope_prefix() const { return brace_level <= 1 ? std::string() : block_path(); }

Symbol& ParserState::add(Symbol symbol) {
  symbol.id = static_cast<std::uint32_t>(specification.symbols.size());
  return *specification.symbols.emplace_back(std::make_unique<Symbol>(std::move(symbol)));
}

bool TokenReader::at_unit_keyword() {
  return is_one_of(peek().kind,
                   {Tok::kw_active, Tok::kw_proctype, Tok::kw_d_proctype, Tok::kw_init, Tok::kw_never, Tok::kw_trace,
                    Tok::kw_notrace, Tok::kw_ltl, Tok::kw_inline, Tok::kw_typedef, Tok::end});
}

bool TokenReader::accept(Tok kind) {
  if (!at(kind)) return false;
  next();
  return true;
}

Token TokenReader::expect(Tok kind, std::string_view purpose) {
  if (!at(kind)) {
    const bool named = kind == Tok::name && purpose.starts_with("of ");
    fail(peek(), fmt::format("expected {} {}, found {}", named ? "the name" : describe(kind), purpose, found(peek())));
  }
  return next();
}

std::string TokenReader::found(const Token& token) const {
  if (token.implied) return "the end of the line";
  if (token.kind == Tok::string) return "a string";
  // The end of a formula within a model is its closing brace.
  if (token.kind == Tok::end && token.length == 0) return "the end of the text";
  return fmt::format("'{}'", text(token));
}

void TokenReader::fail(const Token& token, std::string_view message) {
  error(token, message);
  throw Recover{};
}

void TokenReader::fail_expected(std::string_view expected) {
  fail(peek(), fmt::format("expected {}, found {}", expected, found(peek())));
}

bool TokenReader::report_declared(const Token& name) {
  const auto kind = names_.kind(text(name));
  if (!kind.empty()) error(name, fmt::format("'{}' is already declared: it is {}", text(name), kind));
  return !kind.empty();
}

bool TokenReader::in_trace() const {
  return state_.process->kind == ProcessKind::trace || state_.process->kind == ProcessKind::notrace;
}

}  // namespace waymark::promela
