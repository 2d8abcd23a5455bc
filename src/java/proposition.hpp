// Proposition: a condition on a state of a Java program, as users write it: a static boolean method without arguments
// (`Main.served`, `Main.served()`), a static boolean field, or a comparison (== != < <= > >=) of static fields,
// numbers, characters, true, false and null.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "java/link/klass.hpp"

namespace waymark::java {

class Loader;
class Vm;
struct ReadSet;

class Proposition {
 public:
  // A debugger asks for values of any type.
  enum class Wanted : std::uint8_t { truth, value };
  // Throws base::InputError.
  Proposition(std::string_view text, Loader& loader, Wanted wanted = Wanted::truth);

  // Whether the classes that it speaks of are initialised, in the state in which the machine stands.
  [[nodiscard]] bool defined() const;
  // REQUIRES: defined().
  [[nodiscard]] bool holds(Vm& vm) const;
  // Whether it is a condition; otherwise a field or a constant.
  [[nodiscard]] bool is_truth() const { return !is_value_; }
  [[nodiscard]] bool is_reference() const { return left_.sort == Sort::reference; }
  // REQUIRES: defined(), and not is_truth().
  [[nodiscard]] std::int64_t number() const { return value(left_); }
  // Adds what it may read from here on. REQUIRES: defined().
  void add_reads(Vm& vm, ReadSet& reads) const;

 private:
  enum class Sort : std::uint8_t { truth, number, reference };
  enum class Relation : std::uint8_t { equal, unequal, less, at_most, greater, at_least };
  struct Operand {
    Sort sort = Sort::number;
    std::int64_t value = 0;        // of a constant
    const Field* field = nullptr;  // if it is none
  };

  [[noreturn]] void refuse(const std::string& why) const;
  [[nodiscard]] Operand operand(std::string_view text, Loader& loader);
  [[nodiscard]] const Field& field(Class& klass, std::string_view name) const;
  [[nodiscard]] static std::int64_t value(const Operand& operand);

  std::string text_;
  Method* method_ = nullptr;  // if it is one, the rest is unused
  Operand left_;
  Relation relation_ = Relation::unequal;
  Operand right_;
  bool is_value_ = false;
};

}  // namespace waymark::java
