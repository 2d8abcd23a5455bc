// Expressions become values without effects, and lines before them for the effects, in C's order from left to right.
#pragma once

#include "c/extract/places.hpp"

namespace waymark::c {

class Expressions : public Places {
 protected:
  using Places::Places;
  ~Expressions() = default;

  Value value(const Expr& expression) override;
  Value converted(const Expr& expression);
  Value arithmetic(const Expr& expression);
  Value pair(Op op, const Expr& expression, Value left, Value right, std::size_t mark, const Type& result);
  Value pointer_comparison(const Expr& expression, const Value& left, const Value& right);
  Value checked(const Computed& computed, const Expr& expression);
  void assign_record(const Expr& target, const Expr& source);
  Value logical(const Expr& expression);
  Value chosen(const Expr& expression);
  Value assigned(const Expr& expression, bool wanted);
  Value updated(const Expr& expression, bool wanted);
  Value constant(const Expr& expression);
  Value condition_value(const Expr& expression);
  void effect(const Expr& expression);
  void evaluate(const Value& value);
};

}  // namespace waymark::c
