// Places: where the objects of C are in the model, and how they are read and written.
#pragma once

#include <compare>
#include <string>

#include "c/extract/line_writer.hpp"

namespace waymark::c {

// How long an object is there: until a function returns, counted from the first one of the process, and in it until a
// block ends. As it begins, it is as long as the process.
struct Lifetime {
  std::size_t frame = 0;
  std::uint32_t depth = 1;

  friend auto operator<=>(const Lifetime&, const Lifetime&) = default;
};

// An object or a part of one: before[index]after.
struct Place {
  std::string before, index, after;
  bool indexed = false;
  bool deep = false;  // more than one index differs: no pointer can say where it is
  const Type* type = nullptr;
  bool visible = false;       // several threads use it
  bool shared = false;        // and no atomic sequence keeps them away
  bool index_shared = false;  // the index reads what several threads use
  bool local = false;
  std::uint64_t count = 1;              // elements that the index chooses among
  std::string key;                      // its name without indices
  const Variable* automatic = nullptr;  // what it is a part of, if that ends with its block
  Lifetime lives;

  [[nodiscard]] std::string text() const;
};

// The text of an index as a part of a sum.
[[nodiscard]] std::string grouped(const std::string& index);

class Places : public LineWriter {
 protected:
  using LineWriter::LineWriter;
  ~Places() = default;

  virtual Value value(const Expr& expression) = 0;
  virtual Value call(const Expr& expression, bool wanted) = 0;

  Place place(const Expr& expression);
  Place variable_place(const Variable& variable);
  Place indexed_place(const Expr& expression);
  Place pointed(const Value& pointer, const Expr& expression);
  Place part(const Place& whole, const Record& record, std::uint32_t field) const;
  Place element(const Place& whole, std::uint64_t number) const;
  Place scalar_part(Place whole) const;
  Place fixed(Place place);
  Value pointer_arithmetic(const Expr& expression, Op op, Value left, Value right);
  Place record_place(const Expr& expression);
  Value read(const Place& from);
  Value address(const Expr& expression);
  void store(const Place& to, Value value, const Expr& because);
  void copy(const Place& to, const Place& from);
  void note_target(const Place& to, const Value& value, Position at);
  Lifetime lifetime(const Variable* automatic) const;
  void refuse_dangling(const Lifetime& holder, const Region& region, Position at) const;
  std::string local_name(const Variable& variable);
  void initialise(const Place& to, const Expr* list, bool zeros);
};

}  // namespace waymark::c
