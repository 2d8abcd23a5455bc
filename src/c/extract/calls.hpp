// Calls: functions of the program, whose text is written in place of the call; values from outside, and what is
// printed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "c/extract/expressions.hpp"

namespace waymark::c {

class Calls : public Expressions {
 protected:
  using Expressions::Expressions;
  ~Calls() = default;

  virtual void statement(const Stmt& statement, bool tail) = 0;

  Value inlined(const Function& function, const std::vector<const Expr*>& arguments, const Expr& because, bool wanted);
  void bind(Frame& frame, const Variable& parameter, const Expr& argument, const Value& value);
  std::vector<Place> record_arguments(const std::vector<const Expr*>& arguments, std::vector<Value>& given);
  std::vector<Value> values(const std::vector<const Expr*>& expressions);
  Value undefined(const Expr& expression);
  Value any_value(const Expr& expression, const Type& type, bool undefined);
  Value in_range(const Expr& expression, const Type& type, Range range);
  Value sampled(const Type& type, std::size_t& count);
  Value print(const Expr& expression);
  void refuse_other_width(const Expr& argument, std::string_view length, char kind) const;
  std::string print_format(const Expr& expression, std::string_view format, std::vector<const Expr*>& printed);
  Value nondet(const Expr& call);
};

}  // namespace waymark::c
