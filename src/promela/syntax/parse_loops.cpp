// for and select: statements that Spin rewrites into loops.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "promela/syntax/parse_statements.hpp"
#include "promela/syntax/text.hpp"
#include "promela/syntax/types.hpp"

namespace waymark::promela {

namespace {

bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

// A plain variable that can count.
Ref StatementParser::loop_index(const char* statement) {
  const Token name = peek();
  auto ref = expressions_.reference();
  if (ref.parts.size() > 1 || ref.parts.front().index != nullptr || ref.type().base == BaseType::chan) {
    error(name, fmt::format("the index of '{}' must be a variable, not '{}'", statement, promela::text(ref)));
  }
  return ref;
}

void StatementParser::check_range(const Expr& from, const Expr& to, const Token& at) {
  // Two plain numbers are a slip; `1 .. N-1` with N = 1 is not.
  const auto* first = std::get_if<Number>(&from.node);
  const auto* last = std::get_if<Number>(&to.node);
  if (first != nullptr && last != nullptr && first->value > last->value) {
    error(at, fmt::format("this range is empty: {} is above {}", first->value, last->value));
  }
}

// for (i : from .. to) { body } or for (i in array) { body } or for (message in channel) { body }
StmtPtr StatementParser::for_() {
  const Token start = next();
  expect(Tok::left_paren, "after 'for'");
  const Token index_token = peek();
  const auto* symbol = at(Tok::name) ? names_.variable(text(index_token)) : nullptr;
  const bool over_messages = symbol != nullptr && symbol->type.base == BaseType::record && peek(1).kind == Tok::name;
  auto index = over_messages ? expressions_.reference(Whole::record) : loop_index("for");
  if (at_name("in")) {
    next();
    return for_in(std::move(index), start, index_token);
  }
  if (!at(Tok::colon)) fail_expected("':' or 'in' after the index of 'for'");
  const Token colon = next();
  auto from = expressions_.expression();
  expect(Tok::dot_dot, "between the bounds of 'for'");
  auto to = expressions_.expression();
  check_range(*from, *to, colon);
  expect(Tok::right_paren, "after the bounds of 'for'");
  auto body = for_body();
  return make_statement(start.position, ForRange{std::move(index), std::move(from), std::move(to), std::move(body)});
}

Sequence StatementParser::for_body() {
  accept(Tok::semicolon);
  ++loops_;
  auto body = braced("for");
  --loops_;
  return body;
}

// Spin's counter, one for all such loops of a block.
const Symbol& StatementParser::message_counter(const ChannelShape& shape, const Token& start) {
  const auto name = fmt::format("_f0r_t3mp{}", state_.block_path());
  if (const Symbol* known = names_.variable(name)) return *known;
  Symbol hidden;
  hidden.name = name;
  hidden.at = start.position;
  hidden.process = state_.process;
  hidden.type.base = shape.capacity > 255 ? BaseType::short_ : BaseType::byte;
  hidden.type.width = natural_width(hidden.type.base);
  const Symbol& counter = state_.add(std::move(hidden));
  state_.process->locals.push_back(&counter);
  names_.declare_local(counter);
  return counter;
}

StmtPtr StatementParser::for_in(Ref index, const Token& start, const Token& index_token) {
  const Token over_token = peek();
  auto over = expressions_.reference(Whole::array);
  expect(Tok::right_paren, "after the array or channel of 'for'");
  const auto& symbol = over.last();
  const Symbol* counter = nullptr;
  const bool plain = over.parts.size() == 1 && over.parts.front().index == nullptr;
  if (index.type().base == BaseType::record) {
    const auto* shape = symbol.channel.get();
    const bool one = over.parts.size() == 1 && (!symbol.is_array || over.parts.front().index != nullptr);
    if (!one || shape == nullptr || shape->capacity == 0) {
      fail(over_token, fmt::format("'for' needs a buffered channel that is declared with its fields; '{}' is none",
                                   promela::text(over)));
    }
    if (shape->fields.size() != 1 || shape->fields.front().record != index.type().record) {
      fail(index_token, fmt::format("the messages of '{}' are not of type '{}'", symbol.name, type_name(index.type())));
    }
    counter = &message_counter(*shape, start);
  } else if (!plain || !symbol.is_array) {
    fail(over_token, fmt::format("'for' needs an array here, '{}' is none", promela::text(over)));
  }
  auto body = for_body();
  if (counter != nullptr) {
    return make_statement(start.position, ForChannel{std::move(index), std::move(over), std::move(body), counter});
  }
  return make_statement(start.position, ForArray{std::move(index), std::move(over), std::move(body)});
}

// select (x : from .. to)
StmtPtr StatementParser::select() {
  const Token start = next();
  expect(Tok::left_paren, "after 'select'");
  const Token name = peek();
  auto target = loop_index("select");
  const Token colon = expect(Tok::colon, "after the variable of 'select'");
  const Token first = peek();
  auto from = expressions_.expression();
  const Token dots = expect(Tok::dot_dot, "between the bounds of 'select'");
  const Token last = peek();
  auto to = expressions_.expression();
  check_range(*from, *to, colon);
  const Token close = expect(Tok::right_paren, "after the bounds of 'select'");
  // What Spin's lexer takes for literal: everything on one line, digits only, no underscore in the name.
  const bool one_line = !colon.newline_before && !first.newline_before && !dots.newline_before &&
                        !last.newline_before && !close.newline_before && !name.newline_before;
  const bool literal = start.expansion == 0 && one_line && all_digits(text(first)) && all_digits(text(last)) &&
                       text(name).find('_') == std::string_view::npos && std::holds_alternative<Number>(from->node) &&
                       std::holds_alternative<Number>(to->node);
  return make_statement(start.position, Select{std::move(target), std::move(from), std::move(to), literal});
}

}  // namespace waymark::promela
