#include "promela/syntax/parse_inlines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "promela/syntax/limits.hpp"

namespace waymark::promela {

void InlineParser::definition() {
  next();
  const Token name = expect(Tok::name, "after 'inline'");
  report_declared(name);
  Inline made;
  made.name = word(name);
  made.at = name.position;
  expect(Tok::left_paren, "before the parameters of an inline");
  while (!at(Tok::right_paren)) {
    const Token parameter = expect(Tok::name, "of a parameter, which has no type in an inline");
    if (std::find(made.parameters.begin(), made.parameters.end(), text(parameter)) != made.parameters.end()) {
      error(parameter, fmt::format("inline '{}' has a parameter '{}' already", made.name, text(parameter)));
    }
    made.parameters.push_back(word(parameter));
    if (made.parameters.size() > limits::inline_parameters) {
      fail(parameter, fmt::format("an inline can have at most {} parameters", limits::inline_parameters));
    }
    if (!at(Tok::right_paren)) expect(Tok::comma, "between the parameters of an inline");
  }
  next();
  if (!at(Tok::left_brace)) fail_expected("'{' before the body of an inline");
  const Token open = peek();
  made.body = stream_.take_braced();
  if (made.body.empty()) fail(open, fmt::format("the body of inline '{}' is never closed", made.name));
  names_.inlines.emplace(made.name, inlines_.size());
  inlines_.push_back(std::move(made));
}

bool InlineParser::at_call() {
  return at(Tok::name) && names_.inlines.contains(text(peek())) && peek(1).kind == Tok::left_paren;
}

std::vector<std::vector<Token>> InlineParser::arguments() {
  std::vector<std::vector<Token>> arguments;
  const Token open = next();
  std::size_t nesting = 0;
  std::vector<Token> current;
  bool any = false;
  for (;;) {
    if (at(Tok::end)) fail(open, "the arguments of this call are never closed");
    // Taken from the stream itself: braces in an argument open no block here.
    const Token token = stream_.next();
    if (token.kind == Tok::right_paren && nesting == 0) break;
    any = true;
    if (token.kind == Tok::comma && nesting == 0) {
      arguments.push_back(std::exchange(current, {}));
      continue;
    }
    if (token.kind == Tok::left_paren || token.kind == Tok::left_bracket) ++nesting;
    if ((token.kind == Tok::right_paren || token.kind == Tok::right_bracket) && nesting > 0) --nesting;
    current.push_back(token);
  }
  if (any) arguments.push_back(std::move(current));
  return arguments;
}

void InlineParser::call(std::vector<Token> target) {
  const Token name = next();
  const auto number = names_.inlines.find(text(name))->second;
  const Inline& definition = inlines_[number];
  auto arguments = this->arguments();
  if (arguments.size() != definition.parameters.size()) {
    fail(name, fmt::format("inline '{}' has {} parameter{}, but {} argument{} given", definition.name,
                           definition.parameters.size(), definition.parameters.size() == 1 ? "" : "s", arguments.size(),
                           arguments.size() == 1 ? " is" : "s are"));
  }
  if (!stream_.may_expand(definition)) fail(name, fmt::format("inline '{}' calls itself", definition.name));
  if (stream_.expansion_depth() >= limits::inline_depth) {
    fail(name, fmt::format("inline calls nest more than {} deep", limits::inline_depth));
  }
  state_.initialization_done = true;
  const std::uint32_t expansion = stream_.expand(definition, number + 1, std::move(arguments), name);
  if (!target.empty()) return_targets_[expansion] = std::move(target);
}

void InlineParser::return_() {
  const Token start = next();
  const auto target = return_targets_.find(start.expansion);
  if (target == return_targets_.end()) {
    fail(start, start.expansion == 0 ? "'return' outside of an inline"
                                     : "'return' in an inline whose value is not assigned to anything");
  }
  auto tokens = target->second;
  Token assign = start;
  assign.kind = Tok::assign;
  tokens.push_back(assign);
  stream_.insert(tokens, start);
}

}  // namespace waymark::promela
