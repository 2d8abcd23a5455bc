// Frame: which processes and channels a state has, and where they lie in its words. Where processes neither start nor
// disappear, all states have the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/model.hpp"
#include "promela/program/program.hpp"

namespace waymark::promela {

constexpr std::uint32_t global_scope = 0;
[[nodiscard]] constexpr std::uint32_t scope_of_type(std::uint32_t type) { return type + 1; }

struct FrameChannel {
  std::uint32_t base = 0;    // byte offset
  std::uint32_t type = 0;    // into Program::channel_types
  std::uint32_t holder = 0;  // byte offset of the variable that it was declared with, from the start of its scope
  std::uint32_t scope = 0;
  std::uint32_t pid = 0;  // of the process that declares it
};

struct Frame {
  std::uint32_t claim = 0;             // byte offset
  std::vector<ProcessPart> processes;  // by pid
  std::vector<FrameChannel> channels;  // by number - 1
  std::uint32_t words = 0;

  // Nothing: these words are no state of the program.
  [[nodiscard]] static std::optional<Frame> of(const Program& program, std::span<const model::Word> words);
};

}  // namespace waymark::promela
