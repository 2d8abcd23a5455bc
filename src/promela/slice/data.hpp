// Data: the objects that statements of a specification read and write, as far as a slice tells them apart. A variable
// is one object, arrays and records as a whole. Of channels those are one that may be the same: by assignment, message
// or parameter; how many messages such a class holds is one object, and what each field of its messages holds another.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "promela/syntax/ast.hpp"

namespace waymark::promela {

struct Datum {
  enum class Kind : std::uint8_t { variable, occupancy, field };
  Kind kind = Kind::variable;
  std::uint32_t of = 0;     // id of a symbol; class of channels
  std::uint32_t field = 0;  // of its messages
  friend auto operator<=>(const Datum&, const Datum&) = default;
};
using Datums = std::vector<Datum>;

class Data {
 public:
  explicit Data(const Specification& specification);

  [[nodiscard]] static Datum variable(const Symbol& symbol) { return {Datum::Kind::variable, symbol.id, 0}; }
  [[nodiscard]] Datum occupancy(const Ref& channel) const { return {Datum::Kind::occupancy, class_of(channel), 0}; }
  // What the message's argument of that number is; all fields are one object where arguments and fields do not match.
  [[nodiscard]] Datum field(const Ref& channel, std::size_t argument) const;

  // Every message of the class has the same fields, and every operation an argument for each: they can be told apart.
  [[nodiscard]] bool uniform(const Symbol& channel) const { return uniform_at(find(channel.id)); }
  [[nodiscard]] bool uniform(const Ref& channel) const { return uniform_at(class_of(channel)); }
  [[nodiscard]] Datum field(const Symbol& channel, std::size_t argument) const;

  // All that the expression reads.
  void read(const ExprPtr& expr, Datums& out) const;
  void read(const Ref& ref, Datums& out) const;  // the variable and its indices
  void read_indices(const Ref& ref, Datums& out) const;
  void read_channel(const Ref& channel, Datums& out) const;  // as an operation does that looks at what it holds

 private:
  [[nodiscard]] std::uint32_t find(std::uint32_t id) const;
  void join(std::uint32_t a, std::uint32_t b);
  [[nodiscard]] std::uint32_t class_of(const Ref& channel) const { return find(channel.symbol().id); }
  [[nodiscard]] bool uniform_at(std::uint32_t id) const;

  void alias(const Specification& specification);
  void alias(const Stmt& stmt);
  void flow(const Type& into_type, std::uint32_t into, const ExprPtr& value);
  void shapes(const Specification& specification);
  void use(const Ref& channel, std::size_t arguments);
  void break_up(std::uint32_t id) { ragged_[find(id)] = true; }

  struct Shape {
    const ChannelShape* shape = nullptr;
    const Symbol* declared = nullptr;
  };
  std::vector<std::uint32_t> parents_;  // a symbol each, and one for all channels that travel in messages
  std::uint32_t travelling_ = 0;
  bool mixed_ = false;  // channels as numbers: any may be any
  std::map<std::uint32_t, Shape> shapes_;
  std::map<std::uint32_t, bool> ragged_;
};

}  // namespace waymark::promela
