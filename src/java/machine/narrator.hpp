// Listens to what one transition does, for people.
#pragma once

#include <string>
#include <string_view>

#include "java/memory/object.hpp"
#include "java/memory/thread.hpp"

namespace waymark::java {

class Narrator {
 public:
  virtual ~Narrator() = default;
  virtual void entered(const Object& object) = 0;
  virtual void left(const Object& object) = 0;
  virtual void notified(const Thread& by, const Object& object) = 0;
  // `inside`: in the library, so that it means something to people only if it is what the step is about.
  virtual void wrote(const std::string& name, const std::string& before, const std::string& after, bool inside) = 0;
  virtual void printed(std::string_view text) = 0;
};

}  // namespace waymark::java
