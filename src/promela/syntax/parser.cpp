#include "promela/syntax/parser.hpp"

#include <fmt/format.h>

#include <utility>

namespace waymark::promela {

Parser::Parser(const base::Source& source, base::Diagnostics& diagnostics, Specification& specification,
               std::vector<Token> tokens)
    : source_(source), diagnostics_(diagnostics), specification_(specification), stream_(source, diagnostics, {}) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const bool announces = tokens[i].kind == Tok::kw_proctype || tokens[i].kind == Tok::kw_d_proctype;
    if (announces && tokens[i + 1].kind == Tok::name) announced_processes_[word(tokens[i + 1])] = true;
  }
  stream_.restart(std::move(tokens));
}

Token Parser::next() {
  const Token token = stream_.next();
  if (recording_ != nullptr) recording_->push_back(token);
  if (token.kind == Tok::left_brace) {
    if (block_numbers_.size() <= brace_level_) block_numbers_.push_back(0);
    ++block_numbers_[brace_level_++];
    if (names_.in_process()) names_.open_block();
  } else if (token.kind == Tok::right_brace) {
    if (brace_level_ > 0) --brace_level_;
    if (names_.in_process()) names_.close_block();
  }
  return token;
}

std::string Parser::block_path() const {
  std::string path = "_";
  for (std::size_t i = 0; i < brace_level_; ++i) path += fmt::format("{}_", block_numbers_[i]);
  return path;
}

std::string Parser::scope_prefix() const { return brace_level_ <= 1 ? std::string() : block_path(); }

bool Parser::accept(Tok kind) {
  if (!at(kind)) return false;
  next();
  return true;
}

Token Parser::expect(Tok kind, std::string_view purpose) {
  if (!at(kind)) {
    const bool named = kind == Tok::name && purpose.starts_with("of ");
    fail(peek(), fmt::format("expected {} {}, found {}", named ? "the name" : describe(kind), purpose, found(peek())));
  }
  return next();
}

std::string Parser::found(const Token& token) const {
  if (token.implied) return "the end of the line";
  if (token.kind == Tok::string) return "a string";
  // The end of a formula within a model is its closing brace.
  if (token.kind == Tok::end && token.length == 0) return "the end of the text";
  return fmt::format("'{}'", text(token));
}

void Parser::fail(const Token& token, std::string_view message) {
  error(token, message);
  throw Recover{};
}

void Parser::fail_expected(std::string_view expected) {
  fail(peek(), fmt::format("expected {}, found {}", expected, found(peek())));
}

}  // namespace waymark::promela
