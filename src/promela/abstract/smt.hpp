// Smt: a question to the solver about expressions of Promela, as a text of SMT-LIB. A value is a bit-vector of 32 bits,
// the arithmetic is the one of promela/syntax/fold.hpp, and what a variable holds fits its type: bit-exact. What cannot
// be written so (channels, remote references) is some value.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "promela/syntax/ast.hpp"

namespace waymark::promela {

class Smt {
 public:
  // The value of an expression, and whether it is true.
  [[nodiscard]] std::string value(const Expr& expr);
  [[nodiscard]] std::string truth(const Expr& expr);
  // From now on a variable has this value: the one given by a term, as it is when the variable has stored it.
  void assign(const Symbol& variable, const std::string& term);

  void require(const std::string& condition) { assertions_ += "(assert " + condition + ")\n"; }
  // A constant of this value, which can be asked for.
  [[nodiscard]] std::string named_truth(const std::string& condition);
  [[nodiscard]] std::string named_value(const std::string& term);

  [[nodiscard]] std::string question() const { return declarations_ + assertions_; }

 private:
  [[nodiscard]] std::string binary(const Binary& node);
  [[nodiscard]] std::string leaf(const std::string& key, const Type* type);
  [[nodiscard]] static std::string stored(const Type& type, const std::string& term);

  std::string declarations_, assertions_;
  std::map<std::string, std::string> leaves_;                // by their text
  std::unordered_map<const Symbol*, std::string> assigned_;  // that have a value of their own
  std::size_t names_ = 0;
};

// Whether a value of the type is less than 0 if its highest bit is set.
[[nodiscard]] bool is_signed(const Type& type);

}  // namespace waymark::promela
