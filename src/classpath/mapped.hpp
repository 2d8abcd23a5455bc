// A file mapped into memory for reading. The file must not shrink while it is mapped.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace waymark::classpath {

class Mapped {
 public:
  // Throws InputError, naming the file.
  explicit Mapped(const std::string& path);
  ~Mapped();
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;

  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return {start_, size_}; }

 private:
  const std::uint8_t* start_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace waymark::classpath
