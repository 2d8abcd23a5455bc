// ReadSet: the fields that conditions on a state may read, followed through the code of their methods, and of the
// static methods that those call. Whatever else a condition does makes the set unclear.
#pragma once

#include <string>
#include <vector>

#include "java/machine/initialization.hpp"

namespace waymark::java {

struct ReadSet {
  std::vector<const Field*> fields;
  std::string unclear;  // why that may not be all; empty: it is

  void add(const Field& field);
};

// Adds what the method may read, in any state that comes after the one in which the machine stands.
void add_reads(Method& condition, ReadSet& reads, Loader& loader, ClassInitializer& initializer, Actions& actions);

}  // namespace waymark::java
