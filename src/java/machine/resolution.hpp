// Resolver: what the constants of a class stand for, looked up when they are first needed. Where there is no answer, an
// exception is pending or the run stops, as Exceptions tells.
#pragma once

#include <cstdint>

#include "java/machine/exceptions.hpp"

namespace waymark::java {

class Resolver {
 public:
  Resolver(Objects& objects, Exceptions& exceptions) : objects_(objects), exceptions_(exceptions) {}

  // Null: there is none.
  [[nodiscard]] Class* find_class(Thread& thread, Class& from, std::uint32_t index);
  // False: there is none.
  [[nodiscard]] bool find_field(Thread& thread, Class& from, std::uint32_t index, bool is_static, Resolved& out);
  [[nodiscard]] bool find_method(Thread& thread, Class& from, std::uint32_t index, Resolved& out);
  [[nodiscard]] bool load_constant(Thread& thread, Class& from, std::uint32_t index, Ref& out);

 private:
  Objects& objects_;
  Exceptions& exceptions_;
};

}  // namespace waymark::java
