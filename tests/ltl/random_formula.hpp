// Random formulas and words, the same for the same coin.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "ltl/formula.hpp"

namespace waymark::ltl {

using Coin = std::mt19937_64;

inline FormulaPtr random_formula(Coin& coin, unsigned operators, unsigned names, bool with_next) {
  if (operators == 0) {
    const auto pick = coin() % (names * 4 + 1);
    if (pick == names * 4) return constant(coin() % 2 == 0);
    return proposition(std::string(1, static_cast<char>('p' + pick % names)));
  }
  static constexpr Op one_place[] = {Op::negation, Op::always, Op::eventually, Op::next};
  static constexpr Op two_place[] = {Op::conjunction, Op::disjunction, Op::implication, Op::equivalence,
                                     Op::until,       Op::until,       Op::weak_until,  Op::release};
  if (coin() % 2 == 0) {
    return make(one_place[coin() % (with_next ? 4 : 3)], random_formula(coin, operators - 1, names, with_next));
  }
  const auto left = static_cast<unsigned>(coin() % operators);
  return make(two_place[coin() % 8], random_formula(coin, left, names, with_next),
              random_formula(coin, operators - 1 - left, names, with_next));
}

struct Word {
  std::vector<std::uint64_t> letters;
  std::size_t loop = 0;
};

inline Word random_word(Coin& coin, unsigned names, std::size_t longest) {
  Word word;
  word.letters.resize(1 + coin() % longest);
  for (std::uint64_t& letter : word.letters) letter = coin() % (std::uint64_t{1} << names);
  word.loop = coin() % word.letters.size();
  return word;
}

// The word's letters, told in terms of the other list of names.
inline std::vector<std::uint64_t> renamed(const std::vector<std::uint64_t>& letters,
                                          const std::vector<std::string>& from, const std::vector<std::string>& to) {
  std::vector<std::uint64_t> out(letters.size(), 0);
  for (std::size_t j = 0; j < to.size(); ++j) {
    for (std::size_t k = 0; k < from.size(); ++k) {
      if (from[k] != to[j]) continue;
      for (std::size_t i = 0; i < letters.size(); ++i) out[i] |= (letters[i] >> k & 1) << j;
    }
  }
  return out;
}

}  // namespace waymark::ltl
