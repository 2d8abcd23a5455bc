// Loads class files of strangers for tests and for the fuzz target: reads, links and prepares every method. The classes
// they name are made up on the spot, so that no JDK is needed.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "java/link/loader.hpp"
#include "java/link/prepare.hpp"

namespace waymark::tests {

// The bytes of a class without members.
inline std::vector<std::uint8_t> empty_class(std::string_view name) {
  constexpr std::array<std::string_view, 6> interfaces = {"java/io/Serializable",        "java/lang/Cloneable",
                                                          "java/lang/Runnable",          "java/lang/Comparable",
                                                          "java/util/function/Supplier", "java/lang/AutoCloseable"};
  const bool listed = std::find(interfaces.begin(), interfaces.end(), name) != interfaces.end();
  // And what programs of the corpus implement themselves.
  const bool interface = listed || name == "conformance/SealedSwitch$Shape";
  const bool root = name == "java/lang/Object";
  std::vector<std::uint8_t> bytes{0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 5};
  const auto text = [&](std::string_view value) {
    bytes.insert(bytes.end(),
                 {1, static_cast<std::uint8_t>(value.size() >> 8), static_cast<std::uint8_t>(value.size())});
    bytes.insert(bytes.end(), value.begin(), value.end());
  };
  text(name);
  bytes.insert(bytes.end(), {7, 0, 1});
  text("java/lang/Object");
  bytes.insert(bytes.end(), {7, 0, 3});
  bytes.insert(bytes.end(),
               {static_cast<std::uint8_t>(interface ? 0x06 : 0), static_cast<std::uint8_t>(interface ? 0x01 : 0x21), 0,
                2, 0, static_cast<std::uint8_t>(root ? 0 : 4), 0, 0, 0, 0, 0, 0, 0, 0});
  return bytes;
}

// Throws java::BadClass.
inline void load_and_prepare(std::span<const std::uint8_t> bytes) {
  const auto file = java::read_class_file(bytes, "a class file");
  const std::string own(file->name);
  java::Loader loader([&](std::string_view name, java::Bytes& out) {
    if (name == own) {
      out.owned.assign(bytes.begin(), bytes.end());
    } else {
      if (name.size() > 0xffff) return false;
      out.owned = empty_class(name);
    }
    out.origin = std::string(name);
    return true;
  });
  loader.on_load = [](java::Class&) {};
  loader.find_native = [](const java::Method&) -> java::Native { return nullptr; };
  static_cast<void>(loader.find(own));
  for (java::Method* method : loader.methods) {
    if (method->member->code != nullptr) java::prepare(*method);
  }
}

}  // namespace waymark::tests
