// A program as the command line names it: read once, then given out as Models.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "cli/options.hpp"
#include "model/model.hpp"

namespace waymark::cli {

using Digest = std::array<std::uint8_t, 32>;

struct Program {
  std::string path;
  std::string options_text;  // every option that shapes the state space, for people
  Digest text_digest{};      // BLAKE2b of all that was read
  Digest options_digest{};   // BLAKE2b of options_text
  std::function<std::unique_ptr<model::Model>()> make;

  // Of text and options together, in hexadecimal: what a trail must fit.
  [[nodiscard]] std::string fit() const;
};

// By its name, or because it has a class path.
[[nodiscard]] bool is_java(const Options& options);

// BLAKE2b.
[[nodiscard]] Digest digest(std::string_view text);

// Throws base::InputError.
[[nodiscard]] Program load(const Options& options);

}  // namespace waymark::cli
