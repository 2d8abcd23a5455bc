// What a class path gives for a name: the bytes, where they came from, and what keeps them alive.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace waymark::classpath {

struct Contents {
  std::span<const std::uint8_t> bytes;  // valid as long as `keeper`
  std::shared_ptr<const void> keeper;
  std::string
      origin;  // for messages: classes/app/Main.class, app.jar!/app/Main.class, jdk:/java.base/java/lang/Object.class
  bool from_jdk = false;
  bool from_waymark = false;  // out of waymark-library.jar
};

// The most that one class or resource may have: a jar can promise any size for a few bytes.
inline constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;

}  // namespace waymark::classpath
