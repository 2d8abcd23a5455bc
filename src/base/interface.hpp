// Interface: the base of classes that are used by reference. They are not copied, and are destroyed as what they are.
#pragma once

namespace waymark::base {

class Interface {
 public:
  Interface() = default;
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;
  virtual ~Interface() = default;
};

}  // namespace waymark::base
