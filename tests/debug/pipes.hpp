// A client of a server on two pipes, for tests.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.hpp"

namespace waymark::tests {

inline std::string frame(std::string_view body) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

// The messages of a text that is frames and nothing else.
inline std::vector<nlohmann::json> messages(std::string_view text) {
  constexpr std::string_view name = "Content-Length: ";
  std::vector<nlohmann::json> all;
  while (!text.empty()) {
    CHECK(text.starts_with(name));
    const std::size_t end = text.find("\r\n\r\n");
    CHECK(end != std::string_view::npos);
    const std::size_t length = std::stoul(std::string(text.substr(name.size(), end - name.size())));
    all.push_back(nlohmann::json::parse(text.substr(end + 4, length)));
    text.remove_prefix(end + 4 + length);
  }
  return all;
}

class Pipe {
 public:
  Pipe() { CHECK(::pipe(ends_.data()) == 0); }
  ~Pipe() {
    end();
    ::close(ends_[0]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  [[nodiscard]] int input() const { return ends_[0]; }
  [[nodiscard]] int output() const { return ends_[1]; }
  void write(std::string_view text) const {
    CHECK(::write(ends_[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  // Nothing more is written.
  void end() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }
  // All that was written; ends it.
  [[nodiscard]] std::string read() {
    end();
    std::string text;
    std::array<char, 4096> bytes{};
    for (ssize_t count = 1; count > 0;) {
      count = ::read(ends_[0], bytes.data(), bytes.size());
      if (count > 0) text.append(bytes.data(), static_cast<std::size_t>(count));
    }
    return text;
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

}  // namespace waymark::tests
