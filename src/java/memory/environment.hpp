// Environment: what a state names and does not hold - classes, their code, and the objects that the virtual machine
// makes up when somebody asks: mirrors of classes, literals, handles. It is the same in every process that runs the
// same program with the same options, but what of it has been asked for so far is each process' own affair.
#pragma once

#include <string_view>

#include "base/bytes.hpp"
#include "java/link/klass.hpp"

namespace waymark::java {

class Environment {
 public:
  virtual ~Environment() = default;

  // Loads it if need be. A stranger's name: null if there is no such class.
  [[nodiscard]] virtual Class* find_class(std::string_view name) = 0;
  // Sees to it that a method has its code; false if it has none.
  [[nodiscard]] virtual bool prepare(Method& method) = 0;
  // What an immortal that was made up after the start is.
  virtual void describe(Ref immortal, base::ByteSink& sink) = 0;
  // The immortal that is this, made up if need be. A stranger's bytes: 0 if they say nothing.
  [[nodiscard]] virtual Ref find_immortal(base::ByteSource& source) = 0;
};

}  // namespace waymark::java
