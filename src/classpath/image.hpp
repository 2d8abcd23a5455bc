// The JDK's run-time image, lib/modules, read in place (the jimage format, version 1.0, little-endian). The image is
// input from strangers: every offset in it is checked when it is used, and damage is an InputError that names the
// image and the entry.
//
//   header     7 × u4: magic, version, flags, resource count, table length T, bytes of locations, bytes of strings
//   redirect   T × s4: how a hash leads to an index
//   offsets    T × u4: where an entry's attributes start in locations
//   locations  attribute streams: a byte (kind << 3 | length - 1), then a big-endian value; kind 0 ends
//   strings    NUL-terminated names, referred to by offset
//   data       the resources
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "classpath/contents.hpp"

namespace waymark::classpath {

class Image {
 public:
  // Maps the file. Throws InputError, naming it, if it is no image that we can read.
  [[nodiscard]] static std::shared_ptr<const Image> open(const std::string& path);
  // An image that lies in memory already; `bytes` must outlive this object and what find() gives, unless `keeper` owns
  // them.
  Image(std::string name, std::span<const std::uint8_t> bytes, std::shared_ptr<const void> keeper = nullptr);

  // By full name: /java.base/java/lang/Object.class.
  [[nodiscard]] std::optional<Contents> find(std::string_view name) const;
  // The module that holds classes of a package (java/lang), empty if there is none. Views into the image.
  [[nodiscard]] std::string_view module_of(std::string_view package) const;

  // The JDK's release, 17 or 25, by the version of its class files; 17 if it has none that tells.
  [[nodiscard]] int release() const;

  // The whole file.
  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return bytes_; }
  // All entries, in the order of the table, for tests and tools; an empty name where an entry is damaged.
  [[nodiscard]] std::uint32_t table_length() const { return table_length_; }
  [[nodiscard]] std::string name(std::uint32_t index) const;

 private:
  struct Location;

  [[nodiscard]] std::optional<std::string_view> string(std::uint64_t offset) const;
  [[nodiscard]] std::optional<Location> location(std::uint32_t index) const;
  [[nodiscard]] Contents contents(const Location& location, std::string_view name) const;
  [[noreturn]] void refuse(std::string_view name, std::string_view why) const;

  std::string path_;
  std::span<const std::uint8_t> bytes_;
  std::shared_ptr<const void> keeper_;
  std::uint32_t table_length_ = 0;
  std::span<const std::uint8_t> redirect_;
  std::span<const std::uint8_t> offsets_;
  std::span<const std::uint8_t> locations_;
  std::span<const std::uint8_t> strings_;
  std::span<const std::uint8_t> data_;
};

}  // namespace waymark::classpath
