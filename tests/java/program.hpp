// A compiled Java program as a model, for runners that look at many of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "classpath/class_path.hpp"
#include "java/java_model.hpp"

namespace waymark::tests {

inline java::ClassSource source_of(const classpath::ClassPath& path) {
  return [&path](std::string_view name, java::Bytes& out) {
    auto found = path.find_class(name);
    if (!found) return false;
    out.lasting = found->bytes;
    out.keeper = found->keeper;
    out.library = found->from_jdk;
    out.origin = found->origin;
    return true;
  };
}

}  // namespace waymark::tests
