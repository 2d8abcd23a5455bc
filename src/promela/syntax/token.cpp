#include "promela/syntax/token.hpp"

#include <fmt/format.h>

#include <iterator>
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

// In the order of Tok.
constexpr std::string_view keywords[] = {
    "active",     "assert",       "atomic",   "break",    "c_code",   "c_decl",  "c_expr", "c_state", "c_track",
    "D_proctype", "d_step",       "do",       "else",     "empty",    "enabled", "eval",   "fi",      "for",
    "full",       "get_priority", "goto",     "hidden",   "if",       "init",    "inline", "len",     "local",
    "ltl",        "nempty",       "never",    "nfull",    "notrace",  "np_",     "od",     "of",      "pc_value",
    "printf",     "printm",       "priority", "proctype", "provided", "return",  "run",    "select",  "set_priority",
    "show",       "timeout",      "trace",    "typedef",  "unless",   "xr",      "xs"};
static_assert(std::size(keywords) ==
              static_cast<std::size_t>(Tok::kw_xs) - static_cast<std::size_t>(Tok::kw_active) + 1);

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
  auto kind = static_cast<std::uint8_t>(Tok::kw_active);
  for (const std::string_view text : keywords) words[text] = {static_cast<Tok>(kind++)};
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
  constexpr std::string_view kinds[] = {"the end of the text", "a name", "a number", "a string", "a type"};
  if (kind <= Tok::type) return std::string(kinds[static_cast<std::size_t>(kind)]);
  for (const auto& [known, text] : punctuation) {
    if (known == kind) return fmt::format("'{}'", text);
  }
  return fmt::format("'{}'", keywords[static_cast<std::size_t>(kind) - static_cast<std::size_t>(Tok::kw_active)]);
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
