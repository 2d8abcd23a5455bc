// Proxies: the classes of java.lang.reflect.Proxy. Each is made for a list of interfaces, and has a name that tells
// them, so that another process can make the same. What its methods do is in waymark.internal.Proxies.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "java/machine/objects.hpp"

namespace waymark::java {

class Proxies {
 public:
  explicit Proxies(Objects& objects) : objects_(objects) {}

  // The class for these interfaces, in this order. Throws BadClass.
  [[nodiscard]] Class& of(const std::vector<Class*>& interfaces);
  // The one of that name, made if it is not there yet. Null if the name is none of a proxy's. Throws BadClass.
  [[nodiscard]] Class* find(std::string_view name);
  [[nodiscard]] static bool is_proxy(const Class& klass);

 private:
  Objects& objects_;
};

}  // namespace waymark::java
