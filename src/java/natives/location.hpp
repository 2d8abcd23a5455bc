// Location: where a typed access to a field or an element goes, for natives that get there by an offset, an index or a
// handle.
#pragma once

#include <cstdint>
#include <string>

#include "java/machine/native_env.hpp"

namespace waymark::java {

struct Location {
  Object* object = nullptr;  // or
  Class* klass = nullptr;    // its static fields
  std::uint8_t* bytes = nullptr;
  std::uint32_t offset = 0;  // in bytes
  Kind kind = Kind::int_;
  bool raw = false;  // an array's element, as small as it is; fields are words

  // REQUIRES: the index is one of the array's.
  [[nodiscard]] static Location element(Object& array, std::uint32_t index);
  [[nodiscard]] static Location field(Object& object, const Field& field);
  [[nodiscard]] static Location static_field(Class& klass, const Field& field);

  [[nodiscard]] std::uint64_t load() const;
  void store(NativeEnv& env, std::uint64_t value) const;
  // False: stopped before the access. One that may end in several ways always stops (NativeEnv::way).
  [[nodiscard]] bool pass(NativeEnv& env, Thread& thread, Pending::What what, bool synchronizes,
                          std::uint32_t ways = 1) const;

 private:
  [[nodiscard]] std::string name(NativeEnv& env) const;
};

}  // namespace waymark::java
