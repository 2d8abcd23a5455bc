// CallSites: invokedynamic. Every call site becomes a static method of a class made for it; of java.lang.invoke nothing
// runs.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "java/machine/actions.hpp"
#include "java/machine/exceptions.hpp"

namespace waymark::java {

class CallSites {
 public:
  CallSites(Objects& objects, Exceptions& exceptions, Actions& actions)
      : objects_(objects), exceptions_(exceptions), actions_(actions) {}

  // The site lives as long as this does. Null: unsupported.
  [[nodiscard]] CallSite* link(Thread& thread, Class& from, std::uint32_t index);

  // The one for which a class of this name is made, linked if it is not yet. Null if there is none. Throws BadClass.
  [[nodiscard]] CallSite* find(std::string_view made);

 private:
  // Throws BadClass.
  [[nodiscard]] CallSite* make(Class& from, std::uint32_t index);

  Objects& objects_;
  Exceptions& exceptions_;
  Actions& actions_;
  std::vector<std::unique_ptr<CallSite>> sites_;
};

}  // namespace waymark::java
