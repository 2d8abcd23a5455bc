#include "promela/syntax/token_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "promela/syntax/limits.hpp"

namespace waymark::promela {

namespace {

// After these a statement may be complete, so a line end behind them counts.
bool may_end_statement(Tok kind) {
  return is_one_of(kind,
                   {Tok::name, Tok::number, Tok::right_brace, Tok::right_paren, Tok::right_bracket, Tok::increment,
                    Tok::decrement, Tok::kw_od, Tok::kw_fi, Tok::kw_else, Tok::kw_break, Tok::kw_timeout, Tok::kw_np});
}

// Behind a closing brace and before any of these nothing is missing.
bool follows_brace(Tok kind) {
  return is_one_of(kind, {Tok::end, Tok::option, Tok::kw_fi, Tok::kw_od, Tok::right_brace, Tok::right_paren, Tok::comma,
                          Tok::kw_unless, Tok::semicolon, Tok::arrow});
}

}  // namespace

TokenStream::TokenStream(const base::Source& source, base::Diagnostics& diagnostics, std::vector<Token> tokens)
    : source_(source), diagnostics_(diagnostics), tokens_(std::move(tokens)) {}

void TokenStream::restart(std::vector<Token> tokens) {
  tokens_ = std::move(tokens);
  at_ = 0;
  sources_.clear();
  ahead_.clear();
  holding_ = false;
  last_ = Tok::end;
  in_sequence_ = false;
  parentheses_ = 0;
}

Token TokenStream::raw() {
  while (!sources_.empty()) {
    TokenSource& source = sources_.back();
    if (source.at == source.tokens().size()) {
      sources_.pop_back();
      continue;
    }
    Token token = source.tokens()[source.at++];
    if (source.definition == nullptr) return token;
    token.expansion = source.expansion;
    if (token.kind != Tok::name) return token;
    const auto& parameters = source.definition->parameters;
    const auto found = std::find(parameters.begin(), parameters.end(), text(token));
    if (found == parameters.end()) return token;
    insert(source.arguments[static_cast<std::size_t>(found - parameters.begin())], token);
  }
  const Token token = tokens_[at_];
  if (token.kind != Tok::end) ++at_;
  return token;
}

bool TokenStream::line_end_separates(const Token& token) const {
  return token.newline_before && in_sequence_ && parentheses_ == 0 && may_end_statement(last_) &&
         token.kind != Tok::kw_unless && token.kind != Tok::semicolon && token.kind != Tok::arrow &&
         token.kind != Tok::end;
}

// One token, with the semicolons put back that the text leaves out.
Token TokenStream::separated() {
  Token token;
  if (holding_) {
    holding_ = false;
    token = held_;
  } else {
    token = raw();
    const bool separate =
        line_end_separates(token) || (last_ == Tok::right_brace && !follows_brace(token.kind)) ||
        (last_ == Tok::kw_else && token.kind != Tok::semicolon && token.kind != Tok::arrow && token.kind != Tok::kw_fi);
    if (separate) {
      held_ = token;
      holding_ = true;
      token.kind = Tok::semicolon;
      token.implied = true;
    }
  }
  if (token.kind == Tok::left_paren) ++parentheses_;
  if (token.kind == Tok::right_paren && parentheses_ > 0) --parentheses_;
  last_ = token.kind;
  if (++delivered_ > limits::tokens) {
    auto outermost = token.expansion;
    while (expansions_[outermost].outer != 0) outermost = expansions_[outermost].outer;
    diagnostics_.error(outermost != 0 ? expansions_[outermost].call : token.position,
                       fmt::format("with this expanded the model has more than {} tokens", limits::tokens));
    diagnostics_.throw_if_any();
  }
  return token;
}

const Token& TokenStream::peek(std::size_t ahead) {
  while (ahead_.size() <= ahead) ahead_.push_back(separated());
  return ahead_[ahead];
}

Token TokenStream::next() {
  if (ahead_.empty()) return separated();
  const Token token = ahead_.front();
  ahead_.erase(ahead_.begin());
  return token;
}

void TokenStream::insert(const std::vector<Token>& tokens, const Token& use) {
  TokenSource source;
  source.own = tokens;
  for (Token& token : source.own) {
    token.newline_before = false;
    token.position = use.position;
    token.expansion = use.expansion;
  }
  if (!source.own.empty()) source.own.front().newline_before = use.newline_before;
  sources_.push_back(std::move(source));
}

std::uint32_t TokenStream::expand(const Inline& definition, std::size_t definition_number,
                                  std::vector<std::vector<Token>> arguments, const Token& call) {
  expansions_.push_back({definition.name, call.position, call.expansion});
  TokenSource source;
  source.definition = &definition;
  source.number = definition_number;
  source.arguments = std::move(arguments);
  source.expansion = static_cast<std::uint32_t>(expansions_.size() - 1);
  sources_.push_back(std::move(source));
  last_ = Tok::semicolon;
  return static_cast<std::uint32_t>(expansions_.size() - 1);
}

bool TokenStream::may_expand(const Inline& definition) const {
  return std::none_of(sources_.begin(), sources_.end(), [&](const TokenSource& source) {
    return source.definition == &definition && source.at < source.tokens().size();
  });
}

std::size_t TokenStream::current_inline() const {
  const auto inner =
      std::find_if(sources_.rbegin(), sources_.rend(), [](const TokenSource& f) { return f.definition != nullptr; });
  return inner == sources_.rend() ? 0 : inner->number;
}

std::vector<Token> TokenStream::take_braced() {
  std::vector<Token> body;
  std::size_t open = 0;
  const auto parentheses = parentheses_;  // the body's own need not balance: it is text until it is expanded
  do {
    const Token token = next();
    if (token.kind == Tok::end || (open == 0 && token.kind != Tok::left_brace)) return {};
    if (token.kind == Tok::left_brace) ++open;
    if (token.kind == Tok::right_brace) --open;
    if (!token.implied) body.push_back(token);
  } while (open > 0);
  parentheses_ = parentheses;
  return body;
}

void TokenStream::error(const Token& token, std::string_view message) {
  diagnostics_.error(token.position, message);
  std::size_t shown = 0;
  for (auto i = token.expansion; i != 0 && shown < 4; i = expansions_[i].outer, ++shown) {
    diagnostics_.note(expansions_[i].call,
                      fmt::format("in the expansion of inline '{}', called here", expansions_[i].name));
  }
}

}  // namespace waymark::promela
