// Promela's tokens: one table says how each is written; lexer, parser and messages read it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/source.hpp"
#include "promela/syntax/ast.hpp"

namespace waymark::promela {

enum class Tok : std::uint8_t {
  end,
  name,
  number,
  string,
  type,
  left_brace,
  right_brace,
  left_paren,
  right_paren,
  left_bracket,
  right_bracket,
  comma,
  semicolon,
  arrow,
  colon,
  option,
  dot,
  dot_dot,
  at,
  assign,
  plus,
  minus,
  star,
  slash,
  percent,
  ampersand,
  bar,
  caret,
  tilde,
  send,
  sorted_send,
  receive,
  random_receive,
  increment,
  decrement,
  less,
  greater,
  less_equal,
  greater_equal,
  equal,
  not_equal,
  shift_left,
  shift_right,
  and_and,
  or_or,
  always,
  eventually,
  next,
  until,
  weak_until,
  release,
  implies,
  equivalent,
  kw_active,
  kw_assert,
  kw_atomic,
  kw_break,
  kw_c_code,
  kw_c_decl,
  kw_c_expr,
  kw_c_state,
  kw_c_track,
  kw_d_proctype,
  kw_d_step,
  kw_do,
  kw_else,
  kw_empty,
  kw_enabled,
  kw_eval,
  kw_fi,
  kw_for,
  kw_full,
  kw_get_priority,
  kw_goto,
  kw_hidden,
  kw_if,
  kw_init,
  kw_inline,
  kw_len,
  kw_local,
  kw_ltl,
  kw_nempty,
  kw_never,
  kw_nfull,
  kw_notrace,
  kw_np,
  kw_od,
  kw_of,
  kw_pc_value,
  kw_printf,
  kw_printm,
  kw_priority,
  kw_proctype,
  kw_provided,
  kw_return,
  kw_run,
  kw_select,
  kw_set_priority,
  kw_show,
  kw_timeout,
  kw_trace,
  kw_typedef,
  kw_unless,
  kw_xr,
  kw_xs,
};

struct Token {
  Tok kind = Tok::end;
  bool newline_before = false;
  bool implied = false;            // a semicolon that the text leaves out
  BaseType type = BaseType::int_;  // Tok::type
  std::int32_t value = 0;          // Tok::number
  std::uint32_t begin = 0;         // its text in the source
  std::uint32_t length = 0;
  std::uint32_t expansion = 0;  // the inline call it came out of; 0 for none
  base::Position position;
};

[[nodiscard]] inline bool is_one_of(Tok kind, std::initializer_list<Tok> kinds) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

// How a token of this kind is written, in quotes, or what it is: "';'", "'proctype'", "a name".
[[nodiscard]] std::string describe(Tok kind);

// The keyword a word is, or Tok::name. `true`, `false` and `skip` are numbers, `bit` and its like are types.
struct Keyword {
  Tok kind = Tok::name;
  std::int32_t value = 0;
  BaseType type = BaseType::int_;
};
[[nodiscard]] Keyword keyword(std::string_view word, bool in_formula);

}  // namespace waymark::promela
