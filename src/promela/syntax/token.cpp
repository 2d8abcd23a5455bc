#include "promela/syntax/token.hpp"

#include <fmt/format.h>

#include <unordered_map>

namespace waymark::promela {

namespace {

struct Spelling {
  Tok kind;
  std::string_view text;
};

constexpr Spelling punctuation[] = {
    {Tok::left_brace, "{"},   {Tok::right_brace, "}"},
    {Tok::left_paren, "("},   {Tok::right_paren, ")"},
    {Tok::left_bracket, "["}, {Tok::right_bracket, "]"},
    {Tok::comma, ","},        {Tok::semicolon, ";"},
    {Tok::arrow, "->"},       {Tok::colon, ":"},
    {Tok::option, "::"},      {Tok::dot, "."},
    {Tok::dot_dot, ".."},     {Tok::at, "@"},
    {Tok::assign, "="},       {Tok::plus, "+"},
    {Tok::minus, "-"},        {Tok::star, "*"},
    {Tok::slash, "/"},        {Tok::percent, "%"},
    {Tok::ampersand, "&"},    {Tok::bar, "|"},
    {Tok::caret, "^"},        {Tok::tilde, "~"},
    {Tok::send, "!"},         {Tok::sorted_send, "!!"},
    {Tok::receive, "?"},      {Tok::random_receive, "??"},
    {Tok::increment, "++"},   {Tok::decrement, "--"},
    {Tok::less, "<"},         {Tok::greater, ">"},
    {Tok::less_equal, "<="},  {Tok::greater_equal, ">="},
    {Tok::equal, "=="},       {Tok::not_equal, "!="},
    {Tok::shift_left, "<<"},  {Tok::shift_right, ">>"},
    {Tok::and_and, "&&"},     {Tok::or_or, "||"},
    {Tok::always, "[]"},      {Tok::eventually, "<>"},
    {Tok::next, "X"},         {Tok::until, "U"},
    {Tok::weak_until, "W"},   {Tok::release, "V"},
    {Tok::implies, "->"},     {Tok::equivalent, "<->"},
};

constexpr Spelling keywords[] = {
    {Tok::kw_active, "active"},
    {Tok::kw_assert, "assert"},
    {Tok::kw_atomic, "atomic"},
    {Tok::kw_break, "break"},
    {Tok::kw_c_code, "c_code"},
    {Tok::kw_c_decl, "c_decl"},
    {Tok::kw_c_expr, "c_expr"},
    {Tok::kw_c_state, "c_state"},
    {Tok::kw_c_track, "c_track"},
    {Tok::kw_d_proctype, "D_proctype"},
    {Tok::kw_d_step, "d_step"},
    {Tok::kw_do, "do"},
    {Tok::kw_else, "else"},
    {Tok::kw_empty, "empty"},
    {Tok::kw_enabled, "enabled"},
    {Tok::kw_eval, "eval"},
    {Tok::kw_fi, "fi"},
    {Tok::kw_for, "for"},
    {Tok::kw_full, "full"},
    {Tok::kw_get_priority, "get_priority"},
    {Tok::kw_goto, "goto"},
    {Tok::kw_hidden, "hidden"},
    {Tok::kw_if, "if"},
    {Tok::kw_init, "init"},
    {Tok::kw_inline, "inline"},
    {Tok::kw_len, "len"},
    {Tok::kw_local, "local"},
    {Tok::kw_ltl, "ltl"},
    {Tok::kw_nempty, "nempty"},
    {Tok::kw_never, "never"},
    {Tok::kw_nfull, "nfull"},
    {Tok::kw_notrace, "notrace"},
    {Tok::kw_np, "np_"},
    {Tok::kw_od, "od"},
    {Tok::kw_of, "of"},
    {Tok::kw_pc_value, "pc_value"},
    {Tok::kw_printf, "printf"},
    {Tok::kw_printm, "printm"},
    {Tok::kw_priority, "priority"},
    {Tok::kw_proctype, "proctype"},
    {Tok::kw_provided, "provided"},
    {Tok::kw_return, "return"},
    {Tok::kw_run, "run"},
    {Tok::kw_select, "select"},
    {Tok::kw_set_priority, "set_priority"},
    {Tok::kw_show, "show"},
    {Tok::kw_timeout, "timeout"},
    {Tok::kw_trace, "trace"},
    {Tok::kw_typedef, "typedef"},
    {Tok::kw_unless, "unless"},
    {Tok::kw_xr, "xr"},
    {Tok::kw_xs, "xs"},
};

constexpr Spelling formula_words[] = {
    {Tok::until, "U"},
    {Tok::release, "V"},
    {Tok::weak_until, "W"},
    {Tok::next, "X"},
    {Tok::always, "always"},
    {Tok::eventually, "eventually"},
    {Tok::until, "until"},
    {Tok::until, "stronguntil"},
    {Tok::weak_until, "weakuntil"},
    {Tok::release, "release"},
    {Tok::next, "next"},
    {Tok::implies, "implies"},
    {Tok::equivalent, "equivalent"},
};

std::unordered_map<std::string_view, Keyword> make_words() {
  std::unordered_map<std::string_view, Keyword> words;
  for (const auto& [kind, text] : keywords) words[text] = {kind};
  words["true"] = {Tok::number, 1};
  words["skip"] = {Tok::number, 1};
  words["false"] = {Tok::number, 0};
  constexpr std::pair<std::string_view, BaseType> types[] = {
      {"bit", BaseType::bit},  {"bool", BaseType::boolean},       {"byte", BaseType::byte},
      {"pid", BaseType::pid},  {"mtype", BaseType::mtype},        {"short", BaseType::short_},
      {"int", BaseType::int_}, {"unsigned", BaseType::unsigned_}, {"chan", BaseType::chan},
  };
  for (const auto& [text, type] : types) words[text] = {Tok::type, 0, type};
  return words;
}

}  // namespace

std::string describe(Tok kind) {
  switch (kind) {
    case Tok::end:
      return "the end of the text";
    case Tok::name:
      return "a name";
    case Tok::number:
      return "a number";
    case Tok::string:
      return "a string";
    case Tok::type:
      return "a type";
    default:
      break;
  }
  for (const auto& [known, text] : punctuation) {
    if (known == kind) return fmt::format("'{}'", text);
  }
  for (const auto& [known, text] : keywords) {
    if (known == kind) return fmt::format("'{}'", text);
  }
  return "an unknown token";
}

Keyword keyword(std::string_view word, bool in_formula) {
  if (in_formula) {
    for (const auto& [kind, text] : formula_words) {
      if (text == word) return {kind};
    }
  }
  static const auto words = make_words();
  const auto found = words.find(word);
  return found == words.end() ? Keyword{} : found->second;
}

}  // namespace waymark::promela
