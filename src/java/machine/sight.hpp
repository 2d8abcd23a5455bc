// Sight: the fields that conditions on a state may read, as far as their code tells.
#pragma once

#include <string>
#include <vector>

namespace waymark::java {

struct Field;

struct Sight {
  std::vector<const Field*> fields;
  std::string unclear;  // why that may not be all; empty: it is
};

}  // namespace waymark::java
